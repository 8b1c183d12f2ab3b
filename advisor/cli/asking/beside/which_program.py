"""Which program to take: how fast each writes, what it is built on and taken for, and whether it runs there at all."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.processor import gpu_processor
from advisor.cli.asking.beside.software import cards_of
from advisor.cli.asking.sentence.said import Said
from advisor.facts.cards.program import ProgramCard, ProgramWay
from advisor.facts.rig.rig import Processor
from advisor.present.words.processor_name import grouped, short_name
from advisor.present.words.quantity import times
from advisor.present.words.words import joined

_FIGURES = {"llama-cpp": ("llama.cpp", "Q4_K_M"), "mlx": ("mlx", "mlx-4bit"), "vllm": ("vllm", "awq-int4")}
"""Of these programs the speed is predicted: the engine, and its file of 4 bits."""
_YARDSTICK, _LARGER_YARDSTICK = "Qwen3 8B", "Qwen3 32B"
"""The model in which programs are compared where none is named, on one GPU and on several."""
_USUAL_MAC = "M4 Pro (20-core GPU)"
_IN_LAYERS = "llama-cpp"
_NOTICED = 1.1
"""Below this nobody notices which of two programs writes faster."""
_NO_SPEED = "its speed is not predicted here"
_SUITS_MANY = ("vllm", "sglang", "tensorrt-llm")
_FIRST = ("llama-cpp", "lm-studio", "ollama")
"""What is named first where nobody names a program."""


class _Speed(NamedTuple):
    program_id: str
    tokens_per_s: float


class _Gpus(NamedTuple):
    """Equal GPUs of one computer."""

    one: Processor
    number: int = 1

    @property
    def architecture(self) -> str | None:
        return self.one.architecture

    @property
    def name(self) -> str:
        return grouped(short_name(self.one.name), self.number)


def which_program(told: Said, catalog: Catalog) -> str:
    """The answer in lines; empty where it is not asked."""
    if not told.software.is_which:
        return ""
    gpu, note = _gpu(told, catalog)
    programs = _meant(told, gpu, catalog)
    if not programs:
        return ""
    runs = [one for one in programs if gpu is None or catalog.programs[one].way_on(gpu.architecture)]
    model = next((one.name for one in told.models if catalog.models.find(one.name)), None)
    model = model or (_LARGER_YARDSTICK if gpu is not None and gpu.number > 1 else _YARDSTICK)
    speeds = {one.program_id: one for one in _speeds(runs, model, gpu, catalog)}
    first = _conclusion(runs, speeds, model, gpu, catalog)
    lines = (_line(one, speeds, model, gpu, catalog) for one in programs)
    return "\n".join(filter(None, (first, *lines, note)))


def _gpu(told: Said, catalog: Catalog) -> tuple[_Gpus | None, str]:
    """The graphics that is meant, of a Mac that nobody described a usual one; None where none is."""
    named = next(iter(cards_of(told, catalog)), None)
    if named is not None:
        gpus = [gpu for one in told.hardware.computers[:1] for gpu in one.gpus]
        number = gpus[0].number if len(gpus) == 1 else 1
        return _Gpus(gpu_processor(named, catalog), number), ""
    usual = catalog.gpus.find(_USUAL_MAC) if told.makers.macs else None
    return (_Gpus(gpu_processor(usual, catalog)), f"Assumed: {_USUAL_MAC} (--gpu).") if usual else (None, "")


def _meant(told: Said, gpu: _Gpus | None, catalog: Catalog) -> list[str]:
    """The programs that are named, and those for the work where only one or none is."""
    named, programs = list(told.software.programs), catalog.programs
    if len(named) > 1:
        return named
    works = {work for one in named for work in programs[one].works} or {*told.works} & _works(catalog) or {"chat"}
    if told.volume.users:
        works = {"serve-a-team", "chat"}
    is_of_macs = bool(told.makers.macs)
    others = [one for one in programs if programs[one].is_usual and works & {*programs[one].works} and one not in named]
    if gpu is not None:
        others = [one for one in others if programs[one].way_on(gpu.architecture)]
    else:
        others = [one for one in others if is_of_macs or not programs[one].is_of_macs]
    return [*named, *sorted(others, key=lambda one: (one not in _FIRST, programs[one].name.lower()))]


def _works(catalog: Catalog) -> set[str]:
    return {work for one in catalog.programs.values() for work in one.works}


def _engine(program_id: str, catalog: Catalog) -> str:
    """The program that does the arithmetic: what it is built on, else itself."""
    return catalog.programs[program_id].built_on or program_id


def _speeds(programs: Sequence[str], model: str, gpu: _Gpus | None, catalog: Catalog) -> Iterator[_Speed]:
    """How fast each of those writes whose speed is predicted."""
    engines = dict.fromkeys(_engine(one, catalog) for one in programs)
    for one in engines if gpu is not None else ():
        if one not in _FIGURES:
            continue
        if gpu is not None and (rate := _rate(one, model, gpu, catalog)) is not None:
            yield _Speed(one, rate)


def _rate(engine_id: str, model: str, gpu: _Gpus, catalog: Catalog, **more: str) -> float | None:
    """Tokens/s of a model in 4 bits, on several GPUs as the engine divides it by itself."""
    engine, quant = _FIGURES[engine_id]
    asked = {"device": gpu.one.name, "device_count": gpu.number, "model": model, "quant": quant, "engine": engine}
    rate = getattr(answer_request({**asked, **more}, catalog), "tokens_per_s", None)
    return None if rate is None else float(rate.middle)


def _conclusion(runs: Sequence[str], speeds: dict[str, _Speed], model: str, gpu: _Gpus | None, catalog: Catalog) -> str:
    """What decides between them."""
    names, engines = catalog.programs, dict.fromkeys(_engine(one, catalog) for one in runs)
    if gpu is not None and not runs:
        return f"None of them runs on {gpu.name}."
    if gpu is not None and len(runs) == 1:
        return f"Only {names[runs[0]].name} of them runs on {gpu.name}."
    ranked = sorted((speeds[one] for one in engines if one in speeds), key=lambda one: -one.tokens_per_s)
    if len(ranked) > 1 and gpu is not None:
        (fast, most), (slow, least) = ranked[0], ranked[-1]
        on = f"on {gpu.name} with {model} in 4 bits"
        many = f"; {names[slow].name} is for several users at once" if slow in _SUITS_MANY else ""
        if gpu.number > 1 and fast in _SUITS_MANY:
            many = ", as every GPU works on each word; models that spill into RAM and odd sizes take llama.cpp"
        if most < _NOTICED * least:
            return f"For one person no difference that you would notice {on}{many}: take what you like to use."
        ratio = f"{times(most / least)} as fast as {names[slow].name}"
        return f"For one person {names[fast].name} writes fastest {on}, {ratio}{many}."
    if len(engines) == 1 and len(runs) > 1 and (engine := next(iter(engines))) in names:
        all_run = f"{'Both' if len(runs) == 2 else 'All of them'} run {names[engine].name}"
        return f"{all_run}, so with the same settings they are about as fast: take what you like to use."
    if any(one in _SUITS_MANY for one in runs) and not all(one in _SUITS_MANY for one in runs):
        many_names = [names[one].name for one in runs if one in _SUITS_MANY]
        return f"For one person take the easiest; for several users at once {' or '.join(many_names)}."
    return "What decides is what each of them is made for, not speed alone:"


def _line(program_id: str, speeds: dict[str, _Speed], model: str, gpu: _Gpus | None, catalog: Catalog) -> str:
    """One program: how it runs there, how fast, and what it is taken for."""
    card = catalog.programs[program_id]
    way = card.way_on(gpu.architecture) if gpu is not None else None
    if gpu is not None and way is None:
        return f"- {card.name}: does not run on {gpu.name}. It takes {card.needs}."
    engine = catalog.programs.get(card.built_on)
    how = (
        f" ({way.through}, {' and '.join(way.systems)}{', older builds' if way.is_older_build else ''})" if way else ""
    )
    speed = speeds.get(program_id)
    told = (
        f"about {speed.tokens_per_s:.0f} tokens/s with {model} in 4 bits" if speed else _runs(engine, way),
        _in_parts(program_id, model, gpu, catalog) if speed and gpu is not None and gpu.number > 1 else "",
        _suits(card, is_known=speed is not None or engine is not None, is_general=gpu is None),
    )
    return f"- {card.name}{how}: {joined(filter(None, told), '; ')}."


def _in_parts(program_id: str, model: str, gpu: _Gpus, catalog: Catalog) -> str:
    """What llama.cpp writes where its GPUs share each layer, which it does on demand alone."""
    rate = _rate(program_id, model, gpu, catalog, split="tensor") if program_id == _IN_LAYERS else None
    return f"{rate:.0f} with --split-mode tensor" if rate else ""


def _runs(engine: ProgramCard | None, way: ProgramWay | None) -> str:
    """What does the arithmetic of a program that does none of its own."""
    if engine is None:
        return ""
    return f"runs {engine.name} and MLX" if way is not None and "MLX" in way.through else f"runs {engine.name}"


def _suits(card: ProgramCard, *, is_known: bool, is_general: bool) -> str:
    unknown = "" if is_known or is_general or {*card.works} & {"pictures", "films"} else _NO_SPEED
    return joined(filter(None, (f"for {card.suits}" if card.suits else "", unknown)), "; ")
