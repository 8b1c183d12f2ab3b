"""Whether a need goes into the memory of a device (docs/physics.md 5)."""

from collections.abc import Iterable, Sequence

from advisor.facts.answers.estimate import CardPart, Fit, MemoryNeed, PoolNeed, Verdict
from advisor.facts.rig.rig import Processor
from advisor.facts.values.os_name import IDLE_BYTES
from advisor.facts.values.units import GIB, MIB
from advisor.predict.memory.layout import UNCERTAIN_BYTES, UNCERTAIN_SHARE, Layout, uncertain_bytes

CARD_RESERVE_BYTES = 1024 * MIB
"""Left free on a discrete card: the margin llama.cpp itself keeps (common/common.h)."""

SMALL_CARD_SHARE = 1 / 8
"""Of a card below 8 GiB: nobody leaves a quarter of 4 GiB free (judged)."""

APPLE_RESERVE_BYTES = 512 * MIB
"""Beside the quarter or third of the memory that macOS keeps from the graphics part (judged)."""

SHARED_RESERVE_BYTES = 2 * GIB
SHARED_RESERVE_SHARE = 0.08
SHARED_RESERVE_MOST_BYTES = 12 * GIB
"""Left free in main or unified memory: the larger of both, and no more than that: what a system and its programs hold
does not grow with the memory of a server (judged)."""

SMALL_RESERVE_SHARE = 0.25
"""At most so much of the memory is kept for others: 2 GiB of a computer with 4 would leave it nothing (judged)."""

_APPLE_SHARES = ((512, 0.9063), (256, 0.87), (128, 0.84), (64, 0.81), (32, 0.78), (16, 0.74), (0, 2 / 3))
"""What macOS lets the graphics part of a chip use by default, by the GiB from which on, where it was not read.

`recommendedMaxWorkingSetSize` as logs of llama.cpp on macOS 26 and 27 print it (docs/physics.md 5.2).
"""


def apple_share(installed_bytes: float) -> float:
    """The part of the memory that macOS usually lets the graphics of a Mac use."""
    return next(share for least_gib, share in _APPLE_SHARES if installed_bytes >= least_gib * GIB)


