"""One model on one processor: the estimate."""

from advisor.facts.calibration import Calibration
from advisor.facts.estimate import Estimate
from advisor.facts.rig import Processor
from advisor.predict.bytes_per_token import flop_per_token
from advisor.predict.decode import decode_parts
from advisor.predict.first_token import time_to_first_token_s
from advisor.predict.fit import fit
from advisor.predict.kv_cache import kv_bytes_read
from advisor.predict.memory_need import memory_need
from advisor.predict.speed import decode_speed, prefill_speed, prompt_s
from advisor.predict.subject import Run, Subject, divided_layers


def estimate(
    processor: Processor,
    subject: Subject,
    calibration: Calibration,
    run: Run,
    *,
    host: Processor | None = None,
    notes: tuple[str, ...] = (),
) -> Estimate:
    """Memory, fit, both speeds and the wait for the first word of one way to run a model."""
    need = memory_need(subject, calibration, run)
    step = decode_parts(processor, subject, calibration, run, middle_tokens=run.depth_tokens + run.prompt_tokens)
    prefill = prefill_speed(processor, subject, calibration, run)
    return Estimate(
        processor_id=processor.id,
        processor_name=processor.name,
        model_name=subject.name,
        quant=subject.weights.quant,
        context_tokens=run.context_tokens,
        prompt_tokens=run.prompt_tokens,
        depth_tokens=run.depth_tokens,
        generated_tokens=run.generated_tokens,
        memory=need,
        fit=fit(need, processor, devices=run.devices, layers=divided_layers(subject, run), host=host),
        decode=decode_speed(processor, subject, calibration, run),
        prefill=prefill,
        time_to_first_token_s=time_to_first_token_s(
            prefill_s=prompt_s(prefill, run), step_s=step.total_s if step else None
        ),
        weight_bytes_per_token=subject.weights.bytes_per_token,
        kv_bytes_per_token_at_depth=round(
            kv_bytes_read(
                subject.shape, subject.groups, depth_tokens=run.depth_tokens, setup=run.cache, blocks=subject.blocks
            )
        ),
        flop_per_token=flop_per_token(subject.weights),
        blocked=processor.blocked,
        notes=notes,
    )
