"""Overwrites what tells whose machine it is: serial numbers, ids, addresses, names of people and hosts.

Every replacement is as long as what it replaces, so that tables with lengths and offsets stay whole.
"""

import re
from collections.abc import Callable, Iterable

from advisor.facts.values.personal import (
    FOLDER_PATTERNS,
    ID_PATTERNS,
    KEY_PATTERN,
    PLAIN_NAME_PATTERN,
    SHORTEST_NAME,
    free_places,
    odd_numbers,
    unlisted_words,
    without,
)
from advisor.facts.values.reason import reason_adapter
from advisor.probe.replay.recording import Readings
from advisor.probe.replay.redact_smbios import blanked_tables, blanked_windows_tables
from advisor.probe.shared.id_tables import ID_TABLES, excerpt
from advisor.probe.shared.nvidia_answer import NvidiaAnswer
from advisor.probe.shared.smbios import PATH as SMBIOS
from advisor.probe.source.reading import pairs, text_or_none
from advisor.probe.source.root import Root, Unavailable

Scrub = Callable[[bytes], bytes]
_KEYED = (
    rf'("[^"\n]{{0,80}}{KEY_PATTERN}[^"\n]{{0,80}}"\s{{0,40}}[:=]\s{{0,40}}<?")([^"\n]*)',
    rf'("[^"\n]{{0,80}}{KEY_PATTERN}[^"\n]{{0,80}}"\s{{0,40}}=\s{{0,40}}<)([0-9a-f]*)',
    rf"(<[\w.:-]{{0,80}}{KEY_PATTERN}[\w.:-]{{0,80}}>)([^<]*)",
    rf"(<key>[^<]{{0,80}}{KEY_PATTERN}[^<]{{0,80}}</key>\s{{0,40}}<(?:string|data|integer)>)([^<]*)",
    rf'^((?:E:)?[^"\n:=<]{{0,80}}{KEY_PATTERN}[^"\n:=<]{{0,80}}[:=][ \t]*)([^"\s][^\n]*)',
    r"^((?:unique_id|hive_id)[ \t]+)(\d+)",
    r"(Process ID[ \t]*:[^\n]*\n(?:[^\n]*\n){0,4}?[ \t]+Name[ \t]*:[ \t]*)([^\n]*)",
)
"""Values behind a telling key, in the forms of JSON, XML, property lists, plain lines and the compute driver."""
_ANYWHERE = (*ID_PATTERNS, *FOLDER_PATTERNS)
_PLAIN_WORDS = re.compile(PLAIN_NAME_PATTERN, re.IGNORECASE)
_MOUNTS = "/proc/mounts"
_HOST_NAMES = ("/etc/hostname", "/proc/sys/kernel/hostname")
_GUEST = re.compile(r"(?:/lxc(?:\.payload|\.monitor)?[/.]|/qemu-\d{1,9}-)([^/\s]+)")
"""The names that people gave to containers and virtual machines, in paths of control groups."""
_OS_RELEASES = ("/etc/os-release", "/usr/lib/os-release")
_NOT_TOLD = re.compile(
    rb"^(?!(?:ID|ID_LIKE|VERSION|VERSION_ID|VERSION_CODENAME|NAME|PRETTY_NAME)=)([^=\n]*=)(.*)", re.MULTILINE
)
_OF_MAKERS = (*_OS_RELEASES, "/proc/version", "/proc/sys/kernel/", "/sys/class/dmi/id/", "/sys/firmware/devicetree/")
"""What names a system or a product: makers and people write there what they like, serial numbers, too."""
_FOLDERS_OF_PEOPLE = ("/home", "/Users")


def names_in(root: Root) -> tuple[str, ...]:
    """The names of host and people that the files of a machine tell."""
    hosts = (text_or_none(root, path) or "" for path in _HOST_NAMES)
    people = (name for folder in _FOLDERS_OF_PEOPLE for name in root.listdir(folder))
    groups = text_or_none(root, "/proc/self/cgroup") or ""
    guests = _GUEST.findall(groups)
    supplies = (f"/power_supply/{name}" for name in root.listdir("/sys/class/power_supply"))
    places = free_places("\n".join((groups, *supplies)))
    free = [text_or_none(root, "/proc/sys/kernel/osrelease") or "", *places]
    named = pairs(text_or_none(root, "/etc/os-release") or "", "=")
    free += [named.get("NAME", ""), named.get("PRETTY_NAME", "")]
    words = (*places, *unlisted_words(" ".join(free)))
    known = {word.lower() for word in unlisted_words(f"{named.get('ID', '')} {named.get('ID_LIKE', '')}")}
    return tuple(
        dict.fromkeys(name for name in (*hosts, *people, *guests, *words) if name and name.lower() not in known)
    )


