"""What a graphics processor reaches where llama.cpp makes vectors: what it reaches reading prompts of such a model."""

from dataclasses import replace

from advisor.answer.which_device.calibration import find_calibration
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.pipeline import Network
from advisor.facts.rig.rig import Processor
from advisor.predict.model.subject import Run
from advisor.predict.networks.network_time import PassTime
from advisor.predict.speed.prefill import prefill_parts

_ENGINE = "llama.cpp"
_TOKENS = 512
"""Of one micro batch, in which prompts and texts are read alike."""


def as_prompt(
    one: PassTime, card: ModelCard, network: Network, processor: Processor, catalog: Catalog, *, quant: str, flop: float
) -> PassTime:
    """The time of a pass as that program takes it for a prompt; as it is where that is not known, and on a CPU."""
    token_params = network.token_params
    found = find_calibration(processor, catalog, engine=_ENGINE, backend=None)
    like = _of_these_layers(card, network, catalog)
    if processor.kind != "gpu" or token_params is None or found is None or like is None:
        return one
    subject = subject_of(like, find_quant(quant, None, catalog)[0], catalog)
    parts = prefill_parts(processor, subject, found[0], Run(context_tokens=_TOKENS, prompt_tokens=_TOKENS))
    if parts is None:
        return one
    flop_per_s = (
        2.0 * token_params * _TOKENS / (parts.total_s - parts.attention_s)
    )  # attention: of a like model's shape
    return replace(one, arithmetic_s=flop / flop_per_s, memory_s=0.0)


def _of_these_layers(card: ModelCard, network: Network, catalog: Catalog) -> ModelCard | None:
    """The language model that an encoder was made from, or one with as many layers as wide; None without any."""
    alike = [
        one
        for one in catalog.models.values()
        if one.shape is not None
        and (one.shape.layers, one.shape.hidden) == (network.layers, network.hidden)
        and one.active_params == one.params
    ]
    return min(alike, key=lambda one: abs(one.params - card.params), default=None)
