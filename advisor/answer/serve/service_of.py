"""What serves a language model to many at once: the engine on equal devices, and how well its figures are known."""

import re
from functools import lru_cache
from typing import NamedTuple

from advisor.answer.asked.problem import ProblemError
from advisor.answer.networks.network_answer import find_device, peer_bytes_per_s
from advisor.answer.serve.offload_serving import OffloadService
from advisor.answer.serve.shared_layers import most_that_share
from advisor.answer.text.division import Host
from advisor.answer.text.generate import DEFAULT_CONTEXT_TOKENS
from advisor.answer.which_device.calibration import engine_key, find_calibration
from advisor.answer.which_device.device import Device, find_host, usual_host
from advisor.answer.which_model.file_subject import find_file_subject
from advisor.answer.which_model.subject import find_subject
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.card_link import with_card_link
from advisor.facts.answers.serving import ServeRequest, ServingCard
from advisor.facts.cards.calibration import Calibration, Spread
from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.same import Same
from advisor.predict.model.kv_cache import CacheSetup
from advisor.predict.model.subject import Run, Subject
from advisor.predict.rates.certainty import Certainty, certainty
from advisor.predict.rates.disturbed import rate_doubts
from advisor.predict.rates.doubts import ASSUMED, SIMILAR_QUANT, SIMILAR_SHAPE, UNLISTED
from advisor.predict.rates.formats import missing_format
from advisor.predict.serving.serving import PlainService, Service

_SLOTS_SPREAD: Spread = (0.6, 1.5)
"""Several sequences with an engine of fixed slots: -28 to +25 % (docs/physics.md 6.5), and prompts between."""

_SERVICES = 16
"""So many are kept with what they worked out: the same is asked about one, ten and all of its users."""

_REQUESTS = 64
"""So many requests are kept with the model that they are about."""

_FLOATS = (("mxfp4", "MXFP4 safetensors", 4), ("fp4", "nvfp4", 4), ("fp8", "fp8", 8), ("int8", "int8", 8))


AnyService = Service | PlainService | OffloadService


class Precision(NamedTuple):
    """The quantization that a precision means, and the bits of the factors that are multiplied."""

    quant: str
    bits: int


class Served(NamedTuple):
    """What serves, and how well its figures are known."""

    service: AnyService
    usual: Certainty
    basis: tuple[Reason, ...]
    notes: tuple[Reason, ...]
    beside: Processor | None = None
    """Whose memory would have to hold the rest where the device's own and that are too small; None where none can."""

    @property
    def certainty(self) -> Certainty:
        """That of one request where a model is parted, which takes a placement: whoever asks for a time needs none."""
        return self.service.certainty if isinstance(self.service, OffloadService) else self.usual


def precision_of(text: str | None) -> Precision | None:
    """What people call a precision; a quantization of files is multiplied in 16 bits."""
    if not text:
        return None
    key = text.lower()
    for word, quant, bits in _FLOATS:
        if word in key:
            return Precision(quant, bits)
    return Precision("bf16" if re.search(r"\b(fp16|bf16|float16|bfloat16)", key) else text, 16)


def _asked_precision(request: ServeRequest) -> Precision:
    return precision_of(request.precision or request.quant) or Precision("bf16", 16)


class Serving(NamedTuple):
    """A request with what serves the model it asks about, on how many devices share its layers evenly."""

    request: ServeRequest
    served: Served
    processor: Processor
    subject: Subject
    notes: tuple[Reason, ...]


def serving_of(request: ServeRequest, catalog: Catalog, device: Device | None) -> Serving:
    """What serves; `device` and errors as `Task.answer` says."""
    device = device or find_device(request, catalog)
    device = device._replace(processor=with_card_link(device.processor, catalog))
    precision = _asked_precision(request)
    subject, notes = _subject(request, precision, catalog)
    served = _served(request, device, subject, precision, catalog)
    used = _used_evenly(request, subject)
    if isinstance(served.service, Service) and used < request.device_count:
        request, told = request.changed(device_count=used), reason("layers_divide", name=subject.name, used=used)
        served, notes = _served(request, device, subject, precision, catalog), (*notes, told)
    return Serving(request, served, device.processor, subject, (*device.notes, *notes, *served.notes))


def _used_evenly(request: ServeRequest, subject: Subject) -> int:
    """How many of the devices share each layer: as many as its heads and widths divide among."""
    if request.split == "layer" or not subject.shape_known:
        return request.device_count
    return most_that_share(subject.shape, request.device_count)


def only_floats(model: str | None, catalog: Catalog) -> str | None:
    """The small floats in which alone a model was released; None for any other model."""
    card_id = catalog.models.find(model) if model else None
    native = catalog.models[card_id].native_quant if card_id else None
    return native if native == "MXFP4" else None


def _subject(request: ServeRequest, precision: Precision, catalog: Catalog) -> tuple[Subject, tuple[Reason, ...]]:
    """The model at this precision; one that was released in fewer bits alone keeps them.

    Raises:
        ProblemError: it is unknown, or the requests are longer than it can take.
    """
    subject, notes = (
        find_file_subject(request.changed(quant=None), request.model_file, catalog)
        if request.model_file
        else _listed_subject(request, precision, Same(catalog))
    )
    longest, tokens = subject.shape.context_tokens, request.held_tokens
    if subject.shape_known and longest and tokens > longest:
        raise ProblemError("request_too_long", tokens=tokens, longest=longest, name=subject.name)
    return subject, notes


