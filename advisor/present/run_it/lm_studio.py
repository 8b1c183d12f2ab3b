"""Steps for LM Studio (lmstudio.ai/docs: app, cli/load, advanced/sideload, November 2026)."""

from advisor.present.run_it.start import RunStart
from advisor.present.run_it.view import RunGuide, RunStep
from advisor.present.words.shell_words import command
from advisor.present.words.words import say

_WHOLE = 100


def lm_studio_guide(start: RunStart) -> RunGuide:
    """Bring the model in, set it up before it is loaded, or load it by a command."""
    get = say(
        "Search for these words in LM Studio, and download the one with {quant}, about {size}.",
        quant=start.quant,
        size=start.weights,
    )
    found = RunStep(get, start.model_name)
    if start.path:
        text = say("Bring the file in, in a terminal; LM Studio must have run once.")
        found = RunStep(text, command(("lms", "import", "--copy", start.path), start.system))
    load = command(
        ("lms", "load", "--context-length", f"{start.context_tokens}", "--gpu", gpu_share(start)), start.system
    )
    steps = [
        found,
        RunStep(
            say("Choose the model, switch on the choice of its settings before it is loaded, and set these."),
            "\n".join(_settings(start)),
        ),
        RunStep(say("Ask something: the speed stands below the answer, in tok/sec.")),
    ]
    if not start.plan.host_expert_layers:
        steps.insert(2, RunStep(say("Or load it in a terminal; it asks which model."), load))
    return RunGuide(program="LM Studio", steps=tuple(steps), notes=tuple(_notes(start)))


def gpu_share(start: RunStart) -> str:
    """What `lms load --gpu` takes: off, max, or a share of the layers."""
    if start.gpu_layers == 0:
        return "off"
    if start.gpu_layers >= start.all_layers:
        return "max"
    share = _WHOLE * min(start.gpu_layers, start.plan.layers) // start.plan.layers
    return f"{share / _WHOLE:.2f}"


def _settings(start: RunStart) -> list[str]:
    """Its settings by the names that they have there."""
    plan, layers = start.plan, min(start.gpu_layers, start.plan.layers)
    lines = [f"Context Length: {start.context_tokens}", f"GPU Offload: {layers} / {plan.layers}"]
    if plan.host_expert_layers:
        moved = f"Number of layers for which to force MoE weights onto CPU: {plan.host_expert_layers}"
        lines.append(moved)
    if plan.threads is not None:
        lines.append(f"CPU Thread Pool Size: {plan.threads}")
    if plan.sequences > 1:
        lines.append(f"Max Concurrent Predictions: {plan.sequences}")
    lines.append(f"Flash Attention: {'on' if plan.flash_attention else 'off'}")
    for name, kind in (("K", plan.key_type), ("V", plan.value_type)):
        if kind != "F16":
            lines.append(f"{name} Cache Quantization Type: {kind.lower()}")
    return lines


def _notes(start: RunStart) -> list[str]:
    if not start.is_one_of_several:
        return []
    return [
        say(
            "There are several graphics parts: in LM Studio's settings, under Hardware, switch off those that "
            "are not {processor}.",
            processor=start.processor_name,
        )
    ]
