"""Chart "Fit": one stacked bar per memory pool, the limit as a line, what spills hatched."""

from advisor.facts.answers.estimate import Estimate, PoolNeed
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.values.pool import Pool
from advisor.present.charts.memory_stack import MemoryStack
from advisor.present.words.answer_text import fit_words, spilled_bytes
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.memory_unit import memory_unit
from advisor.present.words.processor_name import short_name
from advisor.present.words.quantity import capacity
from advisor.present.words.series import Bar, BarChart, Table
from advisor.present.words.ticks import linear_axis
from advisor.present.words.words import say, to_say

POOL_NAMES: dict[Pool, str] = {"vram": to_say("Graphics"), "ram": to_say("Main"), "unified": to_say("Shared")}
"""Name of a pool beside its bar."""
_NOTABLE_SHARE = 0.01
"""Of a memory: what divides less unevenly is not worth a word."""


def fit_chart(answer: TextAnswer) -> BarChart:
    """One bar per pool the model uses, each as long as the whole memory, so that the limit never moves.

    A memory of unknown size has no bar, nor has main memory where only what lies there in any case is in it.
    """
    estimate = answer.chosen
    used = estimate.fit.pools if estimate.fit.verdict == "spills" else estimate.fit.pools[:1]
    pools = [pool for pool in used if pool.total_bytes or pool.free_bytes]
    stacks = [_stack(estimate, pool, first=index == 0) for index, pool in enumerate(pools)]
    rows = [
        (bar_name(estimate.processor_name, pool), name, capacity(amount))
        for pool, stack in zip(pools, stacks, strict=True)
        for name, amount in stack.rows
    ]
    return BarChart(
        title=fit_words(estimate),
        subtitle=say("Each bar is one whole memory; figures in {unit}", unit=memory_unit().name),
        sentence=_sentence(answer),
        axis=linear_axis(say("% of the memory"), largest=max([100.0, *(stack.end_percent() for stack in stacks)])),
        bars=tuple(
            Bar(
                name=bar_name(estimate.processor_name, pool),
                segments=stack.segments(),
                limit=100.0,
                limit_text=capacity(stack.limit_bytes),
            )
            for pool, stack in zip(pools, stacks, strict=True)
        ),
        table=Table((say("Memory"), say("Part"), say("Size")), tuple(rows)),
    )


def bar_name(processor_name: str, pool: PoolNeed) -> str:
    """The pool, and whose it is where it belongs to a card or to several."""
    name = say(POOL_NAMES[pool.pool])
    return f"{name}: {short_name(processor_name)}" if pool.pool == "vram" else name


def _filled(estimate: Estimate, pool: PoolNeed, *, first: bool = True) -> MemoryStack:
    """What lies in a memory, without what is left of it."""
    stack = MemoryStack(limit_bytes=pool.total_bytes if pool.total_bytes is not None else pool.free_bytes)
    if pool.total_bytes is not None and pool.free_bytes is not None:
        stack.add(say("other programs"), pool.total_bytes - pool.free_bytes, "other_programs")
    if first:
        stack.add(say("kept free"), estimate.fit.reserve_bytes or 0, "guide", hatched=True)
        _add_model(stack, estimate, pool)
    else:
        stack.add(say("spilled part"), pool.need_bytes, "spill", hatched=True)
    return stack


def _stack(estimate: Estimate, pool: PoolNeed, *, first: bool) -> MemoryStack:
    stack = _filled(estimate, pool, first=first)
    if first:
        stack.add(say("beside the fullest"), _uneven_bytes(estimate, stack), "guide", hatched=True)
    stack.close(say("free") if pool.free_bytes is not None else say("free or other programs"))
    return stack


def _uneven_bytes(estimate: Estimate, stack: MemoryStack) -> int:
    """What stays free on other cards once the fullest is full: layers do not divide evenly."""
    spare = estimate.fit.spare_bytes
    if estimate.fit.verdict not in ("fits", "tight") or spare is None or stack.limit_bytes is None:
        return 0
    left = stack.limit_bytes - stack.used_bytes - spare
    return left if left > _NOTABLE_SHARE * stack.limit_bytes else 0


def _add_model(stack: MemoryStack, estimate: Estimate, pool: PoolNeed) -> None:
    """The model's parts in its first pool: what is missing there against the total are weights elsewhere."""
    memory = estimate.memory
    elsewhere = max(0, memory.total_bytes - pool.need_bytes)
    stack.add(say("weights"), memory.weights_bytes - elsewhere, "weights")
    stack.add(say("conversation"), memory.kv_cache_bytes, "kv_cache")
    stack.add(say("buffers"), memory.compute_bytes + memory.output_bytes + memory.runtime_bytes, "buffers")


def _sentence(answer: TextAnswer) -> str:
    estimate, memory = answer.chosen, answer.chosen.memory
    parts = [
        say(
            "{model} as {quant} needs {all}: {weights} weights, {conversation} conversation memory (KV cache) for "
            "{context:,} tokens, the rest for buffers.",
            model=estimate.model_name,
            quant=estimate.quant,
            all=capacity(memory.total_bytes),
            weights=capacity(memory.weights_bytes),
            conversation=capacity(memory.kv_cache_bytes),
            context=estimate.context_tokens,
        )
    ]
    first = estimate.fit.pools[0] if estimate.fit.pools else None
    if first and first.total_bytes is not None and first.free_bytes is not None:
        held = first.total_bytes - first.free_bytes
        memory_words = say(POOL_WORDS[first.pool])
        if held > 0:
            parts.append(say("Other programs hold {held} of the {memory}.", held=capacity(held), memory=memory_words))
    if first and first.free_bytes is not None and estimate.fit.reserve_bytes:
        parts.append(say("{size} is kept free as a margin.", size=capacity(estimate.fit.reserve_bytes)))
    if first is not None and (left := _uneven_bytes(estimate, _filled(estimate, first))):
        parts.append(
            say(
                "Layers do not divide evenly: {size} on the other cards stay free once the fullest is full.",
                size=capacity(left),
            )
        )
    beside = spilled_bytes(estimate) - memory.output_bytes
    if beside > 0 and estimate.fit.verdict in ("fits", "tight"):
        parts.append(say("{size} of the weights, the table of words, lies in main memory.", size=capacity(beside)))
    return " ".join(parts)
