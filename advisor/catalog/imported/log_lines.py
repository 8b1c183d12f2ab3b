"""What programs log around a figure (the model's file, the devices, the build), and the numbers they print."""

import re
from math import isfinite
from typing import NamedTuple

from advisor.facts.values.units import GB, GIB, GIGA, KB, KIB, KILO, MB, MEGA, MIB, TERA, TIB

Rounded = tuple[float, float]
"""A value, and how much one unit of its last digit is."""

_AMOUNT = re.compile(r"^([\d.]+)\s*([A-Za-z]*)$")
_BYTES = {"b": 1, "kib": KIB, "mib": MIB, "gib": GIB, "tib": TIB, "kb": KB, "mb": MB, "gb": GB}
_COUNTS = {"": 1, "k": KILO, "m": MEGA, "b": GIGA, "t": TERA}


LONGEST = 500
"""No name of a model or list of devices is longer."""


def words(value: object) -> str | None:
    """A name out of JSON, no longer than names are; None where there is none."""
    return value.strip()[:LONGEST] or None if isinstance(value, str) else None


def number(value: object) -> float | None:
    """A finite number out of JSON or text; None where it is none."""
    try:
        found = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None
    return found if isfinite(found) and not isinstance(value, bool) else None


def whole(value: object) -> int | None:
    """The same as a whole number."""
    found = number(value)
    return int(found) if found is not None else None


def positive(value: object) -> float | None:
    """The same where it is above nothing."""
    found = number(value)
    return found if found is not None and found > 0 else None


def rounded_bytes(text: str) -> Rounded | None:
    """A size as `4.36 GiB`, and one unit of its last digit, in bytes."""
    return _rounded(text, _BYTES)


def rounded_count(text: str) -> Rounded | None:
    """A number of parameters as `7.62 B`, and one unit of its last digit."""
    return _rounded(text, _COUNTS)


def _rounded(text: str, units: dict[str, int]) -> Rounded | None:
    found = _AMOUNT.match(text.strip())
    value = positive(found[1]) if found else None
    if found is None or value is None or found[2].lower() not in units:
        return None
    unit = units[found[2].lower()]
    decimals = len(found[1].partition(".")[2])
    return value * unit, unit * 10.0**-decimals


_ENDING, _LONGEST = ".gguf", 300
_BEFORE = re.compile(r"[^\s\"'|=]*$")
_OLLAMA = re.compile(r"\bollama run (?:--\S+ )*([\w./:-]+)")
_DEVICES = (
    re.compile(r"\bDevice \d+: (.{1,120}?), (?:compute capability|gfx)"),
    re.compile(r"\bggml_vulkan: \d+ = (.{1,120}?)(?= \(\w+\) \|| *\|)", re.MULTILINE),
    re.compile(r"\bggml_metal_(?:device_)?init: (?:found device|GPU name): +([^\n]*)", re.MULTILINE),
)
_BUILD = re.compile(r"\bbuild: (\d{1,9}) \(([0-9a-f]{6,40})\)")
_OFFLOADED = re.compile(r"offloaded (\d{1,6})/(\d{1,6}) layers to GPU")
_PARAMS = re.compile(r"model params\s*=\s*([\d.]+ [KMBT])\b")
_SIZE = re.compile(r"(?:file|model) size\s*=\s*([\d.]+ [KMG]iB)")
_TYPE = re.compile(r"(?:file type|model ftype)\s*=\s*([^\n]*)")
_THREADS = re.compile(r"\bn_threads = (\d{1,6})\b")


class Said(NamedTuple):
    """What a log says beside its figures; None and empty where it says nothing. `type_words` as llama.cpp puts it."""

    file: str | None = None
    model: str | None = None
    devices: tuple[str, ...] = ()
    build: str | None = None
    offloaded: tuple[int, int] | None = None
    params: str | None = None
    size: str | None = None
    type_words: str | None = None
    threads: int | None = None


def said_around(text: str) -> Said:
    """Everything of use that lines around the figures tell; each card once, though it is listed for every start."""
    build, offloaded, threads = _BUILD.search(text), _OFFLOADED.search(text), _THREADS.search(text)
    return Said(
        file=_file(text),
        model=_first(_OLLAMA, text),
        devices=next((found for one in _DEVICES if (found := _listed(one, text))), ()),
        build=f"b{build[1]}" if build else None,
        offloaded=(int(offloaded[1]), int(offloaded[2])) if offloaded else None,
        params=_first(_PARAMS, text),
        size=_first(_SIZE, text),
        type_words=_first(_TYPE, text),
        threads=int(threads[1]) if threads else None,
    )


def _listed(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    """Names of devices; two of one name are told apart by the number before it."""
    return tuple({found[0]: found[1].strip()[:LONGEST] for found in pattern.finditer(text)}.values())


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    found = pattern.search(text)
    return words(found[1]) if found else None


def _file(text: str) -> str | None:
    """The first name of a model's file."""
    end = text.lower().find(_ENDING)
    before = _BEFORE.search(text[max(0, end - _LONGEST) : end]) if end > 0 else None
    return before[0] + _ENDING if before and before[0] else None
