"""Caches and kinds of cores of a Mac.

`hw.l2cachesize` describes the efficiency cores of Apple silicon alone, so that its caches are read from the
performance levels, and not at all where macOS 11 lists none.
"""

from collections import defaultdict

from advisor.facts.machine.machine import Cache, CoreKind
from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.facts.values.units import GIB
from advisor.probe.macos.sysctl import Sysctl
from advisor.probe.shared.caches import CacheKind

_FILES: tuple[tuple[str, int, CacheKind], ...] = (
    ("l1d", 1, "data"),
    ("l1i", 1, "instruction"),
    ("l2", 2, "unified"),
    ("l3", 3, "unified"),
)
_NAMES = {"Performance": "P", "Efficiency": "E"}
_NAMES_BY_RANK = {1: ("all",), 2: ("P", "E")}
_LARGEST_BYTES = 4 * GIB
"""Above any cache there is."""


def core_kinds_fact(sysctl: Sysctl) -> Fact[tuple[CoreKind, ...]]:
    """The kinds, fastest first: performance levels, one kind where the processor knows none."""
    levels = sysctl.levels
    if not levels:
        return _one_kind(sysctl)
    by_rank = _NAMES_BY_RANK.get(len(levels), tuple(f"kind {rank + 1}" for rank in range(len(levels))))
    kinds = tuple(
        CoreKind(
            name=_name(sysctl, level, rank) if len(levels) > 1 else "all",
            cores=sysctl.count(f"{level}.physicalcpu") or 0,
            threads=sysctl.count(f"{level}.logicalcpu") or 1,
            max_hz=None,
        )
        for level, rank in zip(levels, by_rank, strict=True)
    )
    return sysctl.fact(kinds, "hw.perflevel*")


def _name(sysctl: Sysctl, level: str, rank: str) -> str:
    stated = sysctl.text(f"{level}.name")
    return _NAMES.get(stated, stated) if stated else rank


def _one_kind(sysctl: Sysctl) -> Fact[tuple[CoreKind, ...]]:
    cores, threads = sysctl.count("hw.physicalcpu"), sysctl.count("hw.logicalcpu")
    if sysctl.is_apple_silicon and not sysctl.is_virtual:
        return unknown(sysctl.missing or reason("no_performance_levels"))
    if not cores or not threads:
        return sysctl.fact(None, "hw.physicalcpu")
    kinds = (CoreKind(name="all", cores=cores, threads=threads, max_hz=None),)
    return sysctl.fact(kinds, "hw.physicalcpu, hw.logicalcpu")


def caches_fact(sysctl: Sysctl) -> Fact[tuple[Cache, ...]]:
    """The sums over all instances, lowest level first."""
    found: dict[tuple[int, CacheKind], list[tuple[int, int]]] = defaultdict(list)
    if sysctl.levels:
        for level in sysctl.levels:
            for key, share in _of_level(sysctl, level).items():
                found[key].append(share)
        source = "sysctl hw.perflevel*"
        complete = {key: shares for key, shares in found.items() if len(shares) == len(sysctl.levels) or key[0] > 2}
    elif sysctl.is_apple_silicon:
        return unknown("only_slow_caches")
    else:
        complete = {key: [share] for key, share in _of_machine(sysctl).items()}
        source = "sysctl hw.cachesize, hw.cacheconfig"
    if not complete:
        return unknown(sysctl.missing or reason("source_silent", source=source))
    caches = tuple(
        Cache(level=level, kind=kind, total_bytes=sum(b * n for b, n in shares), instances=sum(n for _, n in shares))
        for (level, kind), shares in sorted(complete.items())
    )
    if sysctl.is_virtual:
        return known(caches, origin="estimated", source=reason("as_hypervisor_shows", source=source))
    return known(caches, origin="detected", source=source)


def _of_level(sysctl: Sysctl, level: str) -> dict[tuple[int, CacheKind], tuple[int, int]]:
    """Bytes and instances by level and kind: first levels belong to one core, others to `cpusperl2` processors."""
    found: dict[tuple[int, CacheKind], tuple[int, int]] = {}
    for name, number, kind in _FILES:
        size_bytes = sysctl.number(f"{level}.{name}cachesize")
        cpus = sysctl.count(f"{level}.logicalcpu")
        sharing = sysctl.count(f"{level}.cpusperl{number}")
        instances = sysctl.count(f"{level}.physicalcpu") if number == 1 else _shares(cpus, sharing)
        if size_bytes and size_bytes < _LARGEST_BYTES and instances:
            found[number, kind] = (size_bytes, instances)
    return found


def _of_machine(sysctl: Sysctl) -> dict[tuple[int, CacheKind], tuple[int, int]]:
    """The same of an Intel Mac: `hw.cacheconfig` counts the processors that share memory and each level."""
    found: dict[tuple[int, CacheKind], tuple[int, int]] = {}
    config = sysctl.numbers("hw.cacheconfig")
    for name, number, kind in _FILES:
        size_bytes = sysctl.number(f"hw.{name}cachesize")
        sharing = config[number] if len(config) > number else None
        instances = _shares(sysctl.count("hw.logicalcpu"), sharing)
        if size_bytes and size_bytes < _LARGEST_BYTES and instances:
            found[number, kind] = (size_bytes, instances)
    return found


def _shares(cpus: int | None, sharing: int | None) -> int | None:
    """How many instances serve `cpus` when `sharing` of them share one."""
    return -(-cpus // sharing) if cpus and sharing and 0 < sharing <= cpus else None
