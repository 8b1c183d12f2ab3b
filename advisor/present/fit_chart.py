"""Chart "Fit": one stacked bar per memory pool, the limit as a line, what spills hatched."""

from dataclasses import dataclass, field

from advisor.facts.estimate import Estimate, PoolNeed
from advisor.facts.rig import Pool
from advisor.facts.rig_answer import RigAnswer
from advisor.facts.units import GIB
from advisor.present.answer_text import fit_words, spilled_bytes
from advisor.present.limit import POOL_WORDS
from advisor.present.quantity import capacity, capacity_gib
from advisor.present.series import Bar, BarChart, Role, Segment, Table
from advisor.present.ticks import linear_axis

POOL_NAMES: dict[Pool, str] = {"vram": "Graphics", "ram": "Main", "unified": "Shared"}
"""Name of a pool beside its bar."""


@dataclass
class _Stack:
    """Segments of one bar, laid from the left; what lies beyond the limit becomes the spill."""

    limit_bytes: int | None
    used_bytes: int = 0
    segments: list[Segment] = field(default_factory=list)
    rows: list[tuple[str, int]] = field(default_factory=list)

    def add(self, name: str, amount_bytes: int, role: Role, *, hatched: bool = False) -> None:
        """Lay `amount_bytes` down; the part beyond the limit is kept for `close`."""
        if amount_bytes <= 0:
            return
        room = amount_bytes if self.limit_bytes is None else self.limit_bytes - self.used_bytes
        inside = max(0, min(amount_bytes, room))
        if inside:
            self.segments.append(_segment(name, self.used_bytes, inside, role, hatched=hatched))
        self.used_bytes += amount_bytes
        self.rows.append((name, amount_bytes))

    def close(self) -> None:
        """Add one hatched segment for everything beyond the limit."""
        if self.limit_bytes is not None and self.used_bytes > self.limit_bytes:
            beyond = self.used_bytes - self.limit_bytes
            self.segments.append(_segment("does not fit", self.limit_bytes, beyond, "spill", hatched=True))
            self.rows.append(("does not fit", beyond))


def fit_chart(answer: RigAnswer) -> BarChart:
    """Bars of the chosen way to run the model; the memory it does not use is shown for comparison."""
    estimate = answer.chosen
    pools = list(estimate.fit.pools)
    if answer.cpu and all(pool.pool == "vram" for pool in pools):
        pools += [pool.changed(need_bytes=0) for pool in answer.cpu.fit.pools if pool.pool == "ram"]
    stacks = [_stack(estimate, pool, first=index == 0) for index, pool in enumerate(pools)]
    largest = max((max(stack.used_bytes, stack.limit_bytes or 0) for stack in stacks), default=GIB)
    rows = [
        (POOL_NAMES[pool.pool], name, capacity(amount))
        for pool, stack in zip(pools, stacks, strict=True)
        for name, amount in stack.rows
    ]
    return BarChart(
        title=fit_words(estimate),
        subtitle="What is in memory, GiB",
        sentence=_sentence(estimate),
        axis=linear_axis("GiB", largest=largest / GIB),
        bars=tuple(
            Bar(
                name=POOL_NAMES[pool.pool],
                segments=tuple(stack.segments),
                limit=None if stack.limit_bytes is None else stack.limit_bytes / GIB,
                limit_text="" if stack.limit_bytes is None else capacity(stack.limit_bytes),
            )
            for pool, stack in zip(pools, stacks, strict=True)
        ),
        table=Table(("Memory", "Part", "Size"), tuple(rows)),
    )


def _stack(estimate: Estimate, pool: PoolNeed, *, first: bool) -> _Stack:
    stack = _Stack(limit_bytes=pool.total_bytes if pool.total_bytes is not None else pool.free_bytes)
    if pool.total_bytes is not None and pool.free_bytes is not None:
        stack.add("other programs", pool.total_bytes - pool.free_bytes, "other_programs")
    if first:
        _add_model(stack, estimate, pool)
    else:
        stack.add("spilled part", pool.need_bytes, "spill", hatched=True)
    stack.close()
    if pool.free_bytes is None and pool.total_bytes is not None:
        stack.add("free or others': unknown", pool.total_bytes - stack.used_bytes, "other_programs", hatched=True)
    elif stack.limit_bytes is not None:
        left = stack.limit_bytes - stack.used_bytes
        margin = min(left, estimate.fit.reserve_bytes or 0) if first else 0
        stack.add("safety margin", margin, "guide")
        stack.add("free" if pool.need_bytes else "free, not needed", left - margin, "free")
    return stack


def _add_model(stack: _Stack, estimate: Estimate, pool: PoolNeed) -> None:
    """The model's parts in its first pool: what is missing there against the total are weights elsewhere."""
    memory = estimate.memory
    elsewhere = max(0, memory.total_bytes - pool.need_bytes) if spilled_bytes(estimate) else 0
    stack.add("weights", memory.weights_bytes - elsewhere, "weights")
    stack.add("conversation", memory.kv_cache_bytes, "kv_cache")
    stack.add("buffers", memory.compute_bytes + memory.output_bytes + memory.runtime_bytes, "buffers")


def _segment(name: str, start_bytes: int, amount_bytes: int, role: Role, *, hatched: bool) -> Segment:
    text = f"{name} {capacity_gib(amount_bytes)}"
    return Segment(name, start_bytes / GIB, amount_bytes / GIB, text, role, hatched)


def _sentence(estimate: Estimate) -> str:
    memory = estimate.memory
    need = (
        f"{estimate.model_name} as {estimate.quant} needs {capacity(memory.total_bytes)}: "
        f"{capacity(memory.weights_bytes)} weights, {capacity(memory.kv_cache_bytes)} conversation memory (KV cache) "
        f"for {estimate.context_tokens:,} tokens, the rest for buffers."
    )
    held = sum(
        pool.total_bytes - pool.free_bytes
        for pool in estimate.fit.pools[:1]
        if pool.total_bytes is not None and pool.free_bytes is not None
    )
    if held <= 0:
        return need
    return f"{need} Other programs hold {capacity(held)} of the {POOL_WORDS[estimate.fit.pools[0].pool]}."
