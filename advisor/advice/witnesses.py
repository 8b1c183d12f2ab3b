"""Compares what other tools say about a machine with what the app says: names by their keys, memory nearly, counts."""

from collections.abc import Iterator

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import alternatives, hardware_key, spellings, without_size
from advisor.catalog.hardware.gpu_match import SIZE_TOLERANCE, named_gpu_cards
from advisor.facts.machine.machine import Cpu, Gpu, Machine, Memory
from advisor.facts.machine.witness import ComparedFact, ComparedWitness, Witness, WitnessGpu


def compared_witness(witness: Witness, machine: Machine, catalog: Catalog) -> ComparedWitness:
    """Each fact that both tell, and the GPUs that only one of them has. `machine` has its cards."""
    facts = (
        *_cpu_facts(witness, machine.cpu),
        *_memory_fact(witness, machine.memory),
        *_gpu_facts(witness, machine, catalog),
    )
    return ComparedWitness(tool=witness.tool, facts=facts)


def _cpu_facts(witness: Witness, cpu: Cpu) -> Iterator[ComparedFact]:
    name = cpu.name.value
    if witness.cpu_names and name:
        told = " + ".join(dict.fromkeys(witness.cpu_names))
        agrees = bool(_keys(*witness.cpu_names) & _keys(*name.split(" + ")))
        yield ComparedFact(fact="cpu_name", told=told, app=name, agrees=agrees)
    if witness.cores and cpu.cores.value:
        same = witness.cores == cpu.cores.value
        yield ComparedFact(fact="cores", told=witness.cores, app=cpu.cores.value, agrees=same)
    if witness.threads and cpu.threads.value:
        same = witness.threads == cpu.threads.value
        yield ComparedFact(fact="threads", told=witness.threads, app=cpu.threads.value, agrees=same)


def _memory_fact(witness: Witness, memory: Memory) -> Iterator[ComparedFact]:
    """Some tools count what is installed, some what the system left for programs."""
    sizes = [size for size in (memory.usable_bytes.value, memory.installed_bytes.value) if size]
    if witness.memory_bytes and sizes:
        nearest = min(sizes, key=lambda size: abs(size - (witness.memory_bytes or 0)))
        near = abs(witness.memory_bytes / nearest - 1) <= SIZE_TOLERANCE
        yield ComparedFact(fact="memory_bytes", told=witness.memory_bytes, app=nearest, agrees=near)


def _gpu_facts(witness: Witness, machine: Machine, catalog: Catalog) -> Iterator[ComparedFact]:
    left = list(machine.gpus)
    for told in sorted(witness.gpus, key=lambda told: not any(_is_sure(told, gpu, catalog) for gpu in machine.gpus)):
        gpu = _counterpart(told, machine.gpus, left, catalog)
        if gpu is None:
            if told.name and (told.pci_address or told.pci_id or named_gpu_cards(told.name, catalog.gpus)):
                yield ComparedFact(fact="gpu_name", told=told.name, app=None, agrees=False)
            continue
        left = [one for one in left if one is not gpu]
        agrees = _names_agree(told, gpu, catalog)
        if agrees is not None:
            yield ComparedFact(fact="gpu_name", told=told.name, app=gpu.name.value, agrees=agrees)
        size_bytes = gpu.memory_total_bytes.value
        if told.memory_bytes and size_bytes and gpu.memory_kind.value == "dedicated" and not gpu.mig.value:
            near = abs(told.memory_bytes / size_bytes - 1) <= SIZE_TOLERANCE
            yield ComparedFact(fact="gpu_memory_bytes", told=told.memory_bytes, app=size_bytes, agrees=near)
    for gpu in left:
        if _would_list(witness, gpu) and gpu.name.value:
            yield ComparedFact(fact="gpu_name", told=None, app=gpu.name.value, agrees=False)


def _counterpart(told: WitnessGpu, gpus: tuple[Gpu, ...], left: list[Gpu], catalog: Catalog) -> Gpu | None:
    """The GPU that a tool means: by address, then id, then name, else the next that it may be and names otherwise.

    One that was named before comes last: vulkaninfo lists a GPU once for each of its drivers.
    """

    def likeness(gpu: Gpu) -> tuple[bool, ...]:
        return *_likeness(told, gpu, catalog), any(gpu is one for one in left)

    best = max((gpu for gpu in gpus if _may_be(told, gpu)), key=likeness, default=None)
    if best is None or not any(likeness(best)):
        return None
    return best if _is_sure(told, best, catalog) or _names_agree(told, best, catalog) is False else None


def _likeness(told: WitnessGpu, gpu: Gpu, catalog: Catalog) -> tuple[bool, ...]:
    pairs = ((told.pci_address, gpu.pci_address.value), (told.pci_id, gpu.pci_id.value))
    same = (one is not None and one == other for one, other in pairs)
    return *same, _names_agree(told, gpu, catalog) is True


def _is_sure(told: WitnessGpu, gpu: Gpu, catalog: Catalog) -> bool:
    return _may_be(told, gpu) and any(_likeness(told, gpu, catalog))


def _may_be(told: WitnessGpu, gpu: Gpu) -> bool:
    pairs = (
        (told.pci_address, gpu.pci_address.value),
        (told.pci_id, gpu.pci_id.value),
        (told.vendor, gpu.vendor.value),
    )
    return not any(one and other and one != other for one, other in pairs)


def _would_list(witness: Witness, gpu: Gpu) -> bool:
    """Whether the tool lists every such GPU; the others may lack the driver for it."""
    if witness.tool == "nvidia-smi":
        return gpu.vendor.value == "nvidia" and gpu.state.value != "no_driver"
    return witness.tool == "lspci" and gpu.pci_address.value is not None


def _names_agree(told: WitnessGpu, gpu: Gpu, catalog: Catalog) -> bool | None:
    """Whether one of the names told is one of its own; None where what is told names only a chip or nothing.

    A name that no card has says nothing against a GPU with the same PCI id, nor does a word without a number (Raphael).
    """
    if told.name is None:
        return None
    cards = {card for text in spellings(told.name) for card in named_gpu_cards(text, catalog.gpus)}
    own = {card for card in (gpu.card.value, *gpu.possible_cards) if card}
    names = [name for card in own for name in (catalog.gpus[card].name, *catalog.gpus[card].aliases)]
    keys = _keys(told.name)
    if cards & own or keys & _keys(*names, gpu.name.value or ""):
        return True
    same_chip = told.pci_id is not None and told.pci_id == gpu.pci_id.value
    is_only_chip = not cards and (same_chip or not any(letter.isdigit() for key in keys for letter in key))
    return None if is_only_chip else False


def _keys(*names: str) -> set[str]:
    """The keys of all names that these may stand for."""
    texts = {text for name in names for one in (name, *alternatives(name)) for text in spellings(one)}
    return {key for text in texts for key in (hardware_key(text), hardware_key(without_size(text))) if key}
