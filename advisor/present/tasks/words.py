"""What each task makes, as words: its unit, its terms, its speed as a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass

from advisor.facts.answers.answer import AnswerTerm
from advisor.facts.answers.serving import ServeAnswer
from advisor.facts.answers.task_answer import TaskOption
from advisor.facts.asked.training_request import FinetuneRequest
from advisor.facts.values.range import Range
from advisor.facts.values.units import MEGA, SECONDS_PER_HOUR, SECONDS_PER_MINUTE
from advisor.present.words.quantity import UNKNOWN, duration, rough_time, speed, speed_number, times
from advisor.present.words.series import Role
from advisor.present.words.words import say, to_say


@dataclass(frozen=True)
class TaskUnit:
    """What speeds of a task are shown in: `per_s` of it are one unit a second; what one bar of its time stands for."""

    text: str
    words: str
    per_s: float
    whole: str


_TOKENS = TaskUnit(to_say("tokens/s"), to_say("Tokens per second"), 1.0, to_say("one step"))
UNITS: Mapping[str, TaskUnit] = {
    "generate": TaskUnit(to_say("tokens/s"), to_say("Tokens per second"), 1.0, to_say("one token")),
    "serve": TaskUnit(to_say("tokens/s"), to_say("Tokens per second"), 1.0, to_say("one token for everyone")),
    "image": TaskUnit(to_say("images a minute"), to_say("Images a minute"), SECONDS_PER_MINUTE, to_say("one image")),
    "video": TaskUnit(to_say("clips an hour"), to_say("Clips an hour"), float(SECONDS_PER_HOUR), to_say("one clip")),
    "embed": TaskUnit(to_say("texts/s"), to_say("Texts per second"), 1.0, to_say("one batch")),
    "classify": TaskUnit(to_say("pictures/s"), to_say("Pictures per second"), 1.0, to_say("one batch")),
    "speech": TaskUnit(
        to_say("times as fast as it is spoken"), to_say("Times as fast as it is spoken"), 1.0, to_say("the recording")
    ),
    "finetune": _TOKENS,
    "pretrain": _TOKENS,
}

TERMS: Mapping[str, tuple[str, Role]] = {
    "weights": (to_say("read the weights"), "weights"),
    "arithmetic": (to_say("calculations"), "other_programs"),
    "matmul": (to_say("calculations"), "other_programs"),
    "kv_cache": (to_say("read the conversations"), "kv_cache"),
    "attention": (to_say("attention"), "attention"),
    "activations": (to_say("move values in memory"), "weights"),
    "kept_values": (to_say("move values in memory"), "weights"),
    "dequantizing": (to_say("unpack the weights"), "overhead"),
    "update": (to_say("change the weights"), "kv_cache"),
    "overhead": (to_say("overhead"), "overhead"),
    "launches": (to_say("start of kernels"), "overhead"),
    "launch": (to_say("start of kernels"), "overhead"),
    "interconnect": (to_say("link between devices"), "guide"),
    "links": (to_say("link between devices"), "guide"),
    "waiting": (to_say("waiting for the slowest"), "guide"),
    "idle_stages": (to_say("stages that wait"), "guide"),
    "main_memory": (to_say("the part in main memory"), "spill"),
    "streaming": (to_say("layers from main memory"), "spill"),
    "moving": (to_say("parts from main memory"), "spill"),
    "text_encoding": (to_say("read your sentence"), "kv_cache"),
    "decoding": (to_say("make pixels of it"), "buffers"),
    "encoder": (to_say("listen"), "weights"),
    "decoder": (to_say("write"), "kv_cache"),
}
"""By the name of a term: what it does, and its color."""


def term_text(term: AnswerTerm) -> tuple[str, Role]:
    """What one term of the time does, and its color."""
    words, role = TERMS.get(term.name, (term.name.replace("_", " "), "overhead"))
    return say(words), role


def rate_text(task: str, rate: Range | None) -> str:
    """A speed in the unit of the task with its range, without the unit."""
    if rate is None:
        return say(UNKNOWN)
    low, middle, high = _in_unit(task, rate)
    return middle if low == high else say("{middle} ({low} to {high})", middle=middle, low=low, high=high)


def _in_unit(task: str, rate: Range) -> tuple[str, str, str]:
    """Low, middle and high as numbers of the unit of the task."""
    per_s = UNITS[task].per_s
    return speed_number(rate.low * per_s), speed_number(rate.middle * per_s), speed_number(rate.high * per_s)


def speed_words(task: str, option: TaskOption) -> str:
    """The speed of a way as a sentence; nothing where it is not known."""
    if option.rate is None:
        return say("Speed unknown.")
    sentence = _WORDS.get(task, _in_units)(task, option, option.rate)
    if option.fit.verdict == "too_big":
        return say("With enough memory {sentence}", sentence=f"{sentence[:1].lower()}{sentence[1:]}")
    return sentence


def _in_units(task: str, option: TaskOption, rate: Range) -> str:
    return say("About {rate}.", rate=rate_words(task, rate))


def rate_words(task: str, rate: Range) -> str:
    """A rate with its unit before the range."""
    low, middle, high = _in_unit(task, rate)
    unit = say(UNITS[task].text)
    if low == high:
        return f"{middle} {unit}"
    return say("{middle} {unit} ({low} to {high})", middle=middle, unit=unit, low=low, high=high)


def _item(task: str, option: TaskOption, rate: Range) -> str:
    """Items that take their time: so many a minute, or so long for each."""
    name = say(UNITS[task].whole)
    if task == "image" and rate.middle * SECONDS_PER_MINUTE >= 1:
        return say("About {rate}.", rate=rate_words(task, rate))
    return say(
        "{name} takes about {time}{span}.",
        name=name.capitalize(),
        time=rough_time(1 / rate.middle),
        span=_span(1 / rate.high, 1 / rate.low),
    )


def _speech(task: str, option: TaskOption, rate: Range) -> str:
    audio = float(getattr(option.request, "audio_s", 0.0))
    return say(
        "Writes {length} down in about {time}{span}: {pace} as fast as it is spoken.",
        length=duration(audio),
        time=rough_time(audio / rate.middle),
        span=_span(audio / rate.high, audio / rate.low),
        pace=times(rate.middle),
    )


def _finetune(task: str, option: TaskOption, rate: Range) -> str:
    request = option.request
    if not isinstance(request, FinetuneRequest) or request.data_tokens is None:
        return _in_units(task, option, rate)
    data = request.data_tokens
    amount = say("{data:,.4g} million tokens", data=data / MEGA)
    wait = rough_time(data / rate.middle)
    return say(
        "One pass over {amount} takes about {wait}{span}.",
        amount=amount,
        wait=wait,
        span=_span(data / rate.high, data / rate.low),
    )


def _serve(task: str, option: TaskOption, rate: Range) -> str:
    answer = option.answer
    users = answer.concurrency if isinstance(answer, ServeAnswer) and answer.concurrency else 1
    low, high = speed_number(rate.low), speed_number(rate.high)
    first = (
        ""
        if answer.time_to_first_token_s is None
        else (say(" The first word after {time}.", time=duration(answer.time_to_first_token_s)))
    )
    if users == 1:
        return say("About {speed} ({low} to {high}).{first}", speed=speed(rate.middle), low=low, high=high, first=first)
    each = speed_number(rate.middle / users)
    return say(
        "About {speed} for {users:,} at once ({low} to {high}), {each} for each.{first}",
        speed=speed(rate.middle),
        users=users,
        low=low,
        high=high,
        each=each,
        first=first,
    )


def _span(low_s: float, high_s: float) -> str:
    low, high = rough_time(low_s), rough_time(high_s)
    if low == high:
        return ""
    number, _, unit = low.partition(" ")
    return say(" ({number} to {high})", number=number if high.endswith(f" {unit}") else low, high=high)


_WORDS = {
    "image": _item,
    "video": _item,
    "speech": _speech,
    "finetune": _finetune,
    "pretrain": _finetune,
    "serve": _serve,
}
