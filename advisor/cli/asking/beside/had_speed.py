"""A speed that somebody has beside what is expected, and what most likely holds it back."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from advisor.answer.which_model.published_forms import loss_steps
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answered import answer_if_any, rig_of
from advisor.cli.asking.best_of_all import best_on
from advisor.cli.asking.sentence.said import Said
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.cards.card import GpuCard
from advisor.present.words.quantity import capacity, speed_number

_LOW_SHARE = 0.75
"""Less of what is expected is worth a look at the settings (a judgment)."""
_FILES = ("Q4_K_M", "IQ4_XS", "Q3_K_M", "IQ3_XXS")
_TRIED = 4
_EXPERTS = "--n-cpu-moe"
"""Experts in RAM are how such a model is meant to run beside a small card."""
_NUMBER = re.compile(r"^\d+ ?x ")
_TOLD = re.compile(r"-c (\d+)")
_PLACED = re.compile(r"(?:--n-cpu-moe \d+ )?-ngl \d+")
_WHERE = {"nvidia": "nvidia-smi", "amd": "rocm-smi", "intel": "xpu-smi"}
"""The program of a maker that shows how full a card is, what it draws and how busy it is."""


def had_speed_lines(told: Said, answer: AskAnswer, rig: Sequence[str], catalog: Catalog) -> Iterator[str]:
    """The verdict on a speed, why it is so, and what mends that; nothing where none was told or it does not run.

    `rig` is its computer as options: what lies in RAM is said first. What may be wrong is told of what is slower than
    it should be alone.
    """
    had, rate = told.volume.had_per_s, answer.tokens_per_s
    if rate is None or answer.usability == "wont_run":
        return
    is_spilled = answer.settings.placement == "gpu+ram" and _EXPERTS not in (answer.settings.command or "")
    low, high = speed_number(rate.low), speed_number(rate.high)
    expected = f"{low} to {high} tokens/s" if low != high else f"{low} tokens/s"
    where = f"of {_named(answer)} on {answer.settings.device}"
    if had is None:
        if is_spilled and (told.asks.faster or told.asks.slow):
            yield _why_spilled(answer)
            yield from _mends(answer, rig, catalog)
        elif told.asks.slow:
            yield f"Expected: {expected} {where}. Where yours is slower:"
            yield from _causes(answer, catalog)
        return
    if had > rate.high:
        yield f"Faster than expected: {had:g} tokens/s against {expected} {where}."
    elif had < rate.low:
        yield f"Slower than it should be: {had:g} tokens/s against {expected} {where}."
        if is_spilled:
            yield _why_spilled(answer)
        yield from _causes(answer, catalog)
    elif is_spilled:
        yield _why_spilled(answer)
        yield f"So {had:g} tokens/s are normal: {expected} are expected; nothing is broken."
        yield from _mends(answer, rig, catalog)
    elif had >= _LOW_SHARE * rate.middle:
        yield f"Normal: {had:g} tokens/s, {expected} are expected {where}."
    else:
        yield f"Normal, but at the low end: {had:g} tokens/s, {expected} are expected {where}."
        yield from _causes(answer, catalog)


def _named(answer: AskAnswer) -> str:
    return f"{answer.model} as {answer.settings.quant}" if answer.settings.quant else answer.model


def _why_spilled(answer: AskAnswer) -> str:
    """That it is larger than VRAM, and that the rest is slow to read."""
    sizes = answer.need_bytes
    whole, vram, rest = (capacity(one) for one in (sum(sizes.values()), sizes.get("vram", 0), sizes.get("ram", 0)))
    return f"{_named(answer)} takes {whole}: {vram} lie in VRAM, {rest} are read from RAM for each token."


def _mends(answer: AskAnswer, rig: Sequence[str], catalog: Catalog) -> Iterator[str]:
    """What makes it faster: what VRAM holds whole, with its speed, and what leaves it room."""
    yield "What mends it:"
    mends = [*_held_whole(answer, rig, catalog)]
    context = _TOLD.search(answer.settings.command or "")
    mends.append(
        f"A shorter context leaves room for layers: -c {context[1] if context else 4096} or less, num_ctx in Ollama."
    )
    shows = f" ({_WHERE[maker]})" if (maker := _maker(_card(answer, catalog))) in _WHERE else ""
    mends.append(f"ollama ps tells the share on the GPU; close what else takes VRAM{shows}.")
    yield from (f"{place}. {one}" for place, one in enumerate(mends, start=1))


def _held_whole(answer: AskAnswer, rig: Sequence[str], catalog: Catalog) -> Iterator[str]:
    """The best model of that computer, a smaller one of its series, and a smaller file of it, where they are faster."""
    model_id = catalog.models.find(answer.model)
    if model_id is None:
        return
    card = catalog.models[model_id]
    series = [one for one in catalog.models.values() if one.name.split()[0] == card.name.split()[0]]
    smaller = sorted((one for one in series if one.params < card.params), key=lambda one: -one.params)
    asked = rig_of(rig, catalog)
    best = next(filter(None, (_faster(one, (), answer, rig, catalog) for one in _best(asked, answer, catalog))), None)
    if best is not None:
        yield f"A better model here: {_told_of(best)}{_of_experts(best, catalog)}."
    held = (_whole(one.name, (), answer, rig, catalog) for one in smaller[:_TRIED])
    one = next(filter(None, held), None)
    if one is not None and (best is None or one.model != best.model):
        yield f"A smaller model: {_told_of(one)}."
    files = [_faster(answer.model, ("--quant", one), answer, rig, catalog) for one in _FILES]
    found = [one for one in files if one is not None and one.settings.quant != answer.settings.quant]
    if found:
        one = next(filter(_is_whole, found), found[-1])
        worse = ", but answers noticeably worse" if loss_steps(one.settings.quant or "") else ""
        yield f"A smaller file: {_told_of(one)}{worse}."


def _best(asked: AskedRig, answer: AskAnswer, catalog: Catalog) -> Iterator[str]:
    """The first models of the ranking of that computer."""
    yield from islice((one for one in best_on(asked, answer.workload, catalog) if one != answer.model), _TRIED)


def _of_experts(one: AskAnswer, catalog: Catalog) -> str:
    """That only a part of it is read for each token."""
    card = catalog.models.get(one.model_id)
    is_mixture = card is not None and card.shape is not None and bool(card.shape.experts)
    return "; of a mixture only a part is read for each token" if is_mixture else ""


def _told_of(one: AskAnswer) -> str:
    rate = f"{speed_number(one.tokens_per_s.middle)} tokens/s" if one.tokens_per_s is not None else ""
    return ", ".join(filter(None, (f"{_named(one)}{' fits whole' if _is_whole(one) else ''}", rate)))


def _is_whole(one: AskAnswer) -> bool:
    return one.settings.placement == "gpu"


def _whole(
    model: str, file: Sequence[str], answer: AskAnswer, rig: Sequence[str], catalog: Catalog
) -> AskAnswer | None:
    """What it does there where VRAM holds all of it and it is faster; else None."""
    one = _faster(model, file, answer, rig, catalog)
    return one if one is not None and _is_whole(one) else None


def _faster(
    model: str, file: Sequence[str], answer: AskAnswer, rig: Sequence[str], catalog: Catalog
) -> AskAnswer | None:
    """What it does there where it does well and is faster; else None."""
    one = answer_if_any((model, "--workload", answer.workload, *rig, *file), catalog)
    if one is None or not one.is_useful:
        return None
    before, after = answer.tokens_per_s, one.tokens_per_s
    is_faster = before is not None and after is not None and after.middle > before.middle
    return one if is_faster else None


def _causes(answer: AskAnswer, catalog: Catalog) -> Iterator[str]:
    """What to look at, the most likely first, each with what tells it."""
    causes = _of_ram(answer) if answer.settings.placement == "cpu" else _of_card(answer, catalog)
    yield "Likely causes, the most likely first:"
    yield from (f"{place}. {cause}" for place, cause in enumerate(causes, start=1))
    yield "rig-advisor doctor, on that computer, tells what else may hold it back."


def _of_card(answer: AskAnswer, catalog: Catalog) -> Iterator[str]:
    """On a graphics card."""
    card, command = _card(answer, catalog), answer.settings.command or ""
    maker = _maker(card)
    shows, context = _WHERE.get(maker, ""), _TOLD.search(command)
    length = f" -c {context[1]}" if context is not None else ""
    if card is not None and card.rocm_override is not None:
        yield (
            "ROCm leaves this card out, and the program then takes the CPU: a Vulkan build (OLLAMA_VULKAN=1), or on "
            f"Linux HSA_OVERRIDE_GFX_VERSION={card.rocm_override}."
        )
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


def _maker(card: GpuCard | None) -> str:
    """Who made it; empty where that is not known."""
    return card.vendor if card is not None else ""


def _card(answer: AskAnswer, catalog: Catalog) -> GpuCard | None:
    """The card that does the work; None where that is not known."""
    card_id = catalog.gpus.find(_NUMBER.sub("", answer.settings.device))
    return catalog.gpus[card_id] if card_id is not None else None
