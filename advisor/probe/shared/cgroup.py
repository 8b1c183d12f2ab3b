"""Memory limits of control groups, version 2 and 1, over the whole ancestry of this process."""

from advisor.facts.values.frozen import frozen
from advisor.probe.source.reading import number_in, pairs, text_or_none, whole_number
from advisor.probe.source.root import Root

_OWN = "/proc/self/cgroup"
_DEEPEST = 64
"""Pods of pods have some ten groups above them."""
_UNLIMITED_BYTES = 0x7FFFFFFFFFFFF000
"""Version 1 writes this or more for no limit."""


@frozen
class Limit:
    """The tightest limit: the file it stands in, its bytes, and what of it is used (None when unreadable)."""

    source: str
    limit_bytes: int
    used_bytes: int | None


def parse_own_path(text: str, controller: str) -> str | None:
    """The path of this process in the hierarchy of a controller; `""` names version 2."""
    for line in text.splitlines():
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if (controller in controllers.split(",")) if controller else (number == "0" and not controllers):
            return path
    return None


def parse_mount(text: str, kind: str, option: str) -> str | None:
    """Where a control group hierarchy is mounted, from /proc/mounts."""
    for line in text.splitlines():
        fields = line.split()
        if len(fields) > 3 and fields[2] == kind and (not option or option in fields[3].split(",")):
            return fields[1]
    return None


def ancestry(path: str) -> list[str]:
    """The path and all paths above it, the root (empty) last; of a path without end the highest ones."""
    parts = [part for part in path.split("/", _DEEPEST) if part and part != ".."][:_DEEPEST]
    return ["/" + "/".join(parts[:count]) if count else "" for count in range(len(parts), -1, -1)]


def memory_limit(root: Root, total_bytes: int | None) -> Limit | None:
    """The tightest limit below the machine's memory; None when nothing limits this process."""
    own = text_or_none(root, _OWN) or ""
    mounts = text_or_none(root, "/proc/mounts") or ""
    limits: list[Limit] = []
    mount = parse_mount(mounts, "cgroup2", "") or "/sys/fs/cgroup"
    for path in ancestry(parse_own_path(own, "") or ""):
        limits += _limit(root, mount + path, "memory.max", "memory.current", "inactive_file")
    mount = parse_mount(mounts, "cgroup", "memory") or "/sys/fs/cgroup/memory"
    for path in ancestry(parse_own_path(own, "memory") or ""):
        limits += _limit(root, mount + path, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
    real = [limit for limit in limits if limit.limit_bytes < (total_bytes or _UNLIMITED_BYTES)]
    return min(real, key=lambda limit: limit.limit_bytes, default=None)


def _limit(root: Root, folder: str, limit_file: str, used_file: str, idle_key: str) -> list[Limit]:
    limit_bytes = number_in(root, f"{folder}/{limit_file}")
    if limit_bytes is None or limit_bytes <= 0:
        return []
    used_bytes = number_in(root, f"{folder}/{used_file}")
    if used_bytes is not None:
        idle_bytes = whole_number(pairs(text_or_none(root, f"{folder}/memory.stat") or "", " ").get(idle_key))
        used_bytes = max(0, used_bytes - (idle_bytes or 0))
    return [Limit(f"{folder}/{limit_file}", limit_bytes, used_bytes)]