def fit(
    need: MemoryNeed,
    processor: Processor,
    layout: Layout | None = None,
    *,
    devices: int = 1,
    host: Processor | None = None,
    cards: tuple[Processor, ...] = (),
) -> Fit:
    """The verdict: fits when the high end of the need is within the budget, tight when only the middle is.

    Spare bytes = (budget - fullest device) x devices; budget = free - reserve (docs/physics.md 5.2, 5.3). Of several
    different `cards` it is the sum of their budgets less what they hold. On a Mac what goes into all that macOS grants
    to its graphics is tight, though other programs hold some of it now. Without a
    `layout` the devices hold all of it in equal parts; what it leaves to main memory must go there, too. On a
    discrete card that is too small the rest goes to main memory (`spills`) where that holds it, or where nothing is
    known of it; driver fallback is never counted as fitting; where it does not, what is missing is missing there.
    `unknown` where the size of the memory is.
    """
    layout = layout or Layout(need.total_bytes, -(-need.total_bytes // devices), 0)
    held_by = cards or (processor,) * devices
    budget = _sum(map(budget_bytes, held_by))
    if budget is None:
        unsized = PoolNeed(pool=processor.pool, need_bytes=need.total_bytes, free_bytes=None)
        return Fit(verdict="unknown", pools=(unsized,), budget_bytes=None, spare_bytes=None, reserve_bytes=None)
    spare = _spare_bytes(budget, layout, devices=devices, apart=bool(cards))
    verdict = alone = _verdict(spare, need)
    beside, is_divided = _host_spare(layout, processor, host), False
    if verdict != "too_big" and beside < 0:
        verdict, spare = "too_big", beside
    elif verdict == "too_big" and processor.pool == "vram":
        is_divided, left = True, _left_beside(spare, layout, host)
        verdict, spare = ("too_big", left) if left < 0 else ("spills", spare)
    held = max(0, budget) if is_divided else layout.cards_bytes
    pools = [_own_pool(held_by, held, host)]
    if held < need.total_bytes:
        pools.append(_host_pool(host, need.total_bytes - held))
    granted = granted_bytes(processor)
    if verdict == "too_big" and granted is not None and devices == 1 and need.total_bytes <= granted:
        left = granted - need.total_bytes
        return Fit(
            verdict="tight",
            pools=tuple(pools),
            budget_bytes=granted,
            spare_bytes=left,
            reserve_bytes=0,
            others_closed="tight",
        )
    return Fit(
        verdict=verdict,
        pools=tuple(pools),
        budget_bytes=budget,
        spare_bytes=spare,
        reserve_bytes=sum(map(reserve_bytes, held_by)),
        others_closed=_others_closed(
            "spills" if verdict == "spills" else alone, need, held_by, layout, apart=bool(cards)
        ),
        cards=card_parts(cards, layout),
    )


def _left_beside(spare_bytes: int, layout: Layout, host: Processor | None) -> int:
    """What main memory has left with all that the cards lack in it, below 0 where it lacks room; 0 if not known."""
    room = budget_bytes(host) if host is not None else None
    return 0 if room is None else room + spare_bytes - layout.main_bytes


def fit_in_two(
    need: MemoryNeed,
    processor: Processor,
    host: Processor | None,
    layout: Layout,
    *,
    devices: int = 1,
    cards: tuple[Processor, ...] = (),
) -> Fit:
    """The fit with a part of the model in main memory: `spills` when both pools, if known, hold their share."""
    held_by = cards or (processor,) * devices
    budget = _sum(map(budget_bytes, held_by))
    host_budget = budget_bytes(host) if host is not None else None
    spare = spare_in_two(processor, host, layout, devices=devices, cards=cards)
    verdict: Verdict = "unknown" if spare is None else "spills" if spare >= 0 else "too_big"
    return Fit(
        verdict=verdict,
        pools=(_pool(held_by, layout.cards_bytes), _host_pool(host, layout.main_bytes)),
        budget_bytes=budget,
        spare_bytes=spare,
        reserve_bytes=sum(map(reserve_bytes, held_by)),
        cards=card_parts(cards, layout),
        is_tight_beside=host_budget is not None and host_budget - layout.main_bytes < _uncertain_beside(need, layout),
    )


def too_big_for(need: MemoryNeed, found: Fit) -> Fit:
    """The fit where no part of a model that spills goes into main memory, either."""
    return found.changed(verdict="too_big", pools=(found.pools[0].changed(need_bytes=need.total_bytes),))


def spare_in_two(
    processor: Processor,
    host: Processor | None,
    layout: Layout,
    *,
    devices: int = 1,
    cards: tuple[Processor, ...] = (),
) -> int | None:
    """Bytes to spare in the fuller of both memories, below 0 where one does not hold its share; None if not known."""
    budget = _sum(map(budget_bytes, cards or (processor,) * devices))
    host_budget = budget_bytes(host) if host is not None else None
    spares = [] if budget is None else [_spare_bytes(budget, layout, devices=devices, apart=bool(cards))]
    spares += [] if host_budget is None else [host_budget - layout.main_bytes]
    return min(spares, default=None)


def _uncertain_beside(need: MemoryNeed, layout: Layout) -> int:
    """Bytes that the part in main memory may be off: of exact needs what an engine keeps beside it."""
    return max(UNCERTAIN_BYTES, 0 if need.exact else round(layout.main_bytes * UNCERTAIN_SHARE))


def card_parts(cards: Sequence[Processor], layout: Layout) -> tuple[CardPart, ...]:
    """What lies on each of several different cards; none where they do not hold it."""
    if not layout.by_card:
        return ()
    each = zip(cards, layout.tensor_split, layout.by_card, strict=True)
    return tuple(
        CardPart(name=card.name, layers=layers, need_bytes=size, free_bytes=free_bytes(card))
        for card, layers, size in each
    )


def _spare_bytes(budget: int, layout: Layout, *, devices: int, apart: bool) -> int:
    """Bytes to spare of the `budget` of all devices, below 0 where they do not hold it.

    Equal devices are as full as the fullest. Those that stand `apart` are filled one by one: what none has room for as
    a whole is missing, however much they have left together.
    """
    if not apart:
        return budget - layout.fullest_bytes * devices
    spare = budget - layout.cards_bytes
    return spare if layout.by_card else min(spare, -1)


def _sum(sizes: Iterable[int | None]) -> int | None:
    """The sum; None where one is not known."""
    known = list(sizes)
    return None if None in known else sum(size for size in known if size is not None)


def _verdict(spare_bytes: int, need: MemoryNeed) -> Verdict:
    """The verdict of one memory by what is to spare in it."""
    return "fits" if spare_bytes >= uncertain_bytes(need) else "tight" if spare_bytes >= 0 else "too_big"


def _host_spare(layout: Layout, processor: Processor, host: Processor | None) -> int:
    """What main memory has to spare for what the engine keeps beside a card that holds the rest; 0 if not known.

    Without a reserve: the rows of a table of embeddings are read from the file as they are needed.
    """
    free = free_bytes(host) if host is not None and processor.pool == "vram" else None
    return 0 if free is None else free - layout.main_bytes


def _others_closed(
    verdict: Verdict, need: MemoryNeed, held_by: tuple[Processor, ...], layout: Layout, *, apart: bool
) -> Verdict | None:
    """The verdict with nothing but this model in the memory, where that is what it takes to fit.

    Of different cards together it is not told: what each would hold then would have to be dealt out anew. Where what
    is held was not read, it is what a system takes that runs nothing else: only the reserve is set free.
    """
    budget = _sum(map(_left_alone_bytes, held_by))
    if budget is None or verdict not in ("spills", "too_big") or apart:
        return None
    alone = _verdict(_spare_bytes(budget, layout, devices=len(held_by), apart=False), need)
    return None if alone == "too_big" else alone


def _left_alone_bytes(one: Processor) -> int | None:
    """What is left for one program where no other runs; None where unknown."""
    is_idle = one.memory_free_bytes.value is not None and one.memory_free_bytes.origin == "estimated"
    return one.memory_free_bytes.value if is_idle else most_budget_bytes(one)


def with_others_closed(processor: Processor) -> Processor:
    """The same with as much free as no other program leaves it, its reserve beside that; as it is where unknown."""
    left = _left_alone_bytes(processor)
    if left is None:
        return processor
    free = processor.memory_total_bytes.changed(value=left + reserve_bytes(processor))
    return processor.changed(memory_free_bytes=free)


def budget_bytes(processor: Processor) -> int | None:
    """Free bytes of one device less its reserve, perhaps below 0; None where unknown (docs/physics.md 5.2)."""
    free = free_bytes(processor)
    return None if free is None else free - reserve_bytes(processor)


def most_budget_bytes(processor: Processor) -> int | None:
    """The same with no other program running; None where unknown (docs/physics.md 5.2)."""
    usable = _usable_bytes(processor)
    return None if usable is None else usable - reserve_bytes(processor)


def free_bytes(processor: Processor) -> int | None:
    """Free bytes of one device, or all a program may use where nothing is said about others; None where unknown."""
    free = processor.memory_free_bytes.value
    return _usable_bytes(processor) if free is None else free


def _usable_bytes(processor: Processor) -> int | None:
    """All that one program may use with no other running: what a machine tells is that already, also on Apple chips."""
    total = processor.memory_total_bytes
    is_told = total.origin in ("detected", "estimated")
    if total.value is None or is_told or processor.kind != "gpu" or processor.vendor != "apple":
        return total.value
    return round(total.value * apple_share(total.value))


def _withheld_bytes(processor: Processor) -> int:
    """What the system keeps of a memory from one device, whatever runs."""
    return (processor.memory_total_bytes.value or 0) - (_usable_bytes(processor) or 0)


_MOST_LEFT_BYTES = 8 * GIB
"""Of what is raised an eighth stays for macOS and its programs, at most so much (a judgment)."""


def granted_bytes(processor: Processor) -> int | None:
    """What macOS grants to its graphics, whatever other programs hold: it compresses and swaps those; else None.

    Not past the limit itself: what Metal is asked for beyond it fails.
    """
    is_metal = processor.kind == "gpu" and processor.vendor == "apple" and processor.pool == "unified"
    return _usable_bytes(processor) if is_metal else None


def most_granted_bytes(installed_bytes: int) -> int:
    """The most that macOS can be told to grant to its graphics that leaves the system and its programs enough."""
    return installed_bytes - max(IDLE_BYTES["macos"], min(_MOST_LEFT_BYTES, installed_bytes // 8))


def raised_limit_bytes(fit: Fit) -> int | None:
    """What macOS has to let the graphics use (`iogpu.wired_limit_mb`) for this to fit; None where that does not help.

    The most that leaves the system and its programs enough.
    """
    if fit.verdict != "too_big" or not fit.pools:
        return None
    pool = fit.pools[0]
    if pool.total_bytes is None or pool.withheld_bytes is None:
        return None
    raised_bytes = most_granted_bytes(pool.total_bytes)
    return raised_bytes if max(pool.need_bytes, pool.total_bytes - pool.withheld_bytes) <= raised_bytes else None


def _own_pool(held_by: Sequence[Processor], need_bytes: int, host: Processor | None) -> PoolNeed:
    return as_installed(_pool(held_by, need_bytes), held_by[0], host)


def as_installed(pool: PoolNeed, holder: Processor, host: Processor | None) -> PoolNeed:
    """Of the memory of a Mac's graphics all that is installed, of which macOS keeps a part; any other as it is."""
    installed, granted = host.memory_total_bytes.value if host is not None else None, granted_bytes(holder)
    if installed is None or granted is None or pool.withheld_bytes or installed <= granted:
        return pool
    return pool.changed(total_bytes=installed, withheld_bytes=installed - granted)


def _pool(held_by: Sequence[Processor], need_bytes: int) -> PoolNeed:
    return PoolNeed(
        pool=held_by[0].pool,
        need_bytes=need_bytes,
        free_bytes=_sum(map(free_bytes, held_by)),
        total_bytes=_sum(one.memory_total_bytes.value for one in held_by),
        withheld_bytes=sum(map(_withheld_bytes, held_by)) or None,
    )


def _host_pool(host: Processor | None, need_bytes: int) -> PoolNeed:
    return _pool((host,), need_bytes) if host else PoolNeed(pool="ram", need_bytes=need_bytes, free_bytes=None)


def reserve_bytes(processor: Processor) -> int:
    """Bytes to leave free on one device: 1 GiB of a discrete card, an eighth of a small one, else 2 GiB or 8 %.

    At most 12 GiB, never more than a quarter. What macOS lets the graphics part of a chip use is less already.
    """
    if processor.pool == "vram":
        total = processor.memory_total_bytes.value
        return CARD_RESERVE_BYTES if total is None else min(CARD_RESERVE_BYTES, round(total * SMALL_CARD_SHARE))
    if processor.kind == "gpu" and processor.vendor == "apple":
        return APPLE_RESERVE_BYTES
    total = processor.memory_total_bytes.value
    if total is None:
        return SHARED_RESERVE_BYTES
    large = min(max(SHARED_RESERVE_BYTES, round(total * SHARED_RESERVE_SHARE)), SHARED_RESERVE_MOST_BYTES)
    return min(large, round(total * SMALL_RESERVE_SHARE))
