"""One model served by vLLM over equal rigs that a network joins: all share every layer (docs/physics.md 6.9)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from advisor.answer.rig.served import Paid, most_served, serving_work
from advisor.answer.serve.service_of import precision_of
from advisor.answer.tasks.serving_task import serving_forms
from advisor.answer.which_model.subject import find_quant, subject_of
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.estimate import Limit
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.workload import TaskCard
from advisor.facts.rig.rig import Processor, Rig
from advisor.facts.values.frozen import frozen
from advisor.facts.values.range import Range
from advisor.predict.serving.serving import Service
from advisor.predict.speed.remote import Network

_RIGS = (2, 4, 8)
"""Heads are dealt out by halves."""
_WIDER = (0.7, 1.4)
"""Beside the range of one computer: all published speeds are of two (data/tensor.csv)."""
_TOGETHER = 4
"""As for one server: of those who are served a quarter asks at the same moment."""
_PRECISION = "precision"


@frozen
class Tensor:
    """One model on the GPU of each of `rigs`; each holds `need_bytes` before the first request.

    `free_bytes` are what the server takes of its memory. `rate` is that of one person, `network_s` of every token go to
    the sums over all; `users` are served at once.
    """

    rigs: tuple[int, ...]
    processor: Processor
    precision: str
    rate: Range
    network_s: float
    need_bytes: int
    free_bytes: int
    users: Range
    limit: Limit


def tensor_over(
    rigs: Sequence[Rig],
    counts: Sequence[int],
    catalog: Catalog,
    *,
    workload_id: str,
    model: ModelCard,
    quant: str | None,
    network: Network,
) -> Tensor | None:
    """The fastest for one person over two rigs or more with the same GPU; None where there are no such rigs.

    `counts` says how many there are of each rig. Of several GPUs in a rig one takes part. `quant` is the file that all
    are asked about, else the usual one.

    Raises:
        ProblemError: there is no such quantization.
    """
    if model.shape is None:
        return None
    found = (
        tensor
        for processor, places in _alike(rigs, counts)
        for number in _RIGS
        if number <= len(places) and model.shape.heads % number == 0
        if (tensor := _of(processor, places[:number], catalog, workload_id, model, quant, network)) is not None
    )
    return max(found, key=lambda one: one.rate.middle, default=None)


def _alike(rigs: Sequence[Rig], counts: Sequence[int]) -> Iterator[tuple[Processor, tuple[int, ...]]]:
    """GPUs that vLLM runs on, with the rigs that have the same one."""
    groups: dict[tuple[str, int | None], list[tuple[Processor, int]]] = defaultdict(list)
    for place, rig in enumerate(rigs):
        usable = [one for one in rig.processors if one.kind == "gpu" and one.blocked is None and one.vendor != "apple"]
        for one in usable[:1]:
            groups[one.name, one.memory_total_bytes.value] += [(one, place)] * counts[place]
    for group in groups.values():
        yield group[0][0], tuple(place for _, place in group)


def _of(
    processor: Processor,
    places: tuple[int, ...],
    catalog: Catalog,
    workload_id: str,
    model: ModelCard,
    asked: str | None,
    network: Network,
) -> Tensor | None:
    """In the form, of those that they hold together, whose bits are next to those of the file that is asked about."""
    work = serving_work(workload_id, catalog)
    card = next(one for one in catalog.serving.values() if "vllm" in one.engines)
    bits = find_quant(asked, model, catalog)[0].typical_bits_per_weight
    found = []
    for form in serving_forms(processor, {"model": model.name}, catalog):
        precision = precision_of(form.get(_PRECISION))
        if precision is None or form.get("engine"):
            continue
        quant = f"{model.native_quant} safetensors" if model.native_quant == "MXFP4" else precision.quant
        stored = find_quant(quant, model, catalog)[0]
        service = Service(
            processor,
            subject_of(model, stored, catalog),
            card,
            prompt_tokens=int(work.fields["prompt_tokens"]),
            generated_tokens=int(work.fields["generated_tokens"]),
            context_tokens=int(work.fields.get("context_tokens", 0)),
            bits=precision.bits,
            devices=len(places),
            peer_bytes_per_s=network.link_bytes_per_s,
            sum_s=network.sum_s(len(places)),
        )
        tensor = _served(service, places, quant, work)
        if tensor is not None:
            found.append((abs(stored.typical_bits_per_weight - bits), tensor))
    return min(found, key=lambda one: one[0], default=(0.0, None))[1]


def _served(service: Service, places: tuple[int, ...], precision: str, work: TaskCard) -> Tensor | None:
    """What a service reaches; None where it does not hold one request, or its rates are not known."""
    one, prompt_s, most = service.step(1), service.prompt_s(), service.sequences_max
    if one is None or prompt_s is None or not most:
        return None
    card = service.card
    spread = card.sparse_spread if service.subject.is_sparse else card.dense_spread
    wide = (spread[0] * _WIDER[0], spread[1] * _WIDER[1])

    def paid(count: int) -> Paid | None:
        step = service.step(count)
        first = prompt_s * (1 + (count - 1) / _TOGETHER)
        return None if step is None else Paid(Range.around(1 / step.total_s, wide), first + step.total_s)

    works_s = one.total_s - one.interconnect_s
    return Tensor(
        rigs=places,
        processor=service.processor,
        precision=precision,
        rate=Range.around(1 / one.total_s, wide),
        network_s=one.interconnect_s,
        need_bytes=-(-service.fixed_bytes // len(places)),
        free_bytes=int((service.processor.memory_total_bytes.value or 0) * service.memory_share),
        users=most_served(paid, work, most),
        limit="interconnect" if one.interconnect_s > works_s else "memory_bandwidth",
    )
