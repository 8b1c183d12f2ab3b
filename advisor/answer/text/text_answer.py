"""One model writes text on a whole rig: the typical request, every processor, the best way, speed over context."""

from collections.abc import Iterable
from dataclasses import replace

from advisor.answer.asked.problem import ProblemError, UnknownModelError
from advisor.answer.judge.thinking import thinking_answer, thought_of
from advisor.answer.text.division import Host
from advisor.answer.text.draft import Asked, draft_answer
from advisor.answer.text.execution_targets import ENGINE, execution_targets, target
from advisor.answer.text.faster import faster_way, larger_batches
from advisor.answer.text.partial_offload import PartialOffload, partial_offload
from advisor.answer.text.run_option import RunOption
from advisor.answer.text.run_options import Judged, RunOptions, find_run_options
from advisor.answer.text.seeing import (
    NO_PICTURES,
    ONE_PICTURE,
    Pictures,
    later_s,
    vision_answer,
    vision_bytes,
    with_pictures,
)
from advisor.answer.text.smaller import smaller_forms, smaller_setting
from advisor.answer.which_device.candidates import candidate_ids
from advisor.answer.which_model.file_subject import file_subject
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.facts.answers.draft import DraftAnswer
from advisor.facts.answers.estimate import Estimate
from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.model_parts import VisionAnswer
from advisor.facts.answers.text_answer import LayerStep, LayerSteps, TextAnswer
from advisor.facts.asked.question import ThinkingWish
from advisor.facts.asked.request import DraftFacts
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import WorkloadCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.range import Range
from advisor.predict.model.subject import Run, Subject, with_cache_type


