"""A result of this rig, fit to be posted: nothing but what `SharedResult` lists, in words of ours and of makers."""

import datetime
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from advisor.catalog.cards.backends import driver_version
from advisor.catalog.cards.card_index import CardIndex
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.rig import os_of
from advisor.facts.kept.profile import Profile
from advisor.facts.kept.shared_result import (
    MOST_FIGURES,
    MOST_GPUS,
    MOST_RUNS,
    Build,
    ProductName,
    SharedCpu,
    SharedFigure,
    SharedGpu,
    SharedModel,
    SharedResult,
    SharedRun,
    Version,
    Word,
)
from advisor.facts.machine.machine import Gpu, Machine
from advisor.facts.machine.measurement import Measurement, OwnRun, RanModel
from advisor.facts.values.plain_text import plain_text
from advisor.version import __version__

T = TypeVar("T")
S = TypeVar("S")
_PARTS = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]*")
_TYPE = re.compile(r"[A-Za-z]{0,3}[0-9]{1,2}-?[A-Za-z]?[0-9]{0,5}[A-Za-z]{0,3}[0-9]?")
"""The number of a type: `i7-8700K`, `7950X3D`, `E5-2690`, `8-Core` is none."""
_PCI_ID = re.compile(r"[0-9a-f]{4}:[0-9a-f]{4}")
_OTHER = "other"


def shared_result(profile: Profile, catalog: Catalog, *, today: datetime.date) -> SharedResult:
    """What this rig is, what was measured on it, and what models reached there; names are ours or of their makers."""
    machine, kept = profile.machine, profile.measurements
    return SharedResult(
        kind="rig-advisor-result",
        app_version=_or_none(Version, __version__) or "0",
        day=today,
        os=os_of(machine),
        virtual=machine.cpu.hypervisor.value is not None,
        cpu=_cpu(machine, catalog),
        gpus=tuple(_gpu(one, catalog) for one in machine.gpus[:MOST_GPUS]),
        figures=tuple(_all(_figure, kept.results if kept else ()))[:MOST_FIGURES],
        runs=tuple(_all(lambda one: _run(one, catalog), kept.own_runs[-MOST_RUNS:] if kept else ())),
    )


def shared_text(result: SharedResult) -> str:
    """The document as it is shown, and then saved."""
    return json.dumps(result.model_dump(mode="json", exclude_none=True), indent=1) + "\n"


def result_key(result: SharedResult) -> str:
    """A hash of what it says of a rig, whenever and with whatever version that was."""
    said = result.model_dump_json(exclude={"day", "app_version"})
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _all(shared: Callable[[T], Iterator[S]], found: tuple[T, ...]) -> Iterator[S]:
    """What can be said in the words of the document; the rest stays here."""
    for one in found:
        try:
            yield from shared(one)
        except ValidationError:
            continue


def _cpu(machine: Machine, catalog: Catalog) -> SharedCpu:
    cpu, memory = machine.cpu, machine.memory
    card = catalog.cpus.find(cpu.name.value or "")
    modules = memory.modules.value or ()
    rates = [rate for one in modules if (rate := one.configured_transfers_per_s or one.rated_transfers_per_s)]
    kinds = {one.type for one in modules}
    return SharedCpu(
        name=_product(cpu.name.value, catalog, catalog.cpus),
        card=None if card in catalog.own else card,
        cores=cpu.cores.value or None,
        threads=cpu.threads.value or None,
        memory_bytes=memory.installed_bytes.value or memory.usable_bytes.value or None,
        memory_type=_or_none(Word, kinds.pop()) if len(kinds) == 1 else None,
        modules=len(modules) or None,
        transfers_per_s=round(min(rates)) if rates else None,
    )


def _gpu(gpu: Gpu, catalog: Catalog) -> SharedGpu:
    card, pci_id = gpu.card.value, (gpu.pci_id.value or "").lower()
    ours = card if card in catalog.gpus and card not in catalog.own else None
    return SharedGpu(
        name=catalog.gpus[ours].name if ours else _product(gpu.name.value, catalog, catalog.gpus),
        card=ours,
        pci_id=pci_id if _PCI_ID.fullmatch(pci_id) else None,
        memory_bytes=gpu.memory_total_bytes.value or None,
        driver=_or_none(Version, driver_version(gpu)),
    )


def _product(name: str | None, catalog: Catalog, cards: CardIndex[Any]) -> str | None:
    """Of a name that was read what our cards of such parts say, too, and numbers of types; no other word leaves."""
    if name is None:
        return None
    words = (word for word in _PARTS.findall(plain_text(name, longest=80)))
    kept = [word for word in words if word.lower() in _words(catalog, cards) or _TYPE.fullmatch(word)]
    return _or_none(ProductName, " ".join(kept))


def _words(catalog: Catalog, cards: CardIndex[Any]) -> frozenset[str]:
    """The words in names of cards of ours."""
    ours = (card for card_id, card in cards.items() if card_id not in catalog.own)
    text = " ".join(name for card in ours for name in (card.name, *card.aliases))
    return frozenset(word.lower() for word in _PARTS.findall(text))


def _figure(one: Measurement) -> Iterator[SharedFigure]:
    if one.program is not None:
        return
    busy = one.conditions.others_before if one.conditions else None
    yield SharedFigure(
        name=one.name,
        part=one.device,
        value=one.figure,
        method=one.method,
        spread=min(one.spread, 1.0),
        noisy=one.stability == "noisy" or bool(one.disturbed_by),
        on_battery=one.on_battery,
        others_busy=busy,
    )


def _run(one: OwnRun, catalog: Catalog) -> Iterator[SharedRun]:
    if one.draft is not None:
        return
    is_ours = one.model is None and one.model_id in catalog.models and f"models/{one.model_id}" not in catalog.own
    if not is_ours and one.model is None:
        return
    quant = catalog.quants.find(one.quant)
    yield SharedRun(
        model=SharedModel(id=one.model_id) if one.model is None else _own_model(one.model),
        quant=quant if quant and f"quants/{quant}" not in catalog.own else _OTHER,
        part=one.processor,
        engine=one.engine if one.engine in _engines(catalog) else _OTHER,
        build=_or_none(Build, one.build),
        backend=_or_none(Word, one.backend),
        flash_attention=one.flash_attention,
        phase=one.phase,
        depth_tokens=one.depth_tokens,
        prompt_tokens=one.prompt_tokens,
        generated_tokens=one.generated_tokens,
        threads=one.threads,
        ubatch_tokens=one.ubatch_tokens,
        tokens_per_s=one.tokens_per_s,
        spread=one.spread,
        day=datetime.date.fromisoformat(one.ran_on),
    )


def _engines(catalog: Catalog) -> set[str]:
    """Programs that cards of ours name; what a person typed may be anything."""
    ours = (card for one, card in catalog.calibrations.items() if f"engines/{one}" not in catalog.own)
    return {name for card in ours for name in card.engines}


def _own_model(model: RanModel) -> SharedModel:
    """A model of somebody's own: never its name; the hash is of its shape and of the types of its weights."""
    said = model.shape.model_dump_json() + model.weights.model_dump_json()
    return SharedModel(
        hash=hashlib.sha256(said.encode()).hexdigest()[:16],
        architecture=_or_none(Word, model.shape.architecture),
        layers=model.shape.layers,
        hidden=model.shape.hidden,
        weights_bytes=model.weights.total_bytes or None,
        params=model.weights.params or None,
    )


def _or_none(kind: Any, value: object) -> str | None:
    """The value where a document may say it."""
    try:
        return str(TypeAdapter(kind).validate_python(value))
    except ValidationError:
        return None
