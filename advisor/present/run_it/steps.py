"""Run it: the settings of an answer, and the steps that make a program run the model with exactly these."""

from dataclasses import replace

from advisor.facts.answers.serving import ServeRequest
from advisor.facts.answers.task_answer import TaskAnswer, TaskOption
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.cards.model import ModelCard
from advisor.facts.machine.machine import Machine
from advisor.facts.values.range import Range
from advisor.present.run_it.comfy import comfy_view
from advisor.present.run_it.guides import llama_cpp_guide, lm_studio_guide, ollama_guide
from advisor.present.run_it.offer import offered
from advisor.present.run_it.start import RunStart, run_start
from advisor.present.run_it.view import RunGuide, RunStep, RunView
from advisor.present.words.limit import POOL_WORDS
from advisor.present.words.quantity import capacity, count, speed, tokens
from advisor.present.words.series import Table
from advisor.present.words.shell_words import System, command
from advisor.present.words.words import say, to_say


def run_view(
    answer: TaskAnswer,
    *,
    system: System,
    path: str = "",
    model: ModelCard | None = None,
    whole_layers: Range | None = None,
) -> RunView | None:
    """The steps for three programs, for vLLM or ComfyUI; None where the model does not fit or none of them runs it.

    `path` is the file where one was opened: it is copied with its folder, to be run here and shown to nobody. `model`
    is its card, where there is one; `whole_layers` is what a program reaches that moves no experts alone.
    """
    layers = model.shape.layers if model is not None and model.shape is not None else None
    start = run_start(answer, system=system, path=path, layers=layers)
    if start is None:
        return _vllm_view(answer) or comfy_view(answer)
    start = _with_names(start, answer, model)
    return RunView(
        title=say("Run {model} as predicted", model=start.model_name),
        sentence=_how_close(start, whole_layers),
        settings=Table((say("Setting"), say("As predicted")), tuple(_settings(start))),
        guides=(ollama_guide(start), lm_studio_guide(start), llama_cpp_guide(start)),
    )


def _with_names(start: RunStart, answer: TaskAnswer, model: ModelCard | None) -> RunStart:
    """With the names by which programs fetch the file, where none was opened."""
    if start.path:
        return start
    sees = isinstance(answer, TextAnswer) and answer.vision is not None
    offer = offered(model, start.quant, weights_bytes=start.weights_bytes, with_pictures=sees)
    return replace(start, offer=offer)


def _how_close(start: RunStart, whole_layers: Range | None) -> str:
    """Which of the programs reach what is predicted: Ollama cannot move experts alone."""
    if start.plan.host_expert_layers and whole_layers is not None:
        rate = speed(whole_layers.middle)
        return say(
            "Predicted for llama.cpp with these settings; LM Studio comes close, Ollama reaches {rate}.", rate=rate
        )
    if start.plan.host_expert_layers:
        return say("Predicted for llama.cpp with these settings; LM Studio comes close, Ollama is slower.")
    return say("Predicted for llama.cpp with these settings; Ollama and LM Studio come close.")


def serving_line(answer: TaskAnswer) -> str:
    """The command that serves several users as predicted; empty where another engine is asked about."""
    start = run_start(answer, layers=0, system="linux")
    return command(("llama-server", "-m", start.file, *start.plan.arguments), start.system) if start else ""


_FORMS_OF_VLLM = {
    "fp8": ("--quantization", "fp8"),
}
"""What vLLM is told of the form of the weights (docs.vllm.ai, Quantization); 16 bits are its default. Of files in AWQ
nothing: it sees that itself, and told so it takes slower kernels (github.com/vllm-project/vllm/issues/20112)."""


_GET_VLLM = "pip install vllm"
"""docs.vllm.ai, Installation; NVIDIA's GPUs, and others with a command of their own there."""
_TOOL_CALLS = to_say(
    "Agents call tools: add --enable-auto-tool-choice, and --tool-call-parser with the one for this model."
)
"""Without them vLLM refuses what agents ask (docs.vllm.ai, Tool Calling)."""
_SHARE_OF_UNIFIED = "0.85"
"""Of what CUDA sees: the system works in it, too (https://github.com/vllm-project/recipes/pull/632, GB10)."""


