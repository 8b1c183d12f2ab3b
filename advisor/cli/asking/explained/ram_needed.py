"""How much RAM a computer without a GPU needs for a model: the amount, the room for other things, the sticks."""

import re
from collections.abc import Iterator, Sequence
from math import ceil

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import most_channels
from advisor.cli.asking.answered import answer_if_any, pairs
from advisor.cli.asking.explained.both_rams import without_ram
from advisor.cli.asking.sentence.said import Said
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.values.units import GIB
from advisor.present.words.quantity import capacity

_HOW_MUCH = re.compile(
    r"\b(?:how much|how many gb of|what amount of|how big|minimum|min|enough) (?:system |main )?(?:ram|memory)\b"
    r"|\b(?:ram|memory) (?:requirements?|needed|do i need)\b",
    re.IGNORECASE,
)
_VRAM = re.compile(r"\bv-?ram\b", re.IGNORECASE)
_SIZED = re.compile(r"\b\d{1,4} ?gi?b\b", re.IGNORECASE)
_SHARES = (
    r"homelabs?|home (?:lab|server)s?|proxmox|unraid|truenas|nas|containers?|docker|podman|lxc|vms?|virtual machines?"
    r"|kubernetes|k8s|k3s"
)
"""What one computer is shared by, or runs others in."""
_SMALL_BOX = re.compile(rf"\b(?:mini[ -]?pcs?|nucs?|thin ?clients?|{_SHARES}|cpu[- ]only)\b", re.IGNORECASE)
_SHARED = re.compile(rf"\b(?:{_SHARES}|esxi|hyper-?v)\b", re.IGNORECASE)
_SOLD_GB = (8, 16, 32, 64, 96, 128, 192, 256, 512, 1024)
"""What computers and kits are sold with."""
_FILE, _BETTER = "Q4_K_M", "Q8_0"
_OWN_SYSTEM_GIB = 1.0
"""Of a container beside the model (a judgment)."""
_EXAMPLE = "N100"


def asks_ram_needed(told: Said) -> bool:
    """Whether it is asked how much RAM a model takes in a computer without a GPU, or in a container."""
    text, hardware = told.wording.text, told.hardware
    has_gpu = any(one.gpus or one.chip for one in hardware.computers)
    is_box = bool(hardware.cpu) or told.has_no_gpu or _SMALL_BOX.search(text) is not None
    is_told = _SIZED.search(text) is not None or _VRAM.search(text) is not None
    is_other = told.is_bought or told.spent is not None or told.volume.users or not told.models
    return _HOW_MUCH.search(text) is not None and is_box and not (has_gpu or is_told or is_other)


def ram_needed_words(told: Said, rig: Sequence[str], settings: Sequence[str], catalog: Catalog) -> tuple[str, int]:
    """How much is enough, and how much with other things beside it, with what is enough in GB; empty for no answer."""
    model = next((one for one in told.models if catalog.models.find(one.name)), None)
    if model is None:
        return "", 0
    base = ("--gpu", "none", *without_ram([word for pair in pairs(rig) if pair[0] != "--gpu" for word in pair]))
    base = base if "--cpu" in base else (*base, "--cpu", _EXAMPLE)
    own = catalog.models[catalog.models.find(model.name) or ""].native_quant
    file = (model.quants or told.quants or (own or _FILE,))[0]
    sizes = [*_fitting((model.name, "--quant", file, *settings, *base), catalog)]
    if not sizes:
        return "", 0
    enough, one = sizes[0]
    need = sum(one.need_bytes.values())
    more = sizes[1][0] if len(sizes) > 1 else 2 * enough
    is_shared = _SHARED.search(told.wording.text) is not None
    roomy = "other VMs and containers" if is_shared else "other programs"
    better = _need((model.name, "--quant", _BETTER, *settings, *base), catalog) if file == _FILE else 0
    larger = f", or for a better file ({_BETTER} takes {capacity(better)})" if better else ""
    lines = [
        f"{enough} GB of RAM are enough for {model.name} as {one.settings.quant or file} and the system. Take {more} "
        f"GB for {roomy} beside it{larger}.",
        f"Counted: it takes {capacity(need)}, its context included; the rest is for the system.",
    ]
    if is_shared:
        least = 2 * ceil((need / GIB + _OWN_SYSTEM_GIB) / 2)
        lines.append(
            f"Give its container or VM at least {least} GB, fixed (no ballooning): what is swapped out crawls."
        )
    return "\n".join((*lines, *_sticks(base, catalog))), enough


def _fitting(words: Sequence[str], catalog: Catalog) -> Iterator[tuple[int, AskAnswer]]:
    """The sizes that are sold in which it fits with room to spare, the least first, with what it does there."""
    for size in _SOLD_GB:
        found = answer_if_any((*words, "--ram", f"{size}"), catalog)
        if found is not None and found.fit == "fits":
            yield size, found


def _need(words: Sequence[str], catalog: Catalog) -> int:
    found = answer_if_any((*words, "--ram", f"{_SOLD_GB[-1]}"), catalog)
    return sum(found.need_bytes.values()) if found is not None else 0


def _sticks(rig: Sequence[str], catalog: Catalog) -> Iterator[str]:
    """That both channels are to be filled, for what is read from RAM decides the speed."""
    cpu = next((value for name, value in pairs(rig) if name == "--cpu"), "")
    channels = most_channels(cpu, catalog) if cpu else None
    if channels == 1:
        yield (
            f"One memory channel, as of {cpu}, takes one stick. Other CPUs take two equal ones, as both channels are "
            "read twice as fast: that is the speed of the model."
        )
        return
    number, share = ("two", "half") if channels in (2, None) else (f"{channels}", "a fraction")
    yield f"Take {number} equal sticks, one in each channel: with one alone the model has {share} of the speed."
