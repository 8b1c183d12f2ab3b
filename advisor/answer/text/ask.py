"""One model on one processor: the estimate."""

from advisor.facts.answers.estimate import Estimate, LaunchPlan
from advisor.facts.cards.calibration import Calibration
from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import Reason
from advisor.predict.memory.launch import launch_plan
from advisor.predict.memory.load import Load, load, reordered_bytes
from advisor.predict.model.kv_cache import kv_bytes_read
from advisor.predict.model.subject import Run, Subject
from advisor.predict.model.weights import flop_per_token
from advisor.predict.speed.decode import decode_parts
from advisor.predict.speed.prefill import time_to_first_token_s
from advisor.predict.speed.speed import decode_speed, prefill_speed, prompt_s


def estimate(
    processor: Processor,
    subject: Subject,
    calibration: Calibration,
    run: Run,
    *,
    host: Processor | None = None,
    notes: tuple[Reason, ...] = (),
) -> Estimate:
    """Memory, fit, both speeds and the wait for the first word of one way to run a model."""
    loaded = load(processor, subject, calibration, run, host=host)
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
        memory=loaded.need,
        fit=loaded.fit,
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
        reordered_bytes=reordered_bytes(processor, subject),
        launch=_launch(loaded, subject, run),
        blocked=processor.blocked,
        notes=notes,
    )


def _launch(loaded: Load, subject: Subject, run: Run) -> LaunchPlan | None:
    """How to start it with everything in one place; None where that is too small, or for files of other engines."""
    if loaded.fit.verdict in ("spills", "too_big") or not subject.is_gguf:
        return None
    return launch_plan(subject, run, tensor_split=loaded.layout.tensor_split)
