"""What programs of the llama.cpp family log around a figure: the model's file, the devices, the build."""

import re
from typing import NamedTuple

from advisor.catalog.imported.number import LONGEST, words

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
