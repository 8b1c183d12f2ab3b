"""What `rig-advisor bench` prints for people."""

from collections.abc import Iterator

from advisor.facts.machine.disturbance import disturbance
from advisor.facts.machine.measurement import Measurement, Measurements
from advisor.facts.values.reason import reason
from advisor.present.findings.measured import disturbed_findings
from advisor.present.measured.text import MEASURED_NAMES, TOLD_AS_DISTURBED, figure_text, measured_name, value_text
from advisor.present.words.quantity import capacity, marked, percent
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.words import say


def bench_text(found: Measurements) -> str:
    """A line for each figure, what stands with it, and once for each reason what it kept from being measured."""
    return "".join(f"{line}\n" for line in (*_results(found), *_soaks(found), *_failures(found), *_cards(found)))


def _results(found: Measurements) -> Iterator[str]:
    told: dict[str, None] = {}
    for result in sorted(found.results, key=_place):
        figure = "" if isinstance(result.value, tuple) else figure_text(result)
        is_disturbed = disturbance(result) is not None
        state = say("disturbed") if is_disturbed else result.stability
        yield f"{_name(result.name, result.device)} {figure:26} {state}"
        if isinstance(result.value, tuple):
            unit = result.unit
            yield from (
                f"  {capacity(at_bytes):>9} {marked(value_text(rate, unit=unit), is_uncertain=is_disturbed)}"
                for at_bytes, rate in result.value
            )
        warnings = (one for one in result.warnings if one.code not in TOLD_AS_DISTURBED)
        new = [words for words in map(in_words, warnings) if words not in told]
        told.update(dict.fromkeys(new))
        yield from (f"  {words}" for words in new)


def _cards(found: Measurements) -> Iterator[str]:
    """What disturbed the figures with a ~."""
    for card in disturbed_findings(found):
        yield f"{card.title}. {card.text}"


def _soaks(found: Measurements) -> Iterator[str]:
    for soak in found.soaks:
        begin, end = value_text(soak.burst, unit=soak.unit), value_text(soak.sustained, unit=soak.unit)
        last_s = soak.points[-1][0]
        yield f"{_name(soak.name, soak.device)} {begin} at first, {end} after {last_s:.0f} s"
        yield f"  {percent(soak.ratio)} of the first rate is left."
        yield from (f"  {in_words(warning)}" for warning in soak.warnings)


def _failures(found: Measurements) -> Iterator[str]:
    if any(failure.reason.code == "no_gpu_found" for failure in found.failures):
        yield in_words(reason("no_gpu_found"))
    named: dict[tuple[str, str], list[str]] = {}
    for failure in found.failures:
        if failure.reason.code != "no_gpu_found":
            said = (in_words(failure.reason), failure.device or "")
            named.setdefault(said, []).append(measured_name(failure.name))
    for (words, device), names in named.items():
        # a semicolon, for some names have commas of their own
        yield f"{'; '.join(names)}{_where(device)}: {words}"


def _place(result: Measurement) -> tuple[str, int]:
    """The processor first, each device in the usual order of figures."""
    order = list(MEASURED_NAMES)
    return result.device, order.index(result.name) if result.name in order else len(order)


def _name(name: str, device: str) -> str:
    """In a column of its own."""
    return f"{measured_name(name, device=device) + _where(device):46}"


def _where(device: str) -> str:
    """Which card, empty of the processor and its kinds of cores."""
    return "" if not device or device.startswith("cpu") else f" ({device})"