def scrubber(names: Iterable[str]) -> Scrub:
    """What overwrites secrets in bytes; `names` are words to overwrite wherever they stand alone."""
    patterns = [re.compile(pattern.encode(), re.IGNORECASE) for pattern in _ANYWHERE]
    keyed = [re.compile(pattern.encode(), re.IGNORECASE | re.MULTILINE) for pattern in _KEYED]
    for name in names:
        if len(name) >= SHORTEST_NAME and not _PLAIN_WORDS.fullmatch(name):
            # the name of a folder may be no text
            word = re.escape(name.encode("utf-8", "surrogateescape"))
            patterns.append(re.compile(rb"(?<![0-9A-Za-z])" + word + rb"(?![0-9A-Za-z])", re.IGNORECASE))
            patterns.append(re.compile(re.escape(name.encode("utf-16-le", "surrogatepass"))))

    def scrub(raw: bytes) -> bytes:
        raw = _without_columns(raw)
        for pattern in keyed:
            raw = pattern.sub(lambda found: found[1] + _blank(found[2]), raw)
        for pattern in patterns:
            raw = pattern.sub(lambda found: without(found, _blank), raw)
        return raw

    return scrub


def redacted(readings: Readings, scrub: Scrub) -> Readings:
    """The readings without secrets, in contents, paths, names and reasons alike; of tables of ids what concerns it."""

    def text(value: str) -> str:
        return scrub(value.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")

    ids = _device_ids(readings)

    def answer(value: bytes | Unavailable, *, name: str = "") -> bytes | Unavailable:
        if isinstance(value, Unavailable):
            return _redacted(value, text)
        if name in ID_TABLES:
            return excerpt(value, ids)
        if name in _OS_RELEASES:
            value = _NOT_TOLD.sub(lambda found: found[1] + _blank(found[2]), value)
        if name.startswith(_OF_MAKERS):
            value = _without_odd_numbers(value)
        return scrub(_control_groups(value)) if name == _MOUNTS else _TABLES.get(name, scrub)(value)

    return Readings(
        kind=readings.kind,
        files={text(path): answer(raw, name=path) for path, raw in readings.files.items()},
        folders={text(path): tuple(map(text, names)) for path, names in readings.folders.items()},
        links={text(path): target and text(target) for path, target in readings.links.items()},
        exists={text(path): there for path, there in readings.exists.items()},
        outputs={
            command: _redacted(said, text) if isinstance(said, Unavailable) else text(said)
            for command, said in readings.outputs.items()
        },
        calls={name: answer(raw, name=name) for name, raw in readings.calls.items()},
        nvml=_redacted_answer(readings.nvml, text),
    )


def _device_ids(readings: Readings) -> set[tuple[str, str]]:
    """Vendor and device of what stands on the bus, in lower-case hex."""
    events = (raw for path, raw in readings.files.items() if path.endswith("/uevent") and isinstance(raw, bytes))
    listed = {match.groups() for raw in events for match in re.finditer(rb"PCI_ID=(\w{4}):(\w{4})", raw)}
    for path, vendor in readings.files.items():
        device = readings.files.get(f"{path.removesuffix('/vendor')}/device")
        if path.endswith("/vendor") and isinstance(vendor, bytes) and isinstance(device, bytes):
            listed.add((vendor.strip()[-4:], device.strip()[-4:]))
    return {(vendor.decode().lower(), device.decode().lower()) for vendor, device in listed}


_TABLES: dict[str, Scrub] = {SMBIOS: blanked_tables, "windows/smbios": blanked_windows_tables}


def _redacted_answer(
    answer: NvidiaAnswer | Unavailable | None, text: Callable[[str], str]
) -> NvidiaAnswer | Unavailable | None:
    if isinstance(answer, NvidiaAnswer):
        return NvidiaAnswer.model_validate_json(text(answer.model_dump_json()))
    return _redacted(answer, text) if answer else None


def _redacted(unavailable: Unavailable, text: Callable[[str], str]) -> Unavailable:
    return Unavailable(reason_adapter().validate_json(text(reason_adapter().dump_json(unavailable.reason).decode())))


def _without_columns(raw: bytes) -> bytes:
    """Blanks the telling columns of a comma-separated table."""
    lines = raw.split(b"\n")
    header = lines[0].split(b",")
    telling = [i for i, title in enumerate(header) if re.search(KEY_PATTERN.encode(), title, re.IGNORECASE)]
    if len(header) < 2 or not telling:
        return raw
    rows = [line.split(b",") for line in lines[1:]]
    for row in rows:
        for index in telling if len(row) == len(header) else ():
            row[index] = _blank(row[index])
    return b"\n".join([lines[0], *(b",".join(row) for row in rows)])


def _control_groups(mounts: bytes) -> bytes:
    """Overwrites mounts of disks and shares, which bear names that people gave; only control groups are read."""
    lines = mounts.split(b"\n")
    return b"\n".join(line if line.split()[2:3] in ([b"cgroup"], [b"cgroup2"]) else _blank(line) for line in lines)


def _without_odd_numbers(raw: bytes) -> bytes:
    for word in sorted(odd_numbers(raw.decode(errors="replace")), key=len, reverse=True):
        raw = raw.replace(word.encode(), _blank(word.encode()))
    return raw


def _blank(secret: bytes) -> bytes:
    """As many zeros as there were letters and digits; marks stay."""
    return re.sub(rb"[0-9A-Za-z\x80-\xff]", b"0", secret)
