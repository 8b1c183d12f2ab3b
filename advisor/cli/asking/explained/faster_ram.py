"""Whether RAM with a higher rate makes models faster: no where they lie in VRAM, else by the speeds with both."""

import re
from collections.abc import Iterator, Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.cli.asking.answered import answer_if_any, in_file_of
from advisor.cli.asking.best_of_all import first_answers
from advisor.cli.asking.explained.both_rams import GAIN, model_meant, rate_of, rates_of, without_ram
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.sentence.trade import asks_ram_or_card
from advisor.cli.frame.rig_options import USUAL_RAM_GB
from advisor.facts.answers.ask import AskAnswer
from advisor.present.words.quantity import speed_number, times

_RAM = r"(?<!v)(?<!v-)(?:ram\b|memory\b|sticks?\b|kits?\b|ddr\d)"
_QUICK = re.compile(
    rf"\b(?:faster|quicker|higher[- ]?(?:clock\w*|speed|frequency)|overclock\w*|quick|fast)[\w -]{{0,20}}?{_RAM}"
    rf"|{_RAM}[\w -]{{0,12}}\b(?:speed(?! ?up)|clock|overclock\w*|frequency|mt/?s)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\b(?:will|would|does|do|can|could|is|should|shall|whether|worth|help\w*|matter\w*|need)\b", re.IGNORECASE
)
_RATES = {"DDR5": (4800, 6000), "DDR4": (2666, 3600), "DDR3": (1333, 1866)}
"""What is sold cheaply, and what is bought for speed (a judgment)."""
_USUAL = "DDR5"
_OF_ANOTHER_BOARD = (
    "{kind} takes another board, and a CPU for it: a used graphics card for that money gains far more "
    "(`worth` says how much)."
)


def asks_faster_ram(told: Said) -> bool:
    """Whether it is asked if RAM with a higher rate makes models faster, on one computer at most."""
    text, hardware = told.wording.text, told.hardware
    rates = rates_of(told)
    is_asked = _ASKED.search(text) is not None and (_QUICK.search(text) is not None or len(rates) > 1)
    is_one = len(hardware.computers) < 2 and len(told.models) < 2
    return is_asked and is_one and told.spent is None and len(rates) < 3 and not asks_ram_or_card(text)


def as_owned(told: Said) -> Said:
    """The question with its card as one that is there: "is faster RAM worth it with a 4090"."""
    if not asks_faster_ram(told):
        return told
    there = tuple(one._replace(role="owned", added=0) for one in told.hardware.computers)
    return told._replace(hardware=told.hardware._replace(computers=there))


def faster_ram_words(
    told: Said, rig: Sequence[str], workload: str, settings: Sequence[str], catalog: Catalog
) -> list[str]:
    """Yes or no with both speeds, then what gains most of it."""
    now, then = _rams(told)
    base = without_ram(rig)
    if "--machine" in base:
        return []
    with_now, with_then = ([*base, "--ram", str(one)] for one in (now, then))
    model = model_meant(told, with_now, workload, settings, catalog)
    asks = (model, "--workload", workload, *settings)
    before = answer_if_any((*asks, *with_now), catalog)
    file = in_file_of(before)
    after = answer_if_any((*asks, *with_then, *file), catalog)
    if before is None or after is None or "wont_run" in (before.usability, after.usability) or not rate_of(before):
        return []
    what = f"{_named(then)} in place of {_named(now)}"
    if before.settings.placement != "gpu" and len(rates_of(told)) > 1 and not told.is_bought:
        return []  # both are held against each other
    lines = [_first(before, after, what)]
    if now.type != then.type and rate_of(after) >= GAIN * rate_of(before):
        lines.append(_OF_ANOTHER_BOARD.format(kind=then.type))
    if before.settings.placement == "gpu":
        lines.append("VRAM is read, not RAM. RAM counts only for models that do not fit in VRAM.")
        lines += _divided(with_now, with_then, workload, settings, catalog)
    return lines


def _rams(told: Said) -> tuple[NamedMemory, NamedMemory]:
    """The slower and the faster RAM, of one size: as told, else what is sold cheaply and what for speed."""
    own = told.hardware.ram or NamedMemory()
    named = [one.told for one in (*told.hardware.rams, *told.hardware.offered_rams)]
    kind = own.type or next((one.type for one in named if one.type), None) or _USUAL
    rates = sorted(rates_of(told))
    usual, quick = _RATES.get(kind, _RATES[_USUAL])
    slow = rates[0] if len(rates) > 1 or (rates and rates[0] < quick) else usual
    fast = rates[-1] if rates and rates[-1] > slow else quick
    gib = own.gib or next((one.gib for one in named if one.gib), None) or float(USUAL_RAM_GB)
    kinds = {one.mt_per_s: one.type for one in named if one.type}
    now, then = (NamedMemory(gib=gib, type=kinds.get(rate, kind), mt_per_s=rate) for rate in (slow, fast))
    return now, then


def _named(one: NamedMemory) -> str:
    return f"{one.type}-{one.mt_per_s}"


def _first(before: AskAnswer, after: AskAnswer, what: str) -> str:
    gain = rate_of(after) / rate_of(before)
    slow, fast = speed_number(rate_of(before)), speed_number(rate_of(after))
    if before.settings.placement == "gpu" and gain < GAIN:
        return f"No: {before.model} lies in VRAM and writes about {slow} tokens/s with either RAM."
    if gain < GAIN:
        return f"No: with {what} {before.model} writes about {fast} tokens/s, now about {slow}."
    return f"Yes, {times(gain)} as fast: with {what} {before.model} writes about {fast} tokens/s, now about {slow}."


def _divided(
    now: Sequence[str], then: Sequence[str], workload: str, settings: Sequence[str], catalog: Catalog
) -> Iterator[str]:
    """What the first model gains of which a part lies in RAM."""
    for one, _ in first_answers(now, workload, catalog, settings):
        if one.settings.placement in ("gpu", "cpu") or not rate_of(one):
            continue
        file = in_file_of(one)
        after = answer_if_any((one.model, "--workload", workload, *settings, *then, *file), catalog)
        if after is not None and rate_of(after):
            slow, fast = speed_number(rate_of(one)), speed_number(rate_of(after))
            yield f"Partly in RAM, {one.model} would write about {fast} tokens/s in place of {slow}."
        return
