"""Steps for Ollama (github.com/ollama/ollama, docs/modelfile.mdx, docs/faq.mdx and api/types.go, November 2026)."""

from advisor.present.run_it.start import RunStart
from advisor.present.run_it.view import RunGuide, RunStep
from advisor.present.words.shell_words import command
from advisor.present.words.words import say

_CACHE_TYPES = ("F16", "Q8_0", "Q4_0")
"""The types of the cache that it has, one for keys and values."""


def ollama_guide(start: RunStart) -> RunGuide:
    """A file that says everything, a model made of it, and the way to run that."""
    name = start.own_name
    settings = say("Save this as a file with the name Modelfile, beside the model's file.")
    run = say("Run it. It prints counts and rates after each answer: paste them all into Check this prediction.")
    return RunGuide(
        program="Ollama",
        steps=(
            *start.finding(),
            RunStep(settings, modelfile(start)),
            *_environment(start),
            RunStep(
                say("Make the model, in a terminal in that folder."),
                command(("ollama", "create", name, "-f", "Modelfile"), start.system),
            ),
            RunStep(run, command(("ollama", "run", name, "--verbose"), start.system)),
        ),
        notes=tuple(_notes(start)),
    )


def modelfile(start: RunStart) -> str:
    """What Ollama is told: the file, the context of one conversation, the layers on the graphics, the threads."""
    file = start.path or f"./{start.file_name}"
    plan = start.plan
    lines = [f'FROM "{file}"' if " " in file else f"FROM {file}"]
    lines.append(f"PARAMETER num_ctx {start.context_tokens // plan.sequences}")
    if start.beside_graphics or (not start.on_processor and not plan.host_expert_layers):
        lines.append(f"PARAMETER num_gpu {start.gpu_layers}")
    if plan.threads is not None:
        lines.append(f"PARAMETER num_thread {plan.threads}")
    return "\n".join(lines)


def _environment(start: RunStart) -> tuple[RunStep, ...]:
    """What is no matter of one model but of the whole program."""
    plan = start.plan
    values = {}
    if plan.key_type == plan.value_type != "F16" and plan.key_type in _CACHE_TYPES:
        values["OLLAMA_KV_CACHE_TYPE"] = plan.key_type.lower()
    if not plan.flash_attention:
        values["OLLAMA_FLASH_ATTENTION"] = "0"
    if plan.sequences > 1:
        values["OLLAMA_NUM_PARALLEL"] = f"{plan.sequences}"
    if not values:
        return ()
    if start.system == "linux":
        text = say("Set this for all of Ollama: sudo systemctl edit ollama.service, then restart the service.")
        lines = ("[Service]", *(f'Environment="{name}={value}"' for name, value in values.items()))
    elif start.system == "macos":
        text = say("Set this for all of Ollama, in a terminal, then quit and start it again.")
        lines = tuple(f"launchctl setenv {name} {value}" for name, value in values.items())
    else:
        text = say("Set this for all of Ollama, in a terminal, then quit and start it again.")
        lines = tuple(f"setx {name} {value}" for name, value in values.items())
    return (RunStep(text, "\n".join(lines)),)


def _notes(start: RunStart) -> list[str]:
    plan, notes = start.plan, []
    if not start.path:
        notes.append(
            say(
                "Ollama's own library has many models, too: search ollama.com for {model}, take the tag with {quant}, "
                "and put its name and tag after FROM instead of the file.",
                model=start.model_name,
                quant=start.quant,
            )
        )
    if plan.host_expert_layers:
        notes.append(
            say(
                "Ollama moves whole layers to main memory, not only experts: it will be slower than predicted. "
                "llama.cpp and LM Studio can do it."
            )
        )
    if plan.key_type != plan.value_type or plan.key_type not in _CACHE_TYPES:
        notes.append(
            say(
                "Ollama cannot store the conversation as {keys} and {values}: it needs more memory.",
                keys=plan.key_type,
                values=plan.value_type,
            )
        )
    if start.is_in_parts:
        notes.append(
            say("Ollama may want the model in one file: llama-gguf-split --merge, of llama.cpp, joins the parts.")
        )
    return notes