def typical_request(workload: WorkloadCard, model: ModelCard | None, *, context_tokens: int | None = None) -> Run:
    """A workload's typical request; `context_tokens` None takes the workload's, at most the model's own.

    The prompt leaves room for the answer, and has at least half of the context.
    """
    context = context_tokens or workload.context_tokens
    if context_tokens is None and model is not None and model.shape is not None and model.shape.context_tokens:
        context = min(context, model.shape.context_tokens)
    prompt = min(workload.prompt_tokens, max(context // 2, context - workload.generated_tokens))
    generated = min(workload.generated_tokens, context - prompt)
    return Run(context_tokens=context, prompt_tokens=prompt, generated_tokens=generated, is_request=True)


def answer_text(
    rig: Rig,
    *,
    model_id: str,
    quant: str,
    run: Run,
    catalog: Catalog,
    candidates: tuple[str, ...] | None = None,
    is_glance: bool = False,
    draft: str | None = None,
    pictures: Pictures = NO_PICTURES,
    thinking: ThinkingWish = "auto",
    judged: Judged | None = None,
) -> TextAnswer:
    """The answer for one model on one rig. `candidates` are card ids; None picks some by rule, () takes none.

    `is_glance` leaves out the speed while the context fills.
    `draft` is what shall guess ahead, as in a request; `pictures` are in the prompt of a model that sees;
    `judged` places the ways for the work that is asked for.

    Raises:
        ProblemError: no such model or quantization, a rig without processors, or a catalog without engines.
    """
    model = catalog.models.get(model_id)
    if model is None:
        raise UnknownModelError("no_model_id", name=model_id)
    card, _, _ = find_quant(quant, model, catalog)
    subject, forms = subject_of(model, card, catalog), smaller_forms(model, card, catalog)
    run = with_pictures(run, pictures, model)
    options = find_run_options(execution_targets(rig, catalog), subject, run, judged)
    answer = _answer_of(
        options,
        rig,
        run,
        model_id=model_id,
        catalog=catalog,
        forms=forms,
        candidates=candidates,
        is_glance=is_glance,
    )
    best = options.best
    seen = _seen(pictures, model, best) if run.vision_bytes else None
    faster, chosen = (faster_way(best, model, catalog), larger_batches(best)), answer.chosen
    chosen = chosen.changed(notes=(*chosen.notes, *filter(None, faster)))
    chosen = chosen.changed(time_to_first_token_s=later_s(chosen.time_to_first_token_s, seen)) if seen else chosen
    thought = thought_of(model, catalog, name=model.name, wish=thinking)
    return answer.changed(
        chosen=chosen,
        draft=_drafted(draft, best, model, catalog) if draft else None,
        thinking=thinking_answer(thought, chosen.time_to_first_token_s, chosen.decode),
        vision=seen,
        picture_bytes=vision_bytes(model.vision, ONE_PICTURE) if model.vision else None,
    )


def _seen(pictures: Pictures, model: ModelCard, best: RunOption) -> VisionAnswer | None:
    """What the pictures cost on the best way."""
    return vision_answer(pictures, model, best.processor, best.subject, best.target.calibration, best.run)


def _drafted(draft: str, best: RunOption, model: ModelCard, catalog: Catalog) -> DraftAnswer | None:
    """The best way to run it with a draft; None where it has none of that kind."""
    whole = PartialOffload(best.result, best.helper.placement if best.helper else None)
    around = Host(best.helper.processor, best.helper.calibration) if best.helper else Host()
    asked = Asked(best.subject, model, best.run.written, ENGINE)
    try:
        facts = DraftFacts(model=draft)
        return draft_answer(facts, asked, best.processor, best.target.calibration, around, whole, catalog)
    except ProblemError:
        return None


def answer_file(
    rig: Rig,
    file: ModelFile,
    *,
    run: Run,
    catalog: Catalog,
    quant: str | None = None,
    candidates: tuple[str, ...] | None = None,
    is_glance: bool = False,
    name: str | None = None,
    judged: Judged | None = None,
) -> TextAnswer:
    """The same for the model in an opened file.

    The id of the model is the path of its file, `name` what it is called if not as the file says. `quant` counts for a
    configuration without weights. What the file leaves open stands in the notes of `describe_file`.

    Raises:
        ProblemError: the file holds nothing a prediction can be made of, or the rig has no processor.
    """
    subject, _ = file_subject(file, catalog, quant=quant)
    subject = replace(subject, name=name or subject.name)
    options = find_run_options(execution_targets(rig, catalog), subject, run, judged)
    return _answer_of(
        options, rig, run, model_id=file.path, catalog=catalog, candidates=candidates, is_glance=is_glance
    )


def _answer_of(
    options: RunOptions,
    rig: Rig,
    run: Run,
    *,
    model_id: str,
    catalog: Catalog,
    forms: Iterable[Subject] = (),
    candidates: tuple[str, ...] | None = None,
    is_glance: bool = False,
) -> TextAnswer:
    """The answer by these ways; `forms` are smaller files of the model that could be had instead."""
    targets, subject = execution_targets(rig, catalog), options.best.subject
    chosen = options.best.result
    own = next((one for one in options.shown if one.processor.counted_name == chosen.processor_name), None)
    if candidates is None:
        owned = tuple(one.card for one in rig.processors if one.card and one.pool == "vram")
        candidates = candidate_ids(catalog, need_bytes=chosen.memory.total_bytes, owned=owned)
    compared = (gpu_processor(one, catalog) for one in candidates)
    return TextAnswer(
        rig_name=rig.name,
        model_id=model_id,
        model_name=subject.name,
        quant=subject.weights.quant,
        context_tokens=run.context_tokens,
        largest_context_tokens=own.fits_tokens if own else None,
        chosen=chosen,
        cpu=options.cpu.estimate if options.cpu else None,
        options=tuple(option.estimate for option in options.alone),
        offloaded=options.card.offloaded if options.card else None,
        sweeps=() if is_glance else tuple(one.sweep for one in options.shown),
        rooflines=tuple(one.roofline for one in options.shown),
        smaller=smaller_setting(options.best, forms, targets),
        candidates=tuple(
            RunOption(target(one, catalog, host=targets[0].host), subject, run).estimate for one in compared
        ),
    )


def run_of(one: Estimate) -> Run:
    """The request that an estimate is about, with its cache in the type in which it is stored."""
    run = Run(
        context_tokens=one.context_tokens,
        prompt_tokens=one.prompt_tokens,
        depth_tokens=one.depth_tokens,
        generated_tokens=one.generated_tokens,
    )
    return run if one.launch is None else with_cache_type(run, one.launch.key_type)


_POINTS = 9
"""Steps between nothing and everything on the card, about."""


def layer_steps(rig: Rig, subject: Subject, run: Run, catalog: Catalog) -> LayerSteps | None:
    """The steps of the best card; None where a card holds all of the model, or none takes part.

    Where the engine leaves experts in main memory, the layers that keep theirs on the card are counted, else whole
    layers.
    """
    options = find_run_options(execution_targets(rig, catalog), subject, run)
    card, cpu = options.card, options.cpu
    plan = card.offloaded.launch if card is not None and card.offloaded is not None else None
    if card is None or cpu is None or plan is None:
        return None
    by_experts = plan.host_expert_layers > 0 and plan.gpu_layers is None
    most = plan.layers if by_experts else plan.layers + 1
    own = plan.layers - plan.host_expert_layers if by_experts else plan.gpu_layers
    chosen = most if own is None else own
    counts = sorted({round(most * step / (_POINTS - 1)) for step in range(_POINTS)} | {chosen})
    return LayerSteps(
        processor_name=card.processor.name,
        what="experts" if by_experts else "layers",
        most=most,
        chosen=chosen,
        steps=tuple(_step(card, cpu, count, most=most, by_experts=by_experts) for count in counts),
    )


def whole_layers_rate(rig: Rig, subject: Subject, run: Run, catalog: Catalog) -> Range | None:
    """Tokens per second in a program that moves whole layers alone, as Ollama does; None where no experts are moved."""
    options = find_run_options(execution_targets(rig, catalog), subject, run)
    card, cpu = options.card, options.cpu
    plan = card.offloaded.launch if card is not None and card.offloaded is not None else None
    if card is None or cpu is None or plan is None or not plan.host_expert_layers:
        return None
    host = Host(cpu.processor, cpu.target.calibration)
    found = partial_offload(card.estimate, card.processor, host, card.subject, card.run, moves_experts=False).estimate
    return None if found.fit.verdict == "too_big" else found.decode.tokens_per_s


def _step(card: RunOption, cpu: RunOption, count: int, *, most: int, by_experts: bool) -> LayerStep:
    """The speed with so many on the card; with everything there it is what the card alone would reach."""
    found = card.estimate
    if count < most:
        gpu_layers, experts = (None, most - count) if by_experts else (count, None)
        found = partial_offload(
            card.estimate,
            card.processor,
            Host(cpu.processor, cpu.target.calibration),
            card.subject,
            card.run,
            gpu_layers=gpu_layers,
            host_expert_layers=experts,
        ).estimate
    return LayerStep(
        on_card=count,
        fits=count < most and found.fit.verdict != "too_big",
        tokens_per_s=found.decode.tokens_per_s,
    )
