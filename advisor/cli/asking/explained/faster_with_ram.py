"""Whether more RAM, or a second stick, makes a model faster: yes or no by the speeds with both, then what it does."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.cli.asking.answered import answer_if_any, in_file_of, rig_of
from advisor.cli.asking.best_of_all import newly_useful
from advisor.cli.asking.explained.both_rams import GAIN, model_meant, rate_of, without_ram
from advisor.cli.asking.sentence.said import Said
from advisor.cli.asking.sentence.trade import asks_ram_or_card
from advisor.cli.frame.rig_options import USUAL_RAM_GB
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.values.reason import ReasonError
from advisor.facts.values.sentence_error import SentenceError
from advisor.present.words.money import currency_of, span_words
from advisor.present.words.quantity import duration, speed_number, times

_MORE = (
    r"(?:more|extra|additional|add\w*|doubl\w+|upgrad\w+|increas\w+|expand\w*|bigger|another|second|instead of|from"
    r"|than)"
)
_RAM = r"(?<!v)(?<!v-)(?:ram\b|memory\b|sticks?\b|dimms?\b|modules?\b|ddr\d)"
_FASTER = r"(?:faster|quicker|speed\w*|slow\w*|tokens?\b|t/s|tok/s|tps|performance|perf\b|boost\w*|fast\b)"
_ASKED = re.compile(
    rf"\b(?:will|would|does|do|can|could|is|if|should|whether)\b(?=[^?]*\b{_MORE}\b)(?=[^?]*{_RAM})(?=[^?]*\b{_FASTER})",
    re.IGNORECASE,
)
_ONE_MORE = (
    r"(?:an?|one|the)? ?(?:second|2nd|another|extra|additional|matching|more)(?: (?:\d{1,3} ?gi?b|ddr\d\S*|ram|matching"
    r"|identical|of|memory)){0,3} (?:stick|dimm|module)\b"
)
_STICK = re.compile(
    rf"\b{_ONE_MORE}"
    r"|\b(?:one|a single|single|1)\b[^?.]{0,24}\bstick\b[^?.]{0,24}\bto (?:two|2)\b"
    r"|\bdual[ -]channel\b[^?]*\binstead of\b[^?]*\bsingle\b",
    re.IGNORECASE,
)
_HELPS = re.compile(r"\b(?:help\w*|worth\w*|matter\w*|benefit\w*|difference|improve\w*)\b", re.IGNORECASE)
_OTHER = re.compile(r"\bv-?ram\b|\bfaster (?:ram|memory|sticks?)\b|\bunified\b", re.IGNORECASE)
_CPU = re.compile(r"\bcpu\b", re.IGNORECASE)
_NAMED = 3


class Rams(NamedTuple):
    """The RAM that is there and that there would be, as options take them; `is_stick`: one stick would become two."""

    now: NamedMemory
    then: NamedMemory
    is_stick: bool


def asks_faster_with_ram(told: Said) -> bool:
    """Whether it is asked if more RAM, or a second stick, makes one model on one computer faster."""
    text = told.wording.text
    is_asked = _ASKED.search(text) is not None or (_STICK.search(text) is not None and _HELPS.search(text) is not None)
    hardware = told.hardware
    is_one = len(hardware.computers) < 2 and not hardware.offered and len(told.models) < 2
    is_other = told.spent is not None or _OTHER.search(text) is not None or asks_ram_or_card(text)
    is_other = is_other or len({one.told.mt_per_s for one in hardware.rams}) > 1
    return is_asked and is_one and not is_other and not any(one.asked for one in hardware.offered_rams)


def rams_of(told: Said) -> Rams:
    """Both."""
    hardware = told.hardware
    sizes = [one.told for one in (*hardware.rams, *hardware.offered_rams) if one.told.gib]
    own = hardware.ram or NamedMemory()
    least = min((one.gib or 0.0 for one in sizes), default=own.gib or float(USUAL_RAM_GB))
    if _STICK.search(told.wording.text) and (own.sticks or 1) == 1:
        size = own.sticks_gib[0] if own.sticks_gib else least
        one = own._replace(gib=size, sticks=1, sticks_gib=(size,))
        return Rams(one, own._replace(gib=2 * size, sticks=2, sticks_gib=(size, size)), is_stick=True)
    now = own._replace(gib=own.gib or least) if (own.gib or least) <= least else NamedMemory(gib=least, type=own.type)
    added = next((one.told.gib or 0.0 for one in hardware.offered_rams if one.is_added), 0.0)
    most = max((one.gib or 0.0 for one in sizes), default=0.0)
    gib = least + added if added else most if most > least else 2 * least
    then = now._replace(gib=gib, sticks=None, sticks_gib=())
    if now.sticks and now.sticks > 1:
        then = then._replace(sticks=now.sticks, sticks_gib=(gib / now.sticks,) * now.sticks)
    return Rams(now, then, is_stick=False)


def ram_words(told: Said, rig: Sequence[str], workload: str, settings: Sequence[str], catalog: Catalog) -> list[str]:
    """Yes or no with both speeds, what else more RAM does, and what does give speed."""
    rams, base = rams_of(told), without_ram(rig)
    if "--gpu" not in base and "--machine" not in base and _CPU.search(told.wording.text):
        base = ["--gpu", "none", *base]
    with_now, with_then = ([*base, "--ram", str(one)] for one in (rams.now, rams.then))
    model = model_meant(told, with_now, workload, settings, catalog)
    asks = (model, "--workload", workload, *settings)
    files = told.models[0].quants if told.models else ()
    now = answer_if_any((*asks, *with_now, *(("--quant", files[0]) if files else ())), catalog)
    file = in_file_of(now)
    then = answer_if_any((*asks, *with_then, *file), catalog)
    if now is None or then is None:
        return []
    lines = [*_first(now, then, rams)]
    lines += [_cost((model, "--workload", workload, *with_now))] if rams.is_stick else []
    new = newly_useful(rig_of(with_now, catalog), rig_of(with_then, catalog), workload, catalog)
    new = [one for one in new if one != now.model][:_NAMED]
    where = ", in RAM and so slower" if now.settings.placement != "cpu" else ""
    opens = f"makes possible {', '.join(new)}{where}" if new else "opens no better model here"
    lines.append(f"What {rams.then.gib:g} GB does: it {opens}.")
    if now.usability != "wont_run" and rate_of(then) < GAIN * rate_of(now):
        alone = rams.now._replace(sticks=1, sticks_gib=(rams.now.gib or 0.0,))
        is_open = not (rams.is_stick or rams.now.sticks or now.settings.placement == "gpu")
        single = answer_if_any((*asks, *base, "--ram", str(alone), *file), catalog) if is_open else None
        lines.append(_what_gives_speed(now, rams, single))
    return [one for one in lines if one]


def _cost(words: Sequence[str]) -> str:
    """What a second stick costs; empty where nobody knows."""
    from advisor.cli.asking.buying.bought import bought

    try:
        answer, _ = bought((*words, "--part", "memory"))
    except (ReasonError, SentenceError):
        return ""
    way = next((one for one in answer.others if one.id == "sticks" and one.price is not None), None)
    if way is None or way.price is None:
        return ""
    return f"It costs {span_words(way.price, currency_of(answer.question.money))}."


def _first(now: AskAnswer, then: AskAnswer, rams: Rams) -> Iterator[str]:
    before, after = rate_of(now), rate_of(then)
    what = f"a second stick of {rams.now.gib:g} GB" if rams.is_stick else f"{rams.then.gib:g} GB of RAM"
    if now.usability == "wont_run" and then.usability != "wont_run":
        runs = f"{now.model} writes about {_number(after)} tokens/s"
        yield f"It lets it run at all: with {what} {runs}; now it does not fit."
    elif now.usability == "wont_run":
        yield f"No: {now.model} does not fit with {what} either."
    elif after >= GAIN * before:
        gain = times(after / before)
        rates = f"{_number(after)} tokens/s, now about {_number(before)}"
        yield f"Yes, {gain} as fast: with {what} {now.model} writes about {rates}."
        if rams.is_stick:
            yield _of_prompt(now, then)
    elif now.settings.placement == "gpu":
        yield f"No: {now.model} lies in VRAM here and writes about {_number(before)} tokens/s with either."
    else:
        yield f"No: {now.model} writes about {_number(before)} tokens/s now, and about {_number(after)} with {what}."


def _of_prompt(now: AskAnswer, then: AskAnswer) -> str:
    """Why writing gets faster, and that the first word comes no sooner where it does not."""
    why = "Two sticks are read in two channels at once."
    first, sooner = now.first_token_s, then.first_token_s
    if first is None or sooner is None or first > GAIN * sooner:
        return why
    return f"{why} The first word comes no sooner: {duration(sooner)}."


def _what_gives_speed(now: AskAnswer, rams: Rams, single: AskAnswer | None) -> str:
    if rams.is_stick:
        return ""
    if now.settings.placement == "gpu":
        return "What would make it faster: a GPU with faster memory; RAM counts only for models that spill into it."
    if single is not None and rate_of(now) >= GAIN * rate_of(single):
        rate = _number(rate_of(single))
        return f"What gives speed: two sticks in place of one (with one alone about {rate} tokens/s), or faster RAM."
    return "What gives speed: faster RAM, or a GPU; more of the same RAM gives none."


def _number(rate: float) -> str:
    return speed_number(rate)
