"""The steps of three programs, each told the same in its own way.

llama.cpp: github.com/ggml-org/llama.cpp, tools/server/README.md. Ollama: github.com/ollama/ollama, docs/modelfile.mdx,
docs/faq.mdx, api/types.go. LM Studio: lmstudio.ai/docs: app, cli/load, advanced/sideload. All of November 2026.
"""

import re

from advisor.present.run_it.start import RunStart
from advisor.present.run_it.view import RunGuide, RunStep
from advisor.present.words.placement_text import place_arguments
from advisor.present.words.quantity import capacity
from advisor.present.words.shell_words import command
from advisor.present.words.words import say

_RELEASES = "https://github.com/ggml-org/llama.cpp/releases"
_PACKAGE_OF_MACOS = "brew install llama.cpp"
"""The very build that is counted for."""
_OLLAMA_CACHE_TYPES = ("F16", "Q8_0", "Q4_0")
"""The types of the cache that it has, one for keys and values."""
_PARTS = re.compile(r"-\d{5,6}-of-\d{5,6}\.gguf$", re.IGNORECASE)
"""How the first of several files of a model is called."""


def _where(*told: tuple[object, str]) -> tuple[str, ...]:
    """The texts whose condition holds."""
    return tuple(text for holds, text in told if holds)


def llama_cpp_guide(start: RunStart) -> RunGuide:
    """Get it, start it, look."""
    place = place_arguments(start.plan, on_processor=start.on_processor, beside_graphics=start.beside_graphics)
    get = say("Get llama.cpp, ready to run for every system.")
    if start.counted_for:
        get = say(
            "Get llama.cpp, ready to run for every system. The prediction counts with this build: {build}.",
            build=start.counted_for,
        )
    look = say(
        "Open the address it prints in a browser and ask something.\n"
        "Paste the lines it prints after an answer into Check this prediction."
    )
    offer = start.offer.for_llama_cpp
    several = say(
        "There are several GPUs: llama-server --list-devices shows their names, and -dev NAME keeps it on {processor}.",
        processor=start.processor_name,
    )
    settings = (*start.plan.arguments, *place, *start.kept_from_thinking)
    begin = command(("llama-server", *(offer or ("-m", start.file)), *settings), start.system)
    first = say("Start it in a terminal. The first start downloads about {size}.", size=capacity(start.weights_bytes))
    return RunGuide(
        program="llama.cpp",
        steps=(
            RunStep(get, _PACKAGE_OF_MACOS if start.system == "macos" else _RELEASES),
            *start.finding(is_fetched=bool(offer)),
            RunStep(first if offer else say("Start it in a terminal."), begin),
            RunStep(look),
        ),
        notes=_where(
            (not start.path, _if_it_is_gone(start) if offer else _fetched(start)),
            (start.is_one_of_several and "-dev" not in settings, several),
        ),
    )


def _fetched(start: RunStart) -> str:
    """How llama.cpp fetches a file whose repository nobody has named."""
    return say(
        "Or download it automatically from huggingface.co: use -hf NAME/REPOSITORY:{quant} in place of -m {file}.",
        quant=start.quant,
        file=start.file_name,
    )


def _if_it_is_gone(start: RunStart) -> str:
    """What to do where a repository does not have the file, or no longer."""
    return say(
        "If {repository} lacks this file, search huggingface.co for: {words}",
        repository=start.offer.repository,
        words=start.searched,
    )


def ollama_guide(start: RunStart) -> RunGuide:
    """A file that says everything, a model made of it, and the way to run that."""
    name, plan, quick = start.own_name, start.plan, ("--think=false",) if start.kept_from_thinking else ()
    offer = start.offer.for_ollama
    make = say("Make the model, in a terminal in that folder.")
    run = say("Run it. It prints counts and rates after each answer: paste them all into Check this prediction.")
    library = say(
        "Or search ollama.com for {model}: put its name and the tag with {quant} after FROM.",
        model=start.model_name,
        quant=start.quant,
    )
    experts = say("Slower in Ollama: it moves whole layers to RAM; llama.cpp and LM Studio move only experts.")
    cache = say(
        "Ollama cannot store the conversation as {keys} and {values}: it needs more memory.",
        keys=plan.key_type,
        values=plan.value_type,
    )
    parts = say("Ollama may want the model in one file: llama-gguf-split --merge, of llama.cpp, joins the parts.")
    return RunGuide(
        program="Ollama",
        steps=(
            *(_tried_and_saved(start, quick) if offer else _found_and_saved(start)),
            *_environment(start),
            RunStep(make, command(("ollama", "create", name, "-f", "Modelfile"), start.system)),
            RunStep(run, command(("ollama", "run", name, "--verbose", *quick), start.system)),
        ),
        notes=_where(
            (offer and not start.offer.library, _if_it_is_gone(start)),
            (not start.path and not offer, library),
            (plan.host_expert_layers, experts),
            (plan.key_type != plan.value_type or plan.key_type not in _OLLAMA_CACHE_TYPES, cache),
            (_PARTS.search(start.file_name), parts),
        ),
    )


def _tried_and_saved(start: RunStart, quick: tuple[str, ...]) -> tuple[RunStep, ...]:
    """One line that runs the model with settings of Ollama's own, and the file for those of the prediction."""
    first = say("For a first try, run this in a terminal: Ollama chooses the settings.")
    saved = say("To run it as predicted, save this as a file named Modelfile; Ollama downloads the model.")
    line = command(("ollama", "run", start.offer.for_ollama, "--verbose", *quick), start.system)
    return (RunStep(first, line), RunStep(saved, _modelfile(start)))


