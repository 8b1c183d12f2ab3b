"""How a fact is put right by hand: what stands in the field, its unit, what may be typed, and what it then means."""

from dataclasses import replace
from math import isfinite
from typing import Any

from advisor.catalog.hardware.typed_fact import TypedFact, modules_text, typed_fact, typed_value
from advisor.facts.kept.profile import Correction
from advisor.facts.machine.machine import Link, MemoryModule
from advisor.facts.values.fact import Fact
from advisor.facts.values.units import GB, GIB
from advisor.present.words.quantity import capacity
from advisor.present.words.view import TypedForm
from advisor.present.words.words import joined, local_number, plain_number, say, to_say

_UNITS: dict[str, tuple[str, float]] = {"capacity": ("GiB", GIB), "bandwidth": ("GB/s", GB), "power": ("W", 1.0)}
_HINTS = {
    "text": to_say("A name, up to 200 letters."),
    "words": to_say("Names as the system writes them, for example avx2 avx512_vnni."),
    "modules": to_say("How many, the GiB of each, type and MT/s, for example 2 x 16 DDR5-6000."),
    "link": to_say("PCIe generation and lanes, for example 4.0 x16."),
}
MEMORY_KINDS = {
    "dedicated": to_say("dedicated"),
    "shared": to_say("shared with RAM"),
    "unified": to_say("unified with RAM"),
}
"""Kinds of graphics memory in words."""
_NAMES = {
    "name": to_say("name"),
    "cores": to_say("cores"),
    "flags": to_say("instructions"),
    "hypervisor": to_say("virtual machine"),
    "usable_bytes": to_say("memory"),
    "available_bytes": to_say("free memory"),
    "limit_bytes": to_say("memory limit"),
    "modules": to_say("memory modules"),
    "channels": to_say("memory channels"),
    "theoretical_bytes_per_s": to_say("memory speed"),
    "driver": to_say("driver"),
    "memory_total_bytes": to_say("VRAM"),
    "memory_free_bytes": to_say("free VRAM"),
    "memory_kind": to_say("kind of VRAM"),
    "link": to_say("link"),
    "power_limit_w": to_say("power limit"),
}


def typed_form(paths: tuple[str, ...], fact: Fact[Any], most: float | None = None) -> TypedForm | None:
    """The field for one fact, of several equal parts together; None where it cannot be put right.

    `most` is all that there is of what the fact is a part of.
    """
    typed = typed_fact(paths[0])
    if typed is None:
        return None
    unit, factor = _UNITS.get(typed.kind, ("", 1.0))
    choices = tuple((kind, say(words)) for kind, words in MEMORY_KINDS.items()) if typed.kind == "memory_kind" else ()
    text = "" if fact.value is None else _field_text(fact.value, factor)
    hint = _hint(replace(typed, highest=_shown(most) * GIB) if most else typed, unit, factor)
    return TypedForm(paths, text, unit, hint, choices, is_typed=fact.origin == "user", most=most)


def typed_answer(form: TypedForm, text: str) -> tuple[float | str | None, str]:
    """What was typed in base units, or None and one sentence why it cannot be that."""
    typed, words = typed_fact(form.facts[0]), text.strip()
    if typed is None or not words:
        return None, say("Nothing was typed.")
    value: float | str = words
    if typed.kind in (*_UNITS, "count"):
        number = _number(words.removesuffix(form.unit).strip())
        if number is None:
            return None, say("This is not a number. Write it with a point and without separators, for example 12.5.")
        value = number * _UNITS.get(typed.kind, ("", 1.0))[1]
        value = round(value) if typed.kind == "capacity" or value == round(value) else value
    if form.most and isinstance(value, int | float) and value > form.most:
        if _shown(value) > _shown(form.most):
            return None, say("More can't be free than there is: {total}.", total=capacity(form.most))
        value = form.most
    if typed_value(form.facts[0], value) is None:
        return None, say("This cannot be. {hint}", hint=form.hint)
    return value, ""


def outdated_sentence(outdated: tuple[Correction, ...]) -> str:
    """Says that what was typed no longer holds."""
    names = dict.fromkeys(say(_NAMES.get(one.fact.rpartition(".")[2], one.fact)) for one in outdated)
    return say("The hardware has changed, so what you typed for it was dropped: {names}.", names=joined(names, ", "))


def _hint(typed: TypedFact, unit: str, factor: float) -> str:
    if typed.kind in _HINTS:
        return say(_HINTS[typed.kind])
    if typed.kind == "memory_kind":
        return ""
    least, most = _plain(typed.lowest / factor), f"{_plain(typed.highest / factor)} {unit}".rstrip()
    return say("From {least} to {most}.", least=least, most=most)


def _shown(size_bytes: float) -> float:
    """As exactly as it is shown: what a person reads as all can be typed."""
    return round(size_bytes / GIB, 1)


def _field_text(value: Any, factor: float) -> str:
    if isinstance(value, Link):
        return _link_text(value)
    if isinstance(value, tuple):
        return modules_text(value) if value and isinstance(value[0], MemoryModule) else " ".join(value)
    return value if isinstance(value, str) else _plain(value / factor)


def _link_text(link: Link) -> str:
    generation, width = link.generation_max or link.generation_now, link.width_now or link.width_max
    return f"{generation}.0 x{width}" if generation and width else ""


def _plain(number: float) -> str:
    """A number as a person would type it: no separators, at most two decimals."""
    return local_number(f"{number:.2f}".rstrip("0").rstrip("."))


def _number(words: str) -> float | None:
    try:
        number = float(plain_number(words))
    except ValueError:
        return None
    return number if isfinite(number) else None
