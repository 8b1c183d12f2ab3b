"""What it takes to run a model: its memory, and the least of the usual GPUs that do it well."""

from collections.abc import Iterator, Sequence

from advisor.answer.money.prices import Prices
from advisor.answer.which_model.published_forms import loss_steps
from advisor.cli.asking.answered import answer_if_any
from advisor.cli.asking.need.large_memory import SAME, SERVER, large_memory_ways, of_large_memory
from advisor.cli.asking.need.wished_speed import not_reached
from advisor.cli.asking.sentence.chips import Way
from advisor.cli.asking.side_by_side import Compared, answered_row, compared
from advisor.cli.asking.steps import Held, Needs
from advisor.cli.asking.versus.row import Row, is_useful_filled
from advisor.cli.asking.wish import AUTO
from advisor.cli.frame.profile import DEFAULT_WORKLOAD
from advisor.facts.asked.question import CACHE_TYPE
from advisor.present.words.money import currency_of, span_words
from advisor.present.words.quantity import capacity

_USUAL = (
    "RTX 4060", "RTX 3060 12GB", "RTX 5060 Ti 16GB", "RTX 3090", "RTX 5090", "2x RTX 3090", "3x RTX 3090",
    "RTX PRO 6000 Blackwell", "4x RTX 3090", "2x RTX PRO 6000 Blackwell", "4x RTX PRO 6000 Blackwell",
)  # fmt: skip
"""From the least to what is bought for a home at most (a judgment)."""
_NUMBERS = (1, 2, 3, 4, 6, 8, 12)
_RAM, _KIT = ("--ram", "64"), "memory/ddr5/2x32"
_FILES = ("Q4_K_M", "Q8_0")
"""Of which the memory is told where nobody names a file: the usual one, and one that loses hardly anything."""
_ROOMY = ("--gpu", "none", "--ram", "1024")
_SHOWN = 4
_LORA, _QLORA = "fine-tune-lora", "fine-tune-qlora"
_SMALL = "q8_0"
"""The cache that takes half the memory."""


def needed(asked: Needs, prices: Prices) -> Compared:
    """The usual GPUs from the last that is too little on, as a table, and which is the least."""
    held = Held((asked.model,), asked.workload, (), asked.settings)
    quant = (asked.model.quants or (AUTO,))[0]
    rows, good = list[Row](), list[Row]()
    for way in _ways(asked.card, prices):
        rows.append(_row(way, asked, held, quant, prices))
        is_meant = bool(asked.model.quants) or not loss_steps(rows[-1].answer.settings.quant or "")
        is_good = is_meant and rows[-1].is_useful and rows[-1].rate >= asked.wanted_per_s
        good += rows[-1:] if is_good and is_useful_filled(rows[-1]) else []
        if len(good) >= _SHOWN and any(map(_is_whole, good)):
            break
    is_too_slow = not good and asked.wanted_per_s > 0
    mark = good[0] if good else max(rows, key=lambda one: one.rate) if is_too_slow else rows[-1]
    first = rows.index(mark)
    shown = rows[max(0, first - 1) : first + _SHOWN]
    others = [] if asked.card else _others(asked, held, quant, prices)
    told = not_reached(asked, rows, prices) if is_too_slow else _least(good, asked.card)
    least = (*_of_four_bits(asked, held, prices), *told)
    ending = " ".join((*memory_words(asked, prices), *least, *of_large_memory(others, prices)))
    notes = ("Assumed: 64 GB of RAM beside the GPU (--ram).", *_of_ram(shown, prices))
    servers = [one for one in others if one.name.startswith((SERVER, SAME))]
    unified = [one for one in others if one not in servers]
    table = [*servers, *unified, *shown] if asked.is_cheapest else [*shown, *others]
    return compared(table, None, prices, notes=notes, said=ending)


def _of_ram(shown: Sequence[Row], prices: Prices) -> Iterator[str]:
    """What the RAM costs in which a part lies, beside cards that are priced alone."""
    price = prices.bought(_KIT)
    if price is not None and any(one.answer.settings.placement == "gpu+ram" for one in shown):
        cost = span_words(price, currency_of(prices.money))
        yield f"A GPU's price is without the PC; 64 GB of DDR5 RAM cost {cost} on top where it has less."


def _row(way: Way, asked: Needs, held: Held, quant: str, prices: Prices) -> Row:
    """What one of them does; in the usual file where that alone comes nearer to a wished speed."""
    row = answered_row(way, asked.model.name, held, quant, prices)
    if not row.rate or asked.model.quants or row.rate >= asked.wanted_per_s or row.answer.settings.quant == _FILES[0]:
        return row
    usual = answered_row(way, asked.model.name, held, _FILES[0], prices)
    return usual if usual.is_useful and usual.rate > row.rate else row


