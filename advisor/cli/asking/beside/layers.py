"""How many layers of a model go to the GPU, in the settings of llama.cpp and of programs that are built on it."""

import re
from collections.abc import Iterator

from advisor.cli.asking.sentence.said import Said
from advisor.facts.answers.ask import AskAnswer

_LAYERS = re.compile(r"-ngl (\d+)")
_EXPERTS = re.compile(r"--n-cpu-moe (\d+)")


def layers_lines(told: Said, answer: AskAnswer) -> Iterator[str]:
    """The settings, with what they are called elsewhere; nothing where nobody asks, or none of it runs on a GPU."""
    command = answer.settings.command or ""
    layers, experts = _LAYERS.search(command), _EXPERTS.search(command)
    if not told.asks.layers or layers is None:
        return
    moved = experts[1] if experts is not None else ""
    in_ram = f", with the experts of {moved} layers in RAM (--n-cpu-moe {moved})" if moved else ""
    whole = "all layers" if answer.settings.placement == "gpu" and not moved else f"{layers[1]} layers"
    file = f"{answer.model} as {answer.settings.quant}{in_ram}"
    yield f"On the GPU: {whole} of {file}: -ngl {layers[1]} (GPU layers in KoboldCpp, GPU Offload in LM Studio)."
