"""What complete computers and memory were told to cost, in a question on buying them."""

import re
from collections.abc import Callable, Iterator, Sequence

from advisor.answer.money.prices import Prices
from advisor.cli.asking.sentence.chips import Way
from advisor.cli.asking.sentence.hardware import Computer, Hardware
from advisor.cli.asking.sentence.memory import NamedRam
from advisor.cli.asking.sentence.money import Spent
from advisor.facts.cards.memory_kit import MEMORY_KITS
from advisor.present.words.money import currency_of, price_words

_TOO_MUCH, _FAR_LESS = 1.1, 0.9
"""So many times what the list has is more than it sells for, or less (judgments)."""
_BUILT = re.compile(
    r"(?<!my )(?<!our )(?<!this )(?<!existing )(?<!current )"
    r"\b(?:build(?:ing|s)?|built|diy|pcs?|rigs?|desktops?|towers?|workstations?|servers?|systems?|machines?|box|set-?ups?"
    r"|from parts|put(?:ting)? together|assembl\w+)\b",
    re.IGNORECASE,
)
_SOLD_WITH = re.compile(
    r"(?<!my )(?<!my old )(?<!this )\b"
    r"(?:pcs?|rigs?|desktops?|workstations?|builds?|prebuilt|computers?|machines?|servers?|laptops?|notebooks?)"
    r" (?:with|that has|having|which has|,|w/) (?:(?:an?|one|used|nvidia|rtx|the|single) )*$",
    re.IGNORECASE,
)
_SOLD_AS = re.compile(
    r"^ (?:gaming )?(?:pc|rig|desktop|workstation|build|prebuilt|computer|machine|server|laptop|notebook)\b", re.I
)
_AROUND = 40
"""So many letters around a card in which a word stands for the computer that is built with it."""

Dollars = Callable[[Spent], float]


def of_size(one: Computer, ways: Sequence[Way], usd: Dollars, prices: Prices) -> tuple[Way, ...]:
    """Of a computer in several sizes the one whose price is nearest to what it was told to cost, else the least."""
    sold = [(price.usd.middle, way) for way in ways if (price := prices.bought(way.priced)) is not None]
    if one.asked is None or len(ways) < 2:
        return tuple(ways)
    if not sold:
        return (ways[0],)
    amount = usd(one.asked)
    return (min(sold, key=lambda each: abs(each[0] - amount))[1],)


def told_of_wholes(ways: Sequence[tuple[Computer, Way]], usd: Dollars) -> tuple[tuple[str, float], ...]:
    """What each was told to cost, by the id of its price."""
    return tuple((way.priced, usd(one.asked)) for one, way in ways if one.asked is not None and way.priced)


def without_own(computers: Sequence[Computer], ways: Sequence[tuple[Way, ...]]) -> Iterator[tuple[Way, ...]]:
    """The same, what is there without a price: it costs nothing more."""
    for one, some in zip(computers, ways, strict=True):
        yield tuple(way._replace(priced="") for way in some) if one.role == "owned" else some


def beside_list(ways: Sequence[tuple[Computer, Way]], usd: Dollars, prices: Prices) -> Iterator[str]:
    """What the list has where that is not about what was told."""
    currency = currency_of(prices.money)
    for one, way in ways:
        usual = prices.bought(way.priced) if way.priced else None
        if one.asked is None or usual is None:
            continue
        amount, sold = usd(one.asked), price_words(usual, currency)
        if amount > _TOO_MUCH * usual.usd.high:
            yield f"{way.name}: {currency.text(amount)} is too much, it sells for {sold}."
        elif amount < _FAR_LESS * usual.usd.low:
            yield f"{way.name}: {currency.text(amount)} as you say; it usually sells for {sold}."


def kit_size(ram: NamedRam, own_gib: float) -> float:
    """How much there is in all with memory that is bought; what comes beside it counts where kits are of that size."""
    whole = ram.in_all(own_gib)
    return whole if any(kit.gib == whole for kit in MEMORY_KITS.values()) else ram.told.gib or 0.0


def asked_words(
    hardware: Hardware, named: Callable[[Computer], Way], told: Callable[[Spent], float], *, is_outside: bool
) -> list[str]:
    """The options of `worth` for computers and memory that were told at a price; alone they are held against an API."""
    words = list[str]()
    for one in hardware.offered if len(hardware.computers) > 1 or is_outside else ():
        if one.asked is not None and one.chip is not None and (way := named(one)).options[0] == "--machine":
            consider = () if is_outside else ("--consider", way.name)
            words += [*consider, "--price", f"{way.name}={told(one.asked):g}"]
    own = hardware.ram.gib if hardware.ram is not None else None
    for ram in hardware.offered_rams:
        if ram.asked is not None and ram.told.gib:
            words += ["--price", f"{kit_size(ram, own or 0.0):g}GB RAM={told(ram.asked):g}"]
    return words


def built_places(computers: Sequence[Computer], text: str) -> tuple[int, ...]:
    """Which of the computers are cards around which a PC is built; none where no complete computer is beside them."""
    if not any(one.chip is not None for one in computers):
        return ()
    return tuple(place for place, one in enumerate(computers) if one.gpus and not one.added and is_built(one, text))


def is_sold_built(one: Computer, text: str) -> bool:
    """Whether a PC is offered in which a card is: `a pc with a 3090`, `3090 pc for $1500`."""
    if len(one.gpus) != 1 or one.added:
        return False
    if text[: one.gpus[0].end].lower().endswith(("laptop", "notebook")):
        return re.search(r"\b(?:my|have|own)\b", text, re.IGNORECASE) is None
    before, behind = text[: one.gpus[0].start], text[one.gpus[0].end :]
    return _SOLD_WITH.search(before) is not None or _SOLD_AS.match(behind) is not None


def is_built(one: Computer, text: str) -> bool:
    """Whether a word for a PC stands around a card, on its side of what it is held against."""
    start, end = one.gpus[0].start, one.gpus[-1].end
    before = re.split(r"\b(?:or|vs\.?|versus|over|than|against)\b|[?!;]|\. ", text[max(0, start - _AROUND) : start])[-1]
    behind = re.split(r"\b(?:or|vs\.?|versus|over|than|against)\b|[?!;]|\. ", text[end : end + _AROUND])[0]
    return _BUILT.search(before) is not None or _BUILT.search(behind) is not None
