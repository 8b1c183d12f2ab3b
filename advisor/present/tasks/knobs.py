"""The knobs of each task: what can be turned, in which steps, and how each step is called.

The id of a choice is the fields of a request that it sets, as JSON; null takes a field away.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from advisor.facts.values.units import MEGA, SECONDS_PER_MINUTE
from advisor.present.words.quantity import duration, speed_number, tokens
from advisor.present.words.view import Choice, Knob
from advisor.present.words.words import local_number, say, to_say

Fields = Mapping[str, Any]


@dataclass(frozen=True)
class _Plan:
    """One knob: the fields it sets, the values it offers for them, and their text."""

    id: str
    label: str
    names: tuple[str, ...]
    values: tuple[tuple[Any, ...], ...]
    text: Callable[..., str]
    is_scale: bool = True
    said: Callable[..., str] | None = None
    """How it stands in a line with the others, where its text does not."""


def _one(*values: Any) -> tuple[tuple[Any, ...], ...]:
    return tuple((value,) for value in values)


def _pixels(width: int, height: int) -> str:
    return f"{width} x {height}"


def _count(count: int | None) -> str:
    """A count; without one as many as go in."""
    return say("as many as go in") if count is None else local_number(f"{count:,}")


def _counted(one: str, many: str) -> Callable[[int | None], str]:
    """A count with what is counted."""
    return lambda count: _count(count) if count is None else say(one if count == 1 else many, count=count)


def _of(things: str) -> Callable[[int], str]:
    """The length of things: "texts of {length}"."""
    return lambda length: say(things, length=tokens(length))


def _named(words: Mapping[Any, str]) -> Callable[..., str]:
    return lambda *key: say(words.get(key if len(key) > 1 else key[0], ", ".join(str(one) for one in key if one)))


def _batch(label: str, one: str, many: str, most: int) -> _Plan:
    return _Plan("batch", label, ("batch",), _one(*(2**n for n in range(most + 1))), _count, said=_counted(one, many))


def _precisions(words: Mapping[str | None, str]) -> _Plan:
    return _Plan("precision", to_say("Precision"), ("precision",), _one(*words), _named(words), is_scale=False)


def _millions(amount: float) -> str:
    return say("{amount:,.4g} million tokens", amount=amount / MEGA)


_DENOISED = {
    None: to_say("the best that fits"),
    "bf16": to_say("16 bits"),
    "fp8": to_say("8 bits (FP8)"),
    "Q8_0": to_say("8 bits (Q8_0)"),
    "nf4": to_say("4 bits (NF4)"),
    "fp32": to_say("32 bits"),
}
_STEPS = _Plan(
    "steps",
    to_say("Steps"),
    ("steps",),
    _one(1, 2, 4, 8, 12, 15, 20, 25, 28, 30, 40, 50),
    _count,
    said=_counted(to_say("{count:,} step"), to_say("{count:,} steps")),
)
_SERVED = {
    (None, None): to_say("the best that fits"),
    ("bf16", "vLLM"): to_say("16 bits, vLLM"),
    ("fp8", "vLLM"): to_say("8 bits (FP8), vLLM"),
    ("AWQ INT4", "vLLM"): to_say("4 bits (AWQ), vLLM"),
    ("Q8_0", "llama.cpp"): to_say("Q8_0, llama.cpp"),
    ("Q4_K_M", "llama.cpp"): to_say("Q4_K_M, llama.cpp"),
}
_METHODS = {"full": to_say("all weights"), "lora": "LoRA", "qlora": to_say("QLoRA (4 bits)")}
_BEAMS = {1: to_say("quick (1 reading)"), 5: to_say("careful (5 readings)")}

_PLANS: dict[str, tuple[_Plan, ...]] = {
    "image": (
        _Plan(
            "size",
            to_say("Size"),
            ("width", "height"),
            ((512, 512), (768, 768), (1024, 1024), (1536, 1536), (2048, 2048)),
            _pixels,
        ),
        _STEPS,
        _batch(to_say("Images at once"), to_say("{count:,} image"), to_say("{count:,} images"), 4),
        _precisions(_DENOISED),
    ),
    "video": (
        _Plan(
            "size", to_say("Size"), ("width", "height"), ((480, 272), (832, 480), (1280, 720), (1920, 1080)), _pixels
        ),
        _Plan(
            "frames",
            to_say("Length"),
            ("frames",),
            _one(17, 33, 49, 81, 121, 161, 241),
            _counted(to_say("{count:,} frame"), to_say("{count:,} frames")),
        ),
        _STEPS,
        _precisions(_DENOISED),
    ),
    "embed": (
        _Plan(
            "sequence",
            to_say("Length"),
            ("sequence_tokens",),
            _one(32, 64, 128, 256, 512, 1024, 2048, 4096, 8192),
            tokens,
            said=_of(to_say("texts of {length}")),
        ),
        _batch(to_say("Texts at once"), to_say("{count:,} text"), to_say("{count:,} texts"), 8),
        _precisions({None: to_say("32 bits"), "fp16": to_say("16 bits")}),
    ),
    "classify": (
        _Plan("size", to_say("Size"), ("width", "height"), ((224, 224), (384, 384), (640, 640), (1280, 1280)), _pixels),
        _batch(to_say("Pictures at once"), to_say("{count:,} picture"), to_say("{count:,} pictures"), 8),
        _precisions({None: to_say("16 bits"), "fp32": to_say("32 bits"), "int8": to_say("8 bits")}),
    ),
    "speech": (
        _Plan("audio", to_say("Recording"), ("audio_s",), _one(60, 600, 1800, 3600, 7200, 14400), duration),
        _Plan("beams", to_say("Search"), ("beams",), _one(1, 5), _named(_BEAMS), is_scale=False),
        _precisions({None: to_say("16 bits"), "Q8_0": to_say("8 bits (Q8_0)"), "Q5_0": to_say("5 bits (Q5_0)")}),
    ),
    "serve": (
        _Plan(
            "users",
            to_say("Users at once"),
            ("concurrency",),
            _one(*(2**n for n in range(9)), None),
            _count,
            said=_counted(to_say("{count:,} user"), to_say("{count:,} users")),
        ),
        _Plan(
            "prompt",
            to_say("Prompt"),
            ("prompt_tokens",),
            _one(*(2**n for n in range(7, 18))),
            tokens,
            said=_of(to_say("prompts of {length}")),
        ),
        _Plan(
            "answer",
            to_say("Answer"),
            ("generated_tokens",),
            _one(*(2**n for n in range(5, 14))),
            tokens,
            said=_of(to_say("answers of {length}")),
        ),
        _Plan(
            "rate",
            to_say("Requests"),
            ("requests_per_s",),
            _one(None, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0),
            lambda rate: (
                say("all ask at once")
                if rate is None
                else say("{seconds_per_minute} a minute", seconds_per_minute=speed_number(SECONDS_PER_MINUTE * rate))
            ),
            is_scale=False,
        ),
        _Plan("form", to_say("Precision"), ("precision", "engine"), tuple(_SERVED), _named(_SERVED), is_scale=False),
    ),
    "finetune": (
        _Plan("method", to_say("Method"), ("method",), _one(*_METHODS), _named(_METHODS), is_scale=False),
        _batch(to_say("Examples at once"), to_say("{count:,} example"), to_say("{count:,} examples"), 6),
        _Plan(
            "sequence",
            to_say("Length"),
            ("sequence_tokens",),
            _one(256, 512, 1024, 2048, 4096, 8192, 16384, 32768),
            tokens,
            said=_of(to_say("examples of {length}")),
        ),
        _Plan(
            "data",
            to_say("Data"),
            ("data_tokens",),
            _one(*(step * scale * MEGA for scale in (1, 10, 100) for step in (1, 2, 5)), 1000 * MEGA),
            _millions,
            said=lambda amount: say("{millions} in all", millions=_millions(amount)),
        ),
    ),
}
_PLANS["pretrain"] = _PLANS["finetune"][1:]
_LENGTHS = ("sequence_tokens", "prompt_tokens")
"""What a model takes only up to some length."""
_CACHED = "cached_tokens"
"""A part of the prompt: it grows and shrinks with it."""


def task_knobs(task: str, fields: Fields, *, longest_tokens: int | None = None) -> tuple[Knob, ...]:
    """The knobs of a task, each on the value that the fields have; what a model cannot take is not offered."""
    return tuple(_knob(plan, fields, longest_tokens) for plan in _PLANS.get(task, ()))


def with_choice(fields: Fields, choice_id: str) -> dict[str, Any]:
    """The fields with those that a choice sets."""
    changed = {**fields, **json.loads(choice_id)}
    return {name: value for name, value in changed.items() if value is not None}


def setting_words(task: str, fields: Fields) -> str:
    """All settings of a task in one line."""
    said = ((plan.said or plan.text)(*_values(plan, fields)) for plan in _PLANS.get(task, ()))
    return ", ".join(text for text in said if text)


def _knob(plan: _Plan, fields: Fields, longest_tokens: int | None) -> Knob:
    own = _values(plan, fields)
    values = [one for one in plan.values if not _is_too_long(plan, one, longest_tokens)]
    if own not in values:
        values = sorted((*values, own), key=_size) if plan.is_scale else [own, *values]
    choices = tuple(Choice(_choice_id(plan, one, fields), plan.text(*one)) for one in values)
    return Knob(plan.id, say(plan.label), choices, _choice_id(plan, own, fields), is_scale=plan.is_scale)


def _values(plan: _Plan, fields: Fields) -> tuple[Any, ...]:
    return tuple(fields.get(name) for name in plan.names)


def _size(values: tuple[Any, ...]) -> float:
    """How far along its scale a choice lies; what is left open at the end."""
    size = 1.0
    for value in values:
        size *= float("inf") if value is None else value
    return size


def _is_too_long(plan: _Plan, values: tuple[Any, ...], longest_tokens: int | None) -> bool:
    return bool(longest_tokens and plan.names[0] in _LENGTHS and values[0] > longest_tokens)


def _choice_id(plan: _Plan, values: tuple[Any, ...], fields: Fields) -> str:
    """The fields a choice sets; of a prompt the same share stays cached."""
    setting = dict(zip(plan.names, values, strict=True))
    if plan.names == ("prompt_tokens",) and fields.get(_CACHED):
        setting[_CACHED] = values[0] * fields[_CACHED] // fields["prompt_tokens"]
    return json.dumps(setting)
