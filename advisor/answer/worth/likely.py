"""Which of many purchases are asked in full: at every level of price those that memory and bandwidth speak for."""

from collections.abc import Mapping, Sequence
from math import sqrt

from advisor.answer.money.prices import WITH_MEMORY, set_count
from advisor.answer.what_if.upgrade import Upgrade
from advisor.answer.worth.compared import A_TENTH
from advisor.answer.worth.ease import ease_of
from advisor.answer.worth.listed import BESIDE, Shown, is_of_server
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached
from advisor.facts.answers.worth import WITH_CARD
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.units import GIB

_OF_LEVEL, _OF_MAKER = 4, 2
"""So many of one level of price are asked in full, so many of them of one maker."""
_BESIDE_BYTES = 3 * GIB // 2
"""What the engine and the reserve take of each memory, about."""
_PICTURES = ("image", "video")
_OF_PEAK: Mapping[str, float] = {"amd": 0.5, "intel": 0.25}
"""Of what programs for pictures reach of an NVIDIA card's peak, that of other makers' (`share` and `maker_share` of
specs/networks, about): by their data sheets alone they would take the places of faster ones."""
_OFF = 1.6
"""How far such a figure may be off: what does not bring a tenth even so is not asked about."""


def likely(offers: Sequence[Upgrade], rig: Rig, now: Reached, question: WorthQuestion) -> list[Upgrade]:
    """Of cards and computers the likely best of each level of price, of all else everything, in their order.

    Beyond what may be spent what the power supply that is there feeds takes no place of what wants a larger one.
    """
    least = A_TENTH / _OFF * _rate(rig, now, question) if now.runs else 0.0
    rates = {one.id: _rate(one.rig, now, question) for one in offers if one.kind in WITH_CARD}
    kept = {one.id for one in offers if one.kind not in WITH_CARD or one.is_twin or question.asks_about(one.id)}
    shown, beyond, beyond_fed, with_memory = (Shown(_OF_LEVEL, _OF_MAKER) for _ in range(4))
    usual, beside = Shown(_OF_LEVEL, _OF_MAKER, is_for_memory=True), Shown(BESIDE, BESIDE)
    for one in sorted(offers, key=lambda one: -rates.get(one.id, 0.0) * ease_of(one, question) / _dearness(one)):
        if one.id in kept or rates[one.id] < least:
            continue
        memory_bytes = set_count(one.id) * (one.rig.processors[-1].memory_total_bytes.value or 0)
        among = shown if is_of_server(one.needs) else usual
        among = with_memory if one.id.startswith(WITH_MEMORY) else among
        among = beside if one.kind == "second_card" and among is usual and question.is_interactive else among
        if one.price is not None and question.is_beyond(one.price):
            among = beyond if "supply_in_price" in one.doubts else beyond_fed
        price = one.bare_price or one.price
        if among.takes(price, one.maker, memory_bytes):
            for each in {among, shown} if among is usual else {among}:
                each.add(price, one.maker, memory_bytes)
            kept.add(one.id)
    return [one for one in offers if one.id in kept]


def _dearness(one: Upgrade) -> float:
    """The root of the price, as in the order of what is compared."""
    return sqrt(max(one.price.usd.middle if one.price is not None else 1.0, 1.0))


def _rate(rig: Rig, now: Reached, question: WorthQuestion) -> float:
    """About how often a second all is read that a token needs; operations a second for other tasks."""
    cards = [one for one in rig.processors if one.kind == "gpu" and one.blocked is None]
    need = float(now.need_bytes or 0)
    if not question.is_interactive:
        shares = _OF_PEAK if question.task in _PICTURES else {}
        return max((shares.get(one.vendor, 1.0) * _operations(one, need) for one in cards), default=0.0)
    left, seconds = 1.0, 0.0
    for one in sorted(cards, key=_bytes_per_s, reverse=True):
        room = max(0.0, (one.memory_total_bytes.value or 0) - _BESIDE_BYTES)
        part = min(left, room / need) if need else left
        seconds += part / max(_bytes_per_s(one), 1.0)
        left -= part
    host = next((one for one in rig.processors if one.kind == "cpu"), None)
    if left > 0:
        seconds += left / max(_bytes_per_s(host) if host is not None else 0.0, 1.0)
    held = 1.0 - max(0.0, left - (_beside(host, cards) / need if need else left))
    return held**2 / seconds if seconds else 0.0


def _beside(host: Processor | None, cards: Sequence[Processor]) -> float:
    """How much main memory there is beside that of the cards: none where it is the same."""
    if host is None or any(one.pool == "unified" for one in cards):
        return 0.0
    return host.memory_total_bytes.value or 0.0


def _operations(one: Processor, need: float) -> float:
    """Operations per second where the memory holds what is needed, a part of them where it does not."""
    rate = one.fp16_flop_per_s.value or one.fp32_flop_per_s.value or 0.0
    held = min(1.0, (one.memory_total_bytes.value or 0) / need) if need else 1.0
    return rate * held**2


def _bytes_per_s(one: Processor) -> float:
    return one.best_bytes_per_s.value or 0.0
