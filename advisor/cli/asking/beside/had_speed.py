"""A speed that somebody has beside what is expected, and what most likely holds it back."""

import re
from collections.abc import Iterator

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.said import Said
from advisor.facts.answers.ask import AskAnswer
from advisor.present.words.quantity import speed_number

_LOW_SHARE = 0.75
"""Less of what is expected is worth a look at the settings (a judgment)."""
_NUMBER = re.compile(r"^\d+ ?x ")
_TOLD = re.compile(r"-c (\d+)")
_PLACED = re.compile(r"(?:--n-cpu-moe \d+ )?-ngl \d+")
_WHERE = {"nvidia": "nvidia-smi", "amd": "rocm-smi", "intel": "xpu-smi"}
"""The program of a maker that shows how full a card is, what it draws and how busy it is."""


def had_speed_lines(told: Said, answer: AskAnswer, catalog: Catalog) -> Iterator[str]:
    """The verdict on a speed, with its likely causes in order; nothing where none was told or it does not run."""
    had, rate = told.volume.had_per_s, answer.tokens_per_s
    if had is None or rate is None or answer.usability == "wont_run":
        return
    low, high = speed_number(rate.low), speed_number(rate.high)
    expected = f"{low} to {high} tokens/s" if low != high else f"{low} tokens/s"
    where = f"of {answer.model} on {answer.settings.device}"
    if had > rate.high:
        yield f"Faster than expected: {had:g} tokens/s against {expected} {where}."
    elif had >= _LOW_SHARE * rate.middle:
        yield f"Normal: {had:g} tokens/s, {expected} are expected {where}."
    elif had >= rate.low:
        yield f"Normal, but at the low end: {had:g} tokens/s, {expected} are expected {where}."
        yield from _causes(answer, catalog)
    else:
        yield f"Slower than it should be: {had:g} tokens/s against {expected} {where}."
        yield from _causes(answer, catalog)


def _causes(answer: AskAnswer, catalog: Catalog) -> Iterator[str]:
    """What to look at, the most likely first, each with what tells it."""
    causes = _of_ram(answer) if answer.settings.placement == "cpu" else _of_card(answer, catalog)
    yield "Likely causes, the most likely first:"
    yield from (f"{place}. {cause}" for place, cause in enumerate(causes, start=1))
    yield "rig-advisor doctor, on that computer, tells what else may hold it back."


def _of_card(answer: AskAnswer, catalog: Catalog) -> Iterator[str]:
    """On a graphics card."""
    maker, command = _maker(answer, catalog), answer.settings.command or ""
    shows, context = _WHERE.get(maker, ""), _TOLD.search(command)
    length = f" -c {context[1]}" if context is not None else ""
    if answer.settings.placement == "gpu+ram":
        placed = _PLACED.search(command)
        options = placed[0] if placed is not None else "-ngl with as many layers as fit"
        yield f"More of the model in RAM than need be: {options}{length}; ollama ps tells the share on the GPU."
    else:
        yield f"Layers or context in RAM: -ngl 99{length}; ollama ps has to say 100% GPU."
    yield "A build for the CPU alone: llama-server --list-devices has to name the card."
    if maker == "nvidia":
        yield (
            "Windows: the driver moves VRAM to RAM when it is full: nvidia-smi shows it full; "
            "CUDA - Sysmem Fallback Policy: Prefer No Sysmem Fallback."
        )
    if answer.settings.placement == "gpu+ram":
        yield "RAM below its rate, on one channel or without XMP/EXPO: rig-advisor bench measures it."
    yield "A long context in use: speed falls with what was read: llama-bench -d 0,16384 shows it."
    if shows:
        yield f"A power limit, heat, or another program on the card: {shows}, while it writes."
    yield "Another file, or thinking counted as waiting: compare with the command below."


def _of_ram(answer: AskAnswer) -> Iterator[str]:
    """On the CPU."""
    yield "RAM below its rate, or on one channel: rig-advisor bench measures it; turn XMP or EXPO on in the BIOS."
    yield "Too little RAM free, so that it reads the disk: close programs, and look at what is free while it writes."
    yield "More threads than real cores: -t with the number of cores."
    context = _TOLD.search(answer.settings.command or "")
    yield f"A long context in use: speed falls with what was read{f': -c {context[1]}' if context else ''}."


def _maker(answer: AskAnswer, catalog: Catalog) -> str:
    """Who made the card that does the work; empty where that is not known."""
    card_id = catalog.gpus.find(_NUMBER.sub("", answer.settings.device))
    return catalog.gpus[card_id].vendor if card_id is not None else ""