def _found_and_saved(start: RunStart) -> tuple[RunStep, ...]:
    """The model's file, and beside it the one that says the settings."""
    saved = say("Save this as a file with the name Modelfile, beside the model's file.")
    return (*start.finding(is_fetched=False), RunStep(saved, _modelfile(start)))


def _modelfile(start: RunStart) -> str:
    """What Ollama is told: the file, the context of one conversation, the layers on the graphics, the threads."""
    file, plan = start.offer.for_ollama or start.path or f"./{start.file_name}", start.plan
    says_layers = start.beside_graphics or (not start.on_processor and not plan.host_expert_layers)
    lines = _where(
        (True, f'FROM "{file}"' if " " in file else f"FROM {file}"),
        (True, f"PARAMETER num_ctx {start.context_tokens // plan.sequences}"),
        (says_layers, f"PARAMETER num_gpu {start.gpu_layers}"),
        (plan.threads is not None, f"PARAMETER num_thread {plan.threads}"),
    )
    return "\n".join(lines)


def _environment(start: RunStart) -> tuple[RunStep, ...]:
    """What is no matter of one model but of the whole program."""
    plan = start.plan
    values = dict[str, str]()
    if plan.key_type == plan.value_type != "F16" and plan.key_type in _OLLAMA_CACHE_TYPES:
        values |= {"OLLAMA_FLASH_ATTENTION": "1", "OLLAMA_KV_CACHE_TYPE": plan.key_type.lower()}
    if not plan.flash_attention:
        values["OLLAMA_FLASH_ATTENTION"] = "0"
    if plan.sequences > 1:
        values["OLLAMA_NUM_PARALLEL"] = f"{plan.sequences}"
    if not values:
        return ()
    text = say("Set this for all of Ollama, in a terminal, then quit and start it again.")
    form = "launchctl setenv {} {}" if start.system == "macos" else "setx {} {}"
    if start.system == "linux":
        text = say("Set this for all of Ollama: sudo systemctl edit ollama.service, then restart the service.")
        form = 'Environment="{}={}"'
    lines = [form.format(name, value) for name, value in values.items()]
    return (RunStep(text, "\n".join(["[Service]", *lines] if start.system == "linux" else lines)),)


def lm_studio_guide(start: RunStart) -> RunGuide:
    """Bring the model in, set it up before it is loaded, or load it by a command."""
    get = say(
        "Search for these words in LM Studio, and download the one with {quant}, about {size}.",
        quant=start.offer.in_names or start.quant,
        size=capacity(start.weights_bytes),
    )
    found = RunStep(get, start.offer.repository or start.model_name)
    if start.path:
        text = say("Bring the file in, in a terminal; LM Studio must have run once.")
        found = RunStep(text, command(("lms", "import", "--copy", start.path), start.system))
    choose = say('Select the model, turn on "Manually choose model load parameters", and set:')
    load = ("lms", "load", "--context-length", f"{start.context_tokens}", "--gpu", _gpu_share(start))
    by_command = RunStep(say("Or load it in a terminal; it asks which model."), command(load, start.system))
    several = say(
        "There are several GPUs: in LM Studio's settings, under Hardware, switch off all but {processor}.",
        processor=start.processor_name,
    )
    return RunGuide(
        program="LM Studio",
        steps=(
            found,
            RunStep(choose, _lm_studio_settings(start)),
            *(() if start.plan.host_expert_layers or start.plan.key_type != "F16" else (by_command,)),
            RunStep(say("Ask something: the speed is shown below the answer, in tok/sec.")),
        ),
        notes=_where(
            (start.offer.repository, _if_it_is_gone(start)),
            (
                start.kept_from_thinking,
                say("Switch thinking off beside the message, where LM Studio has a button for it."),
            ),
            (start.is_one_of_several, several),
        ),
    )


def _gpu_share(start: RunStart) -> str:
    """What `lms load --gpu` takes: off, max, or a share of the layers."""
    if start.gpu_layers == 0:
        return "off"
    if start.gpu_layers >= start.all_layers:
        return "max"
    return f"{100 * _layers_of_slider(start) // start.plan.layers / 100:.2f}"


def _layers_of_slider(start: RunStart) -> int:
    """The layers on the GPU as LM Studio counts them, without the output layer; all only where that is there, too."""
    layers = start.plan.layers
    return layers if start.gpu_layers >= start.all_layers else min(start.gpu_layers, layers - 1)


def _lm_studio_settings(start: RunStart) -> str:
    """Its settings by the names that they have there."""
    plan = start.plan
    moved = plan.host_expert_layers
    lines = _where(
        (True, f"Context Length: {start.context_tokens}"),
        (True, f"GPU Offload: {_layers_of_slider(start)} / {plan.layers}"),
        (moved, f"Number of layers for which to force MoE weights onto CPU: {moved}"),
        (plan.threads is not None, f"CPU Thread Pool Size: {plan.threads}"),
        (plan.sequences > 1, f"Max Concurrent Predictions: {plan.sequences}"),
        (True, f"Flash Attention: {'on' if plan.flash_attention else 'off'}"),
        (plan.key_type != "F16", f"K Cache Quantization Type: {plan.key_type.lower()}"),
        (plan.value_type != "F16", f"V Cache Quantization Type: {plan.value_type.lower()}"),
    )
    return "\n".join(lines)