def vllm_line(answer: TaskAnswer) -> str:
    """The command that serves several users with vLLM as predicted; empty for another engine, and where none fits.

    MODEL is a name on Hugging Face, or a folder; in 4 bits one of files that are so already.
    """
    option = answer.chosen
    request = getattr(option, "request", None)
    if not isinstance(request, ServeRequest) or request.engine.lower() != "vllm" or not option.runs:
        return ""
    served = option.answer
    precision = request.precision or ""
    users = served.concurrency or request.concurrency
    parts = (
        *("vllm", "serve", "MODEL-AWQ" if precision.startswith("AWQ") else "MODEL"),
        *("--max-model-len", f"{request.held_tokens}"),
        *(("--max-num-seqs", f"{users}") if users else ()),
        *(("--tensor-parallel-size", f"{option.devices}") if option.devices > 1 else ()),
        *(("--gpu-memory-utilization", _SHARE_OF_UNIFIED) if _is_unified(option) else ()),
        *_FORMS_OF_VLLM.get(precision, ()),
    )
    return command(parts, "linux")


def _vllm_view(answer: TaskAnswer) -> RunView | None:
    """The steps for vLLM; None where it serves nothing."""
    line = vllm_line(answer)
    if not line:
        return None
    option, request = answer.chosen, answer.chosen.request
    form = request.precision or say("16 bits")
    fetch = say(
        "Search huggingface.co for {model} in this form: {form}. Put its name after serve.",
        model=answer.model_name,
        form=form,
    )
    rows = (
        (say("Model"), answer.model_name),
        (say("Precision"), form),
        (say("Context"), tokens(request.held_tokens)),
        (say("Users at once"), count(option.answer.concurrency or request.concurrency or 1)),
        (say("GPUs"), count(option.devices)),
    )
    return RunView(
        title=say("Run {model} as predicted", model=answer.model_name),
        sentence=say("Predicted for vLLM with these settings, on Linux or WSL."),
        settings=Table((say("Setting"), say("As predicted")), rows),
        guides=(
            RunGuide(
                program="vLLM",
                steps=(
                    RunStep(say("Install vLLM, in a Python environment of its own."), _GET_VLLM),
                    RunStep(fetch),
                    RunStep(say("Start it in a terminal. It answers at port 8000, as OpenAI's API does."), line),
                ),
                notes=(say(_TOOL_CALLS),) if request.kept_tokens else (),
            ),
        ),
    )


def _is_unified(option: TaskOption) -> bool:
    return any(pool.pool == "unified" for pool in option.fit.pools)


def system_of(machine: Machine) -> System:
    """The system whose shell the steps are for; Linux where nothing is known."""
    name = (machine.os.name.value or "").lower()
    return "windows" if name.startswith("windows") else "macos" if name.startswith("mac") else "linux"


def _settings(start: RunStart) -> list[tuple[str, str]]:
    plan, pool = start.plan, say(POOL_WORDS[start.pool])
    layers = say(
        "{count} of {all} in {pool} (the output counts as one), the rest in RAM",
        count=start.gpu_layers,
        all=start.all_layers,
        pool=pool,
    )
    if start.on_processor:
        layers = say("all {layers} on the CPU", layers=plan.layers)
    elif start.gpu_layers >= start.all_layers:
        layers = say("all {layers} in {pool}", layers=plan.layers, pool=pool)
    experts = say(
        "those of the first {count} of {layers} layers in RAM",
        count=plan.host_expert_layers,
        layers=plan.layers,
    )
    kinds = " / ".join(dict.fromkeys((plan.key_type.lower(), plan.value_type.lower())))
    rows = [
        (say("Model"), start.model_name),
        (say("Quantization"), say("{quant}, a file of {size}", quant=start.quant, size=capacity(start.weights_bytes))),
        (say("Context"), tokens(start.context_tokens)),
        (say("Layers"), layers),
        (say("Experts"), experts if plan.host_expert_layers else ""),
        (
            say("Conversation memory (KV cache)"),
            say("{kind}, {size}", kind=kinds, size=capacity(start.cache_bytes)),
        ),
        (say("Flash attention"), say("on where the hardware can") if plan.flash_attention else say("off")),
        (say("Thinking"), say("off") if start.kept_from_thinking else ""),
        (say("Threads"), say("the program's own choice") if plan.threads is None else count(plan.threads)),
        (say("Users at once"), count(plan.sequences)),
        (say("Counted for"), start.counted_for),
    ]
    return [row for row in rows if row[1]]
