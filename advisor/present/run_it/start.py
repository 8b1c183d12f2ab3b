"""What every program has to be told so that a model runs as predicted."""

import re
from collections.abc import Callable

from advisor.facts.answers.estimate import LaunchPlan
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.cards.card import Pool
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.frozen import frozen
from advisor.facts.values.reason import Reason
from advisor.present.run_it.offer import Offer
from advisor.present.run_it.view import RunStep
from advisor.present.words.answer_text import main_pool
from advisor.present.words.placement_text import kept_from_thinking
from advisor.present.words.quantity import capacity, short_tokens
from advisor.present.words.shell_words import System
from advisor.present.words.words import say

ANY_FILE = "MODEL.gguf"
ENGINE = "llama.cpp"
_CALIBRATIONS: tuple[ReasonCode, ...] = ("calibration_used", "network_calibration")


@frozen
class RunStart:
    """One answer whose model can be started; `path` is where its file lies, empty where none was opened.

    `context_tokens` are those of all users together, `counted_for` is the engine and backend whose speed was
    predicted. `kept_from_thinking` are the arguments of llama.cpp for a model that is judged so. `on_processor`: it
    works alone. `graphics` counts the graphics parts there are, `is_one_of_several` says that one of several is
    meant. `offer` has the names by which programs fetch the file.
    """

    plan: LaunchPlan
    model_name: str
    quant: str
    weights_bytes: int
    cache_bytes: int
    context_tokens: int
    pool: Pool
    processor_name: str
    counted_for: str
    path: str
    system: System
    on_processor: bool
    graphics: int
    is_one_of_several: bool = False
    kept_from_thinking: tuple[str, ...] = ()
    offer: Offer = Offer()

    @property
    def beside_graphics(self) -> bool:
        """Whether programs have to be kept from the graphics."""
        return self.on_processor and self.graphics > 0

    @property
    def all_layers(self) -> int:
        """The layers as programs count them: the output layer is one, too."""
        return self.plan.layers + 1

    @property
    def gpu_layers(self) -> int:
        """How many of them lie on the graphics."""
        if self.on_processor:
            return 0
        return self.all_layers if self.plan.gpu_layers is None else self.plan.gpu_layers

    @property
    def file(self) -> str:
        """The file with its folder, or what stands for it."""
        return self.path or ANY_FILE

    @property
    def file_name(self) -> str:
        """The file without its folder, or what stands for it."""
        return re.split(r"[/\\]", self.file)[-1]

    @property
    def own_name(self) -> str:
        """A name for the model with these settings, as a person would give it: "qwen3-8b-q4_k_m-8k"."""
        words = (re.sub(r"\.gguf$", "", self.model_name, flags=re.IGNORECASE), self.quant)
        both = "-".join(dict.fromkeys(words)) if words[1].lower() not in words[0].lower() else words[0]
        name = f"{both}-{short_tokens(self.context_tokens)}".lower()
        return re.sub(r"[^a-z0-9._]+", "-", name).strip("-._")

    @property
    def searched(self) -> str:
        """The words that find the file on huggingface.co."""
        return f"{self.model_name} GGUF {self.offer.in_names or self.quant}"

    def finding(self, *, is_fetched: bool) -> tuple[RunStep, ...]:
        """How to come by the file, where none was opened and the program does not fetch it by itself."""
        if self.path or is_fetched:
            return ()
        text = say(
            "Search huggingface.co for these words; take the file with {quant} in its name, about {size}.\n"
            "Put its name in place of {placeholder} below.",
            quant=self.quant,
            size=capacity(self.weights_bytes),
            placeholder=ANY_FILE,
        )
        return (RunStep(text, self.searched),)


def run_start(answer: TaskAnswer, *, system: System, path: str = "", layers: int | None = None) -> RunStart | None:
    """What is to be started; None where the model does not fit, or no program of llama.cpp's runs it.

    `path` is the file where one was opened, `layers` are those of the model, where they are known.
    """
    start = _STARTS.get(answer.task)
    return start(answer, system=system, path=path, layers=layers) if start else None


def _text_start(answer: TextAnswer, *, system: System, path: str, layers: int | None) -> RunStart | None:
    """For one person."""
    estimate = answer.chosen
    if estimate.launch is None:
        return None
    cpu_id = answer.cpu.processor_id if answer.cpu else None
    graphics = [one.processor_name for one in answer.options if one.processor_id != cpu_id]
    return RunStart(
        plan=estimate.launch,
        model_name=answer.model_name,
        quant=estimate.quant,
        weights_bytes=estimate.memory.weights_bytes,
        cache_bytes=estimate.memory.kv_cache_bytes,
        context_tokens=estimate.context_tokens,
        pool=main_pool(estimate),
        processor_name=estimate.processor_name,
        counted_for=_counted_for(estimate.decode.basis),
        path=path,
        system=system,
        on_processor=estimate.processor_id == cpu_id,
        graphics=len(graphics),
        is_one_of_several=len(graphics) > 1 and estimate.processor_name in graphics,
        kept_from_thinking=kept_from_thinking(answer),
    )


def _serving_start(answer: TaskAnswer, *, system: System, path: str, layers: int | None) -> RunStart | None:
    """For several users; None where another engine than llama.cpp is asked about."""
    option = answer.chosen
    request, found, memory = option.request, option.answer, option.answer.memory
    if memory is None or not option.runs or request.engine != ENGINE or not request.precision or layers is None:
        return None
    users = found.concurrency or request.concurrency or 1
    tokens = users * request.held_tokens
    graphics = [one.processor_name for one in answer.options if not one.is_cpu]
    return RunStart(
        plan=found.launch
        or LaunchPlan(
            arguments=("-c", f"{tokens}", "-np", f"{users}", *_cache_arguments(request.kv_type)),
            layers=layers,
            key_type=request.kv_type.upper(),
            value_type=request.kv_type.upper(),
            sequences=users,
        ),
        model_name=answer.model_name,
        quant=request.precision,
        weights_bytes=memory.weights_bytes,
        cache_bytes=memory.kv_cache_bytes,
        context_tokens=tokens,
        pool=main_pool(option),
        processor_name=option.processor_name,
        counted_for=_counted_for(found.basis),
        path="",
        system=system,
        on_processor=option.is_cpu,
        graphics=len(set(graphics)),
        is_one_of_several=len(set(graphics)) > 1 and not option.is_cpu,
    )


def _cache_arguments(kv_type: str) -> tuple[str, ...]:
    """A quantized cache needs flash attention."""
    return () if kv_type == "f16" else ("-ctk", kv_type, "-ctv", kv_type, "-fa", "on")


def _counted_for(basis: tuple[Reason, ...]) -> str:
    return next((str(one.parameters["name"]) for one in basis if one.code in _CALIBRATIONS), "")


_STARTS: dict[str, Callable[..., RunStart | None]] = {"generate": _text_start, "serve": _serving_start}
"""By task, where programs of llama.cpp's do it."""
