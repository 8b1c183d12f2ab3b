"""Whether turning on the profile of the RAM (XMP, EXPO, DOCP) helps: by the speeds without it and with it."""

import re
from collections.abc import Iterator, Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import family_of
from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.cli.asking.answered import answer_if_any, in_file_of
from advisor.cli.asking.explained.both_rams import GAIN, model_meant, rate_of, rates_of, without_ram
from advisor.cli.asking.sentence.memory import PLAIN_RATE
from advisor.cli.asking.sentence.said import Said
from advisor.cli.frame.rig_options import USUAL_RAM_GB
from advisor.facts.answers.ask import AskAnswer
from advisor.present.words.quantity import duration, speed_number, times
from advisor.present.words.words import say

_PROFILE = r"(?:a-?xmp|xmp|expo|d\.?o\.?c\.?p\.?)"
_NAMED = re.compile(rf"\b{_PROFILE}\b", re.IGNORECASE)
_TURN = r"(?:turn|switch|put|enabl|activat|load|us|set)(?:e|ing|ting|s)?"
_TURNED_ON = re.compile(
    rf"\b{_TURN} (?:on |up )?(?:the |my |an? )?(?:ram'?s? |memory )?{_PROFILE}\b"
    rf"|\b{_TURN} (?:the |my )?{_PROFILE}(?: profile)? on\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\b(?:help\w*|matter\w*|worth\w*|need\w*|should|difference|benefit\w*|important|faster|gain\w*|improv\w*"
    r"|speed(?:s|ed)? up|boost\w*|good for)\b",
    re.IGNORECASE,
)
_IS_ON = re.compile(rf"\b(?:with )?{_PROFILE}(?: profile)?(?: is| was)?(?: already)? (?:on|enabled|active)\b", re.I)
_RATED = {"DDR5": 6000, "DDR4": 3200, "DDR3": 1600}
"""What sticks with a profile are mostly rated for (a judgment)."""
_BY_NAME = (("expo", "DDR5"), ("docp", "DDR4"))
_WORDS = re.compile(
    rf"(?:{_PROFILE}|profiles?|bios|uefi|turn(?:ing)?|enabl(?:e|ing)|activat(?:e|ing)|switch(?:ing)?)+", re.IGNORECASE
)


def asks_profile(told: Said) -> bool:
    """Whether it is asked if the profile of the RAM helps one model at most on one computer at most."""
    text, hardware = told.wording.text, told.hardware
    if _NAMED.search(text) is None or _IS_ON.search(text) is not None:
        return False
    is_asked = _TURNED_ON.search(text) is not None or _ASKED.search(text) is not None
    is_one = len(hardware.computers) < 2 and len(told.models) < 2 and not hardware.offered
    return is_asked and is_one and told.spent is None


def without_profile(words: Sequence[str]) -> tuple[str, ...]:
    """What was not understood but the words for the profile and how it is turned on."""
    return tuple(one for one in words if not all(map(_WORDS.fullmatch, re.split(r"[\s/]+", one))))


def profile_words(
    told: Said, rig: Sequence[str], workload: str, settings: Sequence[str], catalog: Catalog
) -> list[str]:
    """Yes or no with both speeds, where it is turned on, and what it leaves as it is; nothing for no speed."""
    base = without_ram(rig)
    if "--machine" in base:
        return []
    base = base or ["--gpu", "none"]
    now, then = _rams(told, catalog)
    with_now, with_then = ([*base, "--ram", str(one)] for one in (now, then))
    asks = (model_meant(told, with_now, workload, settings, catalog), "--workload", workload, *settings)
    before = answer_if_any((*asks, *with_now), catalog)
    file = in_file_of(before)
    after = answer_if_any((*asks, *with_then, *file), catalog)
    if before is None or after is None or not rate_of(before) or not rate_of(after):
        return []
    is_rated = min(rates_of(told), default=0) >= then.mt_per_s if then.mt_per_s else False
    lines = _of_rated(before, after, now, then) if is_rated else _of_gain(before, after, now, then)
    return [*lines, *_assumed(told, rig, now, then)]


