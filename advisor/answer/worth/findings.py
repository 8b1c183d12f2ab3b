"""What the rules R1 to R9 find on this rig: each where its figures are known, from the speeds that were answered."""

from collections.abc import Iterator

from advisor.answer.text.sweep import decode_flop_per_byte, turning_flop_per_byte
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached, single
from advisor.facts.answers.estimate import Estimate
from advisor.facts.answers.worth import RuleFinding
from advisor.facts.cards.workload import WorkloadCard
from advisor.facts.values.frozen import frozen
from advisor.facts.values.units import MICROSECOND
from advisor.predict.worth import rules as worth_rules

_TOKEN_BYTES, _COLORS = 4, 3
_COPY_S = 6 * MICROSECOND
"""A copy call (docs/physics.md 12.6: 5 to 7 microseconds)."""


@frozen
class Sides:
    """The processor of the rig, and the card that is compared with it: the rig's own, or the best candidate's.

    `sticks` is what faster memory would reach, which leaves the arithmetic of a prompt as slow as it is.
    """

    cpu: Reached | None
    gpu: Reached | None
    now: Reached
    sticks: Reached | None
    cache_bytes: int | None


def findings(question: WorthQuestion, sides: Sides) -> tuple[RuleFinding, ...]:
    """What the rules say, in their order."""
    return tuple(sorted(_found(question, sides), key=lambda one: one.rule))


def _found(question: WorthQuestion, sides: Sides) -> Iterator[RuleFinding]:
    cpu, gpu = sides.cpu, sides.gpu
    if question.is_interactive:
        yield from _of_text(question, sides)
    elif cpu is not None and gpu is not None and cpu.rate and gpu.rate:
        yield worth_rules.arithmetic(cpu_flop_per_s=cpu.rate.middle, gpu_flop_per_s=gpu.rate.middle)
    if question.task in ("embed", "classify"):
        yield from _of_items(question, sides)
    if gpu is not None and gpu.need_bytes and gpu.budget_bytes and gpu.budget_bytes > 0:
        yield worth_rules.fit_first(need_bytes=gpu.need_bytes, memory_bytes=gpu.budget_bytes)


def _of_items(question: WorthQuestion, sides: Sides) -> Iterator[RuleFinding]:
    """Whether the processor keeps up with the items, and whether one alone is worth the trip to a card."""
    cpu, gpu = sides.cpu, sides.gpu
    if cpu is not None and cpu.rate is not None and cpu.enough is not None:
        each_s = 1 / cpu.rate.middle
        wanted_per_s = cpu.rate.middle / cpu.enough.middle
        yield worth_rules.traffic(requests_per_s=wanted_per_s, request_s=each_s, patience_s=max(1.0, 1 / wanted_per_s))
    if cpu is None or gpu is None or cpu.processor is None or gpu.processor is None:
        return
    link = gpu.processor.link_bytes_per_s.value
    on_cpu, on_gpu = single(cpu.processor, question), single(gpu.processor, question)
    if link is None or on_cpu is None or on_gpu is None or not on_cpu.terms or not on_gpu.terms:
        return
    start_s = sum(term.s for term in on_gpu.terms if term.name == "launches")
    rest_s = sum(term.s for term in on_gpu.terms if term.name != "launches")
    whole_s = sum(term.s for term in on_cpu.terms)
    if min(start_s, rest_s, whole_s) > 0:
        fields = question.workload.fields  # a number for each token, a byte for each color of each pixel
        tokens, width = fields.get("sequence_tokens"), fields.get("width")
        yield worth_rules.one_small_request(
            work_flop=1.0,
            cpu_flop_per_s=1 / whole_s,
            gpu_flop_per_s=1 / rest_s,
            launches=1.0,
            launch_s=start_s,
            moved_bytes=float(tokens) * _TOKEN_BYTES if tokens else _COLORS * float(width or 1) ** 2,
            link_bytes_per_s=link,
            copy_s=_COPY_S,
        )


def _of_text(question: WorthQuestion, sides: Sides) -> Iterator[RuleFinding]:
    """Writing is reading weights, prompts are arithmetic; fit comes before both."""
    cpu, card = _estimate(sides.cpu), _estimate(sides.gpu)
    if cpu is not None and card is not None and cpu.decode.tokens_per_s and card.decode.tokens_per_s:
        yield worth_rules.generation(
            cpu_tokens_per_s=cpu.decode.tokens_per_s.middle, gpu_tokens_per_s=card.decode.tokens_per_s.middle
        )
        is_whole = card.fit.verdict != "spills"  # else the prompt tells more of the part in RAM than of the card
        if is_whole and cpu.prefill.tokens_per_s and card.prefill.tokens_per_s:
            yield worth_rules.arithmetic(
                cpu_flop_per_s=cpu.prefill.tokens_per_s.middle * cpu.flop_per_token,
                gpu_flop_per_s=card.prefill.tokens_per_s.middle * card.flop_per_token,
            )
    yield from _of_now(question, sides)


def _of_now(question: WorthQuestion, sides: Sides) -> Iterator[RuleFinding]:
    """How busy one person keeps the rig, whether the weights stay in a cache, and what a change of memory leaves."""
    now, workload = sides.now, question.workload
    assert isinstance(workload, WorkloadCard)
    if now.request_s is not None:
        answers = question.pace_tokens_per_s / workload.generated_tokens
        patience = (workload.enough_first_word_s or 0.0) + workload.generated_tokens / question.pace_tokens_per_s
        yield worth_rules.traffic(requests_per_s=answers, request_s=now.request_s.middle, patience_s=patience)
    weights = question.subject.weights
    if sides.cache_bytes:
        yield worth_rules.cache(weights_bytes=weights.total_bytes, cache_bytes=sides.cache_bytes)
    one = now.estimate
    part = now.processor
    if one is not None and part is not None and one.weight_bytes_per_token:
        turning = turning_flop_per_byte(part, main_type=weights.main_type)
        if turning is not None:
            yield worth_rules.ridge(
                work_flop=decode_flop_per_byte(one), read_bytes=1.0, flop_per_s=turning, bytes_per_s=1.0
            )
    if one is not None and one.fit.verdict == "spills" and part is not None:
        yield from _over_link(question, sides)
    faster = sides.sticks
    if faster is not None and faster.rate and now.rate and now.request_s and now.first_word_s is not None:
        share = min(1.0, max(0.0, 1 - now.first_word_s / now.request_s.middle))
        yield worth_rules.branchy(parallel_share=share, parallel_speed_up=faster.rate.middle / now.rate.middle)


def _over_link(question: WorthQuestion, sides: Sides) -> Iterator[RuleFinding]:
    """Whether sending the spilled weights to the card for a prompt pays."""
    cpu, part = _estimate(sides.cpu), sides.now.processor
    link = part.link_bytes_per_s.value if part else None
    if cpu is None or not cpu.prefill.tokens_per_s or not link:
        return
    yield worth_rules.link(
        work_flop=cpu.flop_per_token * question.run.prompt_tokens,
        moved_bytes=question.subject.weights.total_bytes,
        cpu_flop_per_s=cpu.prefill.tokens_per_s.middle * cpu.flop_per_token,
        link_bytes_per_s=link,
    )


def _estimate(one: Reached | None) -> Estimate | None:
    return one.estimate if one is not None else None