@lru_cache(maxsize=_REQUESTS)
def _listed_subject(
    request: ServeRequest, precision: Precision, of_catalog: Same[Catalog]
) -> tuple[Subject, tuple[Reason, ...]]:
    """That of no file, once for all cards that are asked."""
    catalog = of_catalog.one
    only = only_floats(request.model, catalog)
    file = only and (only if _serving_card(request, catalog) is None else f"{only} safetensors")
    subject, notes = find_subject(request.changed(quant=file or precision.quant), catalog)
    if only and only.lower() not in precision.quant.lower():
        notes += (reason("released_alone", name=subject.name, quant=only),)
    return subject, notes


def _served(request: ServeRequest, device: Device, subject: Subject, precision: Precision, catalog: Catalog) -> Served:
    """The service by the engine: one that batches every step, else one of fixed slots."""
    processor = device.processor
    pairs = (
        (device.assumed, ASSUMED),
        (not subject.shape_known, SIMILAR_SHAPE),
        (not subject.quant_known, SIMILAR_QUANT),
        (processor.kind == "gpu" and processor.card is None, UNLISTED),
    )
    doubts = (*(doubt for is_so, doubt in pairs if is_so), *rate_doubts(processor))
    card = _serving_card(request, catalog) if processor.kind == "gpu" and processor.vendor != "apple" else None
    if card is not None:
        service = Service(
            processor,
            subject,
            card,
            prompt_tokens=request.prompt_tokens,
            generated_tokens=request.generated_tokens,
            cached_tokens=request.kept_tokens,
            context_tokens=request.held_tokens,
            bits=precision.bits,
            devices=request.device_count,
            peer_bytes_per_s=peer_bytes_per_s(processor, catalog, devices=request.device_count),
            in_a_row=request.split == "layer" or _used_evenly(request, subject) < request.device_count,
        )
        spread = card.sparse_spread if subject.is_sparse else card.dense_spread
        missing = missing_format(processor, precision.bits)
        notes = (missing,) if missing else ()
        return Served(service, certainty(spread, doubts), (reason("network_calibration", name=card.name),), notes)
    return _in_slots(request, device, subject, catalog, certainty(_SLOTS_SPREAD, doubts))


def _serving_card(request: ServeRequest, catalog: Catalog) -> ServingCard | None:
    """The card that names the engine."""
    wanted = engine_key(request.engine)
    cards = catalog.serving.values()
    return next((card for card in cards if any(engine_key(name) in wanted for name in card.engines)), None)


def _in_slots(request: ServeRequest, device: Device, subject: Subject, catalog: Catalog, known: Certainty) -> Served:
    processor = device.processor
    service, notes = _slots(request, Same(processor), Same(subject), Same(catalog))
    basis = (reason("network_calibration", name=service.calibration.name),)
    whole = Served(service, known, basis, notes)
    if processor.pool != "vram" or service.sequences_max != 0:
        return whole
    host = device.host or find_host(request, catalog)
    if host is None:
        host, assumed = usual_host(request, processor)
        notes = (*notes, assumed)
    parted = _beside(service, host, request, catalog)
    if parted.takes_any:
        return whole._replace(service=parted, notes=notes)
    return whole._replace(beside=host)


def parted_of(request: ServeRequest, catalog: Catalog, device: Device) -> OffloadService | None:
    """What would serve from two memories, before it is known whether they hold it; None where one holds the model.

    None as well where the processor beside is not known, and where vLLM serves. Errors as `Task.answer` says.
    """
    processor = with_card_link(device.processor, catalog)
    if processor.pool != "vram" or device.host is None or request.model_file or _serving_card(request, catalog):
        return None
    subject, _ = _subject(request, _asked_precision(request), catalog)
    service, _ = _slots(request, Same(processor), Same(subject), Same(catalog))
    return _beside(service, device.host, request, catalog) if service.sequences_max == 0 else None


def _beside(service: PlainService, host: Processor, request: ServeRequest, catalog: Catalog) -> OffloadService:
    around = find_calibration(host, catalog, engine=request.engine, backend="cpu")
    return _offload_service(Same(service), Same(host), Same(around[0]) if around else None)


@lru_cache(maxsize=_SERVICES)
def _slots(
    request: ServeRequest, processor: Same[Processor], of_subject: Same[Subject], catalog: Same[Catalog]
) -> tuple[PlainService, tuple[Reason, ...]]:
    """The service with all of the model on one processor."""
    is_gguf = of_subject.one.is_gguf
    found = find_calibration(
        processor.one, catalog.one, engine=request.engine, backend=request.backend, is_gguf=is_gguf
    )
    if found is None:
        raise ProblemError("no_engine")
    calibration, notes = found
    run = Run(
        context_tokens=request.held_tokens,
        prompt_tokens=request.prompt_tokens - request.kept_tokens,
        depth_tokens=request.kept_tokens,
        generated_tokens=request.generated_tokens,
        devices=request.device_count,
        split=request.split or calibration.split,
        build_date=request.build_date,
        engine=engine_key(request.engine),
        cache=CacheSetup(key_type=request.kv_type.upper(), value_type=request.kv_type.upper()),
    )
    return _plain_service(processor, of_subject, Same(calibration), run), notes


@lru_cache(maxsize=_SERVICES)
def _plain_service(
    processor: Same[Processor], subject: Same[Subject], calibration: Same[Calibration], run: Run
) -> PlainService:
    return PlainService(processor.one, subject.one, calibration.one, run, least_context_tokens=DEFAULT_CONTEXT_TOKENS)


@lru_cache(maxsize=_SERVICES)
def _offload_service(
    plain: Same[PlainService], host: Same[Processor], around: Same[Calibration] | None
) -> OffloadService:
    return OffloadService(plain.one, Host(host.one, around.one if around else None))
