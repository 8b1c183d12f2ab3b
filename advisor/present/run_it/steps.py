"""Run it: the settings of an answer, and the steps that make a program run the model with exactly these."""

from typing import Any

from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.machine.machine import Machine
from advisor.present.run_it.llama_cpp import llama_cpp_guide
from advisor.present.run_it.lm_studio import lm_studio_guide
from advisor.present.run_it.ollama import ollama_guide
from advisor.present.run_it.start import RunStart, run_start
from advisor.present.run_it.view import RunView
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.quantity import capacity, count, tokens
from advisor.present.words.series import Table
from advisor.present.words.shell_words import System, command
from advisor.present.words.words import say


def run_view(answer: TaskAnswer[Any], *, system: System, path: str = "", layers: int | None = None) -> RunView | None:
    """The steps for three programs; None where the model does not fit or no program of them runs it.

    `path` is the file where one was opened: it is copied with its folder, to be run here and shown to nobody. `layers`
    are those of the model, where they are known.
    """
    start = run_start(answer, system=system, path=path, layers=layers)
    return _view(start) if start else None


def serving_line(answer: TaskAnswer[Any]) -> str:
    """The command that serves several users as predicted; empty where another engine is asked about."""
    start = run_start(answer, layers=0, system="linux")
    return command(("llama-server", "-m", start.file, *start.plan.arguments), start.system) if start else ""


def _view(start: RunStart) -> RunView:
    return RunView(
        title=say("Run {model} as predicted", model=start.model_name),
        sentence=say(
            "These are the settings that the prediction is about. It counts with llama.cpp; Ollama and LM Studio are "
            "built on it and come near."
        ),
        settings=Table((say("Setting"), say("As predicted")), tuple(_settings(start))),
        guides=(ollama_guide(start), lm_studio_guide(start), llama_cpp_guide(start)),
    )


def system_of(machine: Machine) -> System:
    """The system whose shell the steps are for; Linux where nothing is known."""
    name = (machine.os.name.value or "").lower()
    return "windows" if name.startswith("windows") else "macos" if name.startswith("mac") else "linux"


def _settings(start: RunStart) -> list[tuple[str, str]]:
    plan = start.plan
    rows = [
        (say("Model"), start.model_name),
        (say("Quantization"), say("{quant}, a file of {size}", quant=start.quant, size=start.weights)),
        (say("Context"), tokens(start.context_tokens)),
        (say("Layers"), _layers(start)),
    ]
    if plan.host_expert_layers:
        rows.append((say("Experts"), _experts(start)))
    cache = capacity(start.cache_bytes)
    kinds = " / ".join(dict.fromkeys((plan.key_type.lower(), plan.value_type.lower())))
    rows.append((say("Conversation memory (KV cache)"), say("{kind}, {size}", kind=kinds, size=cache)))
    flash = say("on where the hardware can") if plan.flash_attention else say("off")
    rows.append((say("Flash attention"), flash))
    threads = say("the program's own choice") if plan.threads is None else count(plan.threads)
    rows.append((say("Threads"), threads))
    rows.append((say("Users at once"), count(plan.sequences)))
    if start.counted_for:
        rows.append((say("Counted for"), start.counted_for))
    return rows


def _layers(start: RunStart) -> str:
    """Where they lie."""
    if start.on_processor:
        return say("all {layers} on the processor", layers=start.plan.layers)
    pool = say(POOL_WORDS[start.pool])
    if start.gpu_layers >= start.all_layers:
        return say("all {layers} in the {pool}", layers=start.plan.layers, pool=pool)
    return say(
        "{count} of {all} in the {pool} (the output counts as one), the rest in main memory",
        count=start.gpu_layers,
        all=start.all_layers,
        pool=pool,
    )


def _experts(start: RunStart) -> str:
    return say(
        "those of the first {count} of {layers} layers in main memory",
        count=start.plan.host_expert_layers,
        layers=start.plan.layers,
    )