def _others(asked: Needs, held: Held, quant: str, prices: Prices) -> list[Row]:
    """Computers with much memory that run it in a file of good quality, for a model that no few GPUs hold."""
    need_bytes = next((size for size, _ in _sizes(asked, prices)), 0)
    rows = list[Row]()
    for way in large_memory_ways(need_bytes, prices):
        file = rows[-1].answer.settings.quant or quant if rows and way.name.startswith(SAME) else quant
        rows.append(answered_row(way, asked.model.name, held, file, prices))
    return [one for one in rows if one.rate]


def _ways(wanted: str, prices: Prices) -> Iterator[Way]:
    """The usual GPUs, or so many of the one that is wanted."""
    for name in [f"{number}x {wanted}" for number in _NUMBERS] if wanted else _USUAL:
        number, _, card = name.rpartition("x ")
        yield Way(("--gpu", name, *_RAM), name, prices.catalog.gpus.find(card) or "", int(number or 1))


def memory_words(asked: Needs, prices: Prices) -> Iterator[str]:
    """How much memory its usual files take."""
    sizes = [f"{capacity(size)} as {quant}" for size, quant in _sizes(asked, prices)]
    if not sizes:
        return
    is_cached = not any(CACHE_TYPE in one for one in asked.settings)
    small = asked._replace(settings=(*asked.settings, "--set", f"{CACHE_TYPE}={_SMALL}"))
    less = [f"{capacity(size)} as {quant}" for size, quant in _sizes(small, prices)] if is_cached else []
    is_long = "--context" in asked.settings and less and less != sizes
    told = f"; with its cache as {_SMALL}, which nobody can tell apart, {', '.join(dict.fromkeys(less))}"
    beside = told if is_long else ""
    yield f"{asked.model.name} needs {', '.join(dict.fromkeys(sizes))}, context included{beside}."


def _sizes(asked: Needs, prices: Prices) -> Iterator[tuple[int, str]]:
    """What each of its usual files takes."""
    model_id = prices.catalog.models.find(asked.model.name)
    if (asked.workload or DEFAULT_WORKLOAD) not in prices.catalog.workloads or model_id is None:
        return
    own = prices.catalog.models[model_id].native_quant
    files = asked.model.quants or ((own,) if own and "4" in own else _FILES)
    work = ("--workload", asked.workload) if asked.workload else ()
    for quant in files:
        words = (asked.model.name, *work, "--quant", quant, *_ROOMY, *asked.settings)
        if (answer := answer_if_any(words, prices.catalog)) is not None:  # else there is no such file of it
            yield sum(answer.need_bytes.values()), answer.settings.quant or quant


def _is_whole(row: Row) -> bool:
    return row.answer.settings.placement == "gpu"


def _least(good: Sequence[Row], wanted: str) -> Iterator[str]:
    """Which of those that do it well is the least, and the least that holds all of it."""
    if not good:
        number = f"No number of them up to {_NUMBERS[-1]}" if wanted else "None of the usual GPUs"
        yield f"{number} does this well."
        return
    whole = next(filter(_is_whole, good), None)
    beside = _cached(good[0]) if good[0] is whole else ", with a part in RAM"
    of = "" if wanted else " of the usual GPUs"
    yield f"{good[0].name} is the least{of} that does this well{beside}{_tight(good[0])}."
    if whole is not None and good[0] is not whole:
        yield f"{whole.name} is the least that holds it whole{_cached(whole)}{_tight(whole)}."
    elif (roomy := next((one for one in good if one.answer.fit != "tight"), None)) is not None and _tight(good[0]):
        yield f"{roomy.name} has room to spare."


def _of_four_bits(asked: Needs, held: Held, prices: Prices) -> Iterator[str]:
    """The least card that trains it with QLoRA, where LoRA is asked for: that is what most people do."""
    if asked.workload != _LORA:
        return
    four_bits = held._replace(workload=_QLORA)
    for way in _ways(asked.card, prices):
        row = answered_row(way, asked.model.name, four_bits, AUTO, prices)
        if row.is_useful:
            yield f"With QLoRA (4-bit model) {row.name} is enough{_tight(row)}. With LoRA in 16 bits:"
            return


def _tight(row: Row) -> str:
    """That hardly any memory is left beside it, with how much it takes; empty where some is."""
    vram = row.answer.need_bytes.get("vram")
    if row.answer.fit != "tight" or not vram:
        return ""
    return f", but only just: it takes {capacity(vram)}, so close other programs"


def _cached(row: Row) -> str:
    """That a card holds all of it only with a smaller cache; empty for one that needs none."""
    return f", with its cache as {_SMALL}" if f"-ctk {_SMALL}" in (row.answer.settings.command or "") else ""
