"""What each task makes, as words: its unit, its terms, its speed as a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass

from advisor.facts.answer import AnswerTerm
from advisor.facts.serving import ServeAnswer
from advisor.facts.task_answer import RateRange, TaskWay
from advisor.facts.training_request import FinetuneRequest
from advisor.facts.units import MEGA, SECONDS_PER_HOUR, SECONDS_PER_MINUTE
from advisor.present.quantity import duration, rough_time, speed, speed_number, times
from advisor.present.series import Role


@dataclass(frozen=True)
class TaskUnit:
    """What speeds of a task are shown in: `per_s` of it are one unit a second; what one bar of its time stands for."""

    text: str
    words: str
    per_s: float
    whole: str


_TOKENS = TaskUnit("tokens/s", "Tokens per second", 1.0, "one step")
UNITS: Mapping[str, TaskUnit] = {
    "serve": TaskUnit("tokens/s", "Tokens per second", 1.0, "one token for everyone"),
    "image": TaskUnit("images a minute", "Images a minute", SECONDS_PER_MINUTE, "one image"),
    "video": TaskUnit("clips an hour", "Clips an hour", float(SECONDS_PER_HOUR), "one clip"),
    "embed": TaskUnit("texts/s", "Texts per second", 1.0, "one batch"),
    "classify": TaskUnit("pictures/s", "Pictures per second", 1.0, "one batch"),
    "speech": TaskUnit("times as fast as it is spoken", "Times as fast as it is spoken", 1.0, "the recording"),
    "finetune": _TOKENS,
    "pretrain": _TOKENS,
}

TERMS: Mapping[str, tuple[str, Role]] = {
    "weights": ("read the weights", "weights"),
    "arithmetic": ("calculations", "other_programs"),
    "matmul": ("calculations", "other_programs"),
    "kv_cache": ("read the conversations", "kv_cache"),
    "attention": ("attention", "attention"),
    "activations": ("move values in memory", "weights"),
    "kept_values": ("move values in memory", "weights"),
    "unpacking": ("unpack the weights", "overhead"),
    "update": ("change the weights", "kv_cache"),
    "overhead": ("overhead", "overhead"),
    "launches": ("start of kernels", "overhead"),
    "launch": ("start of kernels", "overhead"),
    "interconnect": ("link between devices", "guide"),
    "links": ("link between devices", "guide"),
    "waiting": ("waiting for the slowest", "guide"),
    "idle_stages": ("stages that wait", "guide"),
    "streaming": ("layers from main memory", "spill"),
    "moving": ("parts from main memory", "spill"),
    "text_encoding": ("read your sentence", "kv_cache"),
    "decoding": ("make pixels of it", "buffers"),
    "encoder": ("listen", "weights"),
    "decoder": ("write", "kv_cache"),
}
"""By the name of a term: what it does, and its color."""


def term_text(term: AnswerTerm) -> tuple[str, Role]:
    """What one term of the time does, and its color."""
    return TERMS.get(term.name, (term.name.replace("_", " "), "overhead"))


def rate_text(task: str, rate: RateRange | None) -> str:
    """A speed in the unit of the task with its range, without the unit."""
    if rate is None:
        return "unknown"
    low, middle, high = (speed_number(one * UNITS[task].per_s) for one in (rate.low, rate.middle, rate.high))
    return middle if low == high else f"{middle} ({low} to {high})"


def speed_words(task: str, way: TaskWay) -> str:
    """The speed of a way as a sentence; nothing where it is not known."""
    if way.rate is None:
        return "Speed unknown."
    start = "With enough memory " if way.fit.verdict == "too_big" else ""
    sentence = _WORDS.get(task, _in_units)(task, way, way.rate)
    return f"{start}{sentence[:1].lower()}{sentence[1:]}" if start else sentence


def _in_units(task: str, way: TaskWay, rate: RateRange) -> str:
    return f"About {rate_words(task, rate)}."


def rate_words(task: str, rate: RateRange) -> str:
    """A rate with its unit before the range."""
    text, unit = rate_text(task, rate), UNITS[task].text
    number, _, span = text.partition(" ")
    return f"{number} {unit} {span}".strip()


def _item(task: str, way: TaskWay, rate: RateRange) -> str:
    """Items that take their time: so many a minute, or so long for each."""
    name = UNITS[task].whole
    if task == "image" and rate.middle * SECONDS_PER_MINUTE >= 1:
        return f"About {rate_words(task, rate)}."
    return f"{name.capitalize()} takes about {rough_time(1 / rate.middle)}{_span(1 / rate.high, 1 / rate.low)}."


def _speech(task: str, way: TaskWay, rate: RateRange) -> str:
    audio = float(getattr(way.request, "audio_s", 0.0))
    whole = f"Writes {duration(audio)} down in about {rough_time(audio / rate.middle)}"
    pace = times(rate.middle)
    return f"{whole}{_span(audio / rate.high, audio / rate.low)}: {pace} as fast as it is spoken."


def _finetune(task: str, way: TaskWay, rate: RateRange) -> str:
    request = way.request
    if not isinstance(request, FinetuneRequest) or request.data_tokens is None:
        return _in_units(task, way, rate)
    data = request.data_tokens
    amount = f"{data / MEGA:,.4g} million tokens"
    wait = rough_time(data / rate.middle)
    return f"One pass over {amount} takes about {wait}{_span(data / rate.high, data / rate.low)}."


def _serve(task: str, way: TaskWay, rate: RateRange) -> str:
    answer = way.answer
    users = answer.concurrency if isinstance(answer, ServeAnswer) and answer.concurrency else 1
    low, high = speed_number(rate.low), speed_number(rate.high)
    first = (
        ""
        if answer.time_to_first_token_s is None
        else (f" The first word after {duration(answer.time_to_first_token_s)}.")
    )
    if users == 1:
        return f"About {speed(rate.middle)} ({low} to {high}).{first}"
    each = speed_number(rate.middle / users)
    return f"About {speed(rate.middle)} for {users:,} at once ({low} to {high}), {each} for each.{first}"


def _span(low_s: float, high_s: float) -> str:
    low, high = rough_time(low_s), rough_time(high_s)
    if low == high:
        return ""
    number, _, unit = low.partition(" ")
    return f" ({number if high.endswith(f' {unit}') else low} to {high})"


_WORDS = {
    "image": _item,
    "video": _item,
    "speech": _speech,
    "finetune": _finetune,
    "pretrain": _finetune,
    "serve": _serve,
}