def _rams(told: Said, catalog: Catalog) -> tuple[NamedMemory, NamedMemory]:
    """The RAM without its profile and with it: as told, else as such sticks mostly are."""
    own, rates = told.hardware.ram or NamedMemory(), sorted(rates_of(told))
    kind = own.type or _kind(told, catalog)
    plain, rated = PLAIN_RATE.get(kind, PLAIN_RATE["DDR4"]), _RATED.get(kind, _RATED["DDR4"])
    fast = rates[-1] if len(rates) > 1 or (rates and rates[0] >= rated) else rated
    slow = rates[0] if rates and rates[0] < fast else plain
    both = NamedMemory(gib=own.gib or float(USUAL_RAM_GB), type=kind, sticks=own.sticks, sticks_gib=own.sticks_gib)
    return both._replace(mt_per_s=slow), both._replace(mt_per_s=fast)


def _kind(told: Said, catalog: Catalog) -> str:
    """The kind of memory: by the name of the profile, else that of the CPU, else what is sold today."""
    text = told.wording.text.lower()
    if by_name := next((kind for name, kind in _BY_NAME if name in text and "xmp" not in text), ""):
        return by_name
    family = family_of(told.hardware.cpu, catalog.cpu_families) if told.hardware.cpu else None
    return (catalog.cpu_families[family].memory_type if family is not None else None) or "DDR5"


def _named(one: NamedMemory) -> str:
    return f"{one.type}-{one.mt_per_s}"


def _of_gain(before: AskAnswer, after: AskAnswer, now: NamedMemory, then: NamedMemory) -> Iterator[str]:
    """What it brings where the RAM runs below what it is made for."""
    gain, slow, fast = rate_of(after) / rate_of(before), *map(speed_number, (rate_of(before), rate_of(after)))
    if before.settings.placement == "gpu" and gain < GAIN:
        yield say("No: {model} lies in VRAM, which has no profile.", model=before.model)
        yield say("It writes about {rate} tokens/s either way; turning it on is free.", rate=slow)
        return
    if gain < GAIN:
        yield say("Hardly: the profile changes little here.")
    else:
        yield say("Yes, {times} as fast, and free.", times=times(gain))
    speeds = {"model": before.model, "now": slow, "then": fast, "slow": _named(now), "fast": _named(then)}
    yield say("{model} writes about {then} tokens/s with {fast}, {now} with {slow}.", **speeds)
    yield say("Turn it on in the BIOS: XMP, EXPO or DOCP; the sticks' label tells their speed.")
    yield from _of_prompt(before, after)


def _assumed(told: Said, rig: Sequence[str], now: NamedMemory, then: NamedMemory) -> Iterator[str]:
    """What nobody told: the computer, and at what its RAM runs."""
    if not rig:
        yield say("Answered for a usual PC without a GPU, with {gib} GB: name yours.", gib=f"{now.gib:g}")
    elif not rates_of(told):
        slow, fast = _named(now), _named(then)
        yield say("Assumed: {slow} without the profile, {fast} with it: say yours.", slow=slow, fast=fast)


def _of_prompt(before: AskAnswer, after: AskAnswer) -> Iterator[str]:
    """That the prompt is read no faster, where it is not."""
    first, sooner = before.first_token_s, after.first_token_s
    if first is not None and sooner is not None and first < GAIN * sooner:
        yield say("The first word comes no sooner: {time}, which is computing.", time=duration(sooner))


def _of_rated(before: AskAnswer, after: AskAnswer, now: NamedMemory, then: NamedMemory) -> Iterator[str]:
    """That it is on already where the RAM runs at what such sticks are rated for, and what it is where not."""
    slow, fast = map(speed_number, (rate_of(before), rate_of(after)))
    yield say("No, if it runs at {rate} now.", rate=_named(then))
    yield say("That is what such sticks are rated for: the profile is on already and changes nothing.")
    speeds = {"model": before.model, "now": slow, "then": fast, "slow": _named(now)}
    yield say("If the BIOS shows {slow}: {model} would write about {then} tokens/s in place of {now}.", **speeds)
