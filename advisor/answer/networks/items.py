"""How many vectors or classes a rig computes: the tasks `embed` and `classify`."""

from advisor.answer.asked.checked_request import Ignored, ignored_notes
from advisor.answer.asked.problem import ProblemError
from advisor.answer.networks.network_answer import cards_by_style, parts_memory, resolved, verdict_of
from advisor.answer.networks.prompt_rate import as_prompt
from advisor.answer.which_device.device import Device
from advisor.answer.which_device.task_fit import fit_notes
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.estimate import AnswerTerm, TermName
from advisor.facts.answers.network_answers import ItemsAnswer
from advisor.facts.asked.pipeline_request import ItemsRequest
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.pipeline import Network, NetworkCard, Pipeline
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason
from advisor.predict.networks.denoising import bytes_of
from advisor.predict.networks.network_time import PassTime, Program, Size, pass_flop, pass_time, tokens_of
from advisor.predict.rates.certainty import certainty
from advisor.predict.rates.limits import limit_of
from advisor.predict.speed.speed import less_sure

SENTENCE_TOKENS = 25
"""Tokens of a sentence of some 19 English words, what embedding is timed on."""

_TERMS: tuple[TermName, ...] = ("arithmetic", "activations", "launches")


def answer_items(
    request: ItemsRequest, ignored: Ignored, catalog: Catalog, device: Device | None = None
) -> ItemsAnswer:
    """Items per second of all devices together, the wait for one batch, and memory.

    `device` and errors as `Task.answer` says.
    """
    card, pipeline, (processor, *_), program, notes, doubts = resolved(
        request, catalog, device, kinds=("embedding", "vision")
    )
    network, size = pipeline.networks[0], _size(request, card, pipeline)
    style = cards_by_style(catalog)[network.built]
    tokens = tokens_of(network, pipeline, size) * request.batch
    memory = parts_memory(
        (network,),
        (bytes_of(network, program.weight_bits),),
        activation_bytes=_activation_bytes(network, style, program, size, batch=request.batch, tokens=tokens),
        processor=processor,
    )
    verdict = verdict_of(memory, processor)
    answer = ItemsAnswer(
        id=request.id,
        fits=None if verdict == "unknown" else verdict == "fits",
        fit=verdict,
        memory=memory,
        basis=(reason("network_calibration", name=style.name),),
        notes=(*notes, *fit_notes(verdict), *ignored_notes(ignored)),
    )
    flop = pass_flop(network, pipeline, size)
    one = pass_time(processor, network, style, program, flop=(flop or 0.0) * request.batch, tokens=float(tokens))
    if flop is None or one is None:
        cause = reason("item_work_unknown" if flop is None else "device_rate_unknown")
        return answer.changed(notes=(*answer.notes, reason("no_speed", cause=cause)))
    if request.engine == "llama.cpp" and request.precision:
        whole = flop * request.batch
        one = as_prompt(one, card, network, processor, catalog, quant=request.precision, flop=whole)
    spread = certainty(style.spread_of(processor.vendor), doubts)
    rate = request.batch * request.device_count / one.total_s
    terms = _terms(one)
    return answer.changed(
        items_per_s=Range.around(rate, spread.spread),
        latency_s=one.total_s,
        limit=limit_of(terms),
        terms=terms,
        basis=(*answer.basis, *less_sure(spread)),
    )


def _size(request: ItemsRequest, card: ModelCard, pipeline: Pipeline) -> Size:
    """What one item is.

    Raises:
        ProblemError: the text is longer than the model takes.
    """
    if card.kind == "vision":
        usual = pipeline.defaults
        width = request.width or request.height or usual.width or 224
        return Size(width, request.height or width)
    tokens, longest = request.sequence_tokens or SENTENCE_TOKENS, pipeline.longest_tokens
    if longest and tokens > longest:
        name = card.name if request.model else reason("stated_model")
        raise ProblemError("text_too_long", tokens=tokens, longest=longest, name=name)
    return Size(tokens=tokens)


def _activation_bytes(
    network: Network, card: NetworkCard, program: Program, size: Size, *, batch: int, tokens: int
) -> int:
    """Values of a batch that lie in memory at once."""
    if network.hidden and tokens:
        return round(card.hidden_copies * network.hidden * tokens * program.value_bytes)
    return round(card.pixel_bytes * size.pixels * batch * program.value_bytes / 2)


def _terms(one: PassTime) -> tuple[AnswerTerm, ...]:
    """Seconds of one batch by what takes them."""
    seconds = (one.arithmetic_s, one.memory_s, one.start_s)
    return tuple(AnswerTerm(name=name, s=s) for name, s in zip(_TERMS, seconds, strict=True))
