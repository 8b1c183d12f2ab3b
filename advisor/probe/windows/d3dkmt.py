"""Answers of the Windows display kernel (D3DKMTQueryAdapterInfo), buffer by buffer as they came.

Layout: https://learn.microsoft.com/windows-hardware/drivers/ddi/d3dkmthk
"""

import struct

from pydantic import ValidationError

from advisor.facts.values.frozen import frozen
from advisor.facts.values.record import Record
from advisor.facts.values.units import TB
from advisor.probe.shared.pci import Address
from advisor.probe.source.root import Unavailable

SEGMENT_SIZE, ADDRESS, REGISTRY_INFO, TYPE, DRIVER_VERSION, DEVICE_IDS = 3, 6, 8, 15, 18, 31
"""Numbers of the queries."""
ANSWER_BYTES = {SEGMENT_SIZE: 24, ADDRESS: 12, REGISTRY_INFO: 2080, TYPE: 4, DRIVER_VERSION: 8, DEVICE_IDS: 28}
"""How long the answer to each query is."""
USAGE_BYTES = 40
_NAME_BYTES = 520
_SOFTWARE, _HYBRID_DISCRETE, _HYBRID_INTEGRATED, _INDIRECT, _PARAVIRTUAL = 1 << 2, 1 << 4, 1 << 5, 1 << 6, 1 << 7
_MICROSOFT = 0x1414


class RawAdapter(Record):
    """One adapter: hexadecimal answers by query number, and the usage of its local and non-local memory."""

    luid: str
    answers: dict[str, str]
    local_usage: str | None = None
    shared_usage: str | None = None


class RawAdapters(Record):
    """All adapters in the order of the system."""

    adapters: tuple[RawAdapter, ...]


@frozen
class Adapter:
    """One graphics adapter. Sizes are None where the kernel did not answer; 0 is an answer."""

    luid: str
    address: Address | None
    ids: tuple[int, int] | None
    name: str | None
    driver_version: str | None
    dedicated_bytes: int | None
    shared_bytes: int | None
    dedicated_free_bytes: int | None
    shared_free_bytes: int | None
    hybrid_discrete: bool
    hybrid_integrated: bool


def parse_d3dkmt(raw: bytes) -> tuple[Adapter, ...] | Unavailable:
    """The real adapters, each PCI address once; software and remote adapters are left out."""
    try:
        recorded = RawAdapters.model_validate_json(raw)
    except ValidationError:
        return Unavailable("adapters_damaged")
    found: dict[Address | str, Adapter] = {}
    for one in recorded.adapters:
        adapter = _adapter(one)
        if adapter:
            found.setdefault(adapter.address or adapter.luid, adapter)
    return tuple(found.values())


def _adapter(raw: RawAdapter) -> Adapter | None:
    flags = (_numbers(raw, TYPE, "<I") or (0,))[0]
    device = _numbers(raw, DEVICE_IDS, "<7I")
    ids = (device[1], device[2]) if device and device[1] else None
    if flags & (_SOFTWARE | _INDIRECT) or (ids and ids[0] == _MICROSOFT):
        return None
    address = None if flags & _PARAVIRTUAL else raw_address(_bytes(raw.answers.get(str(ADDRESS))))
    name, sizes = _name(raw), _numbers(raw, SEGMENT_SIZE, "<3Q") or (None, None, None)
    if not (address or ids or name or any(sizes)):
        return None  # it answers nothing: nothing of it can be told, used or measured
    return Adapter(
        luid=raw.luid,
        address=address,
        ids=ids,
        name=name,
        driver_version=_version(raw),
        dedicated_bytes=_size_bytes(sizes[0]),
        shared_bytes=_size_bytes(sizes[2]),
        dedicated_free_bytes=_free_bytes(raw.local_usage, sizes[0]),
        shared_free_bytes=_free_bytes(raw.shared_usage, sizes[2]),
        hybrid_discrete=bool(flags & _HYBRID_DISCRETE),
        hybrid_integrated=bool(flags & _HYBRID_INTEGRATED),
    )


def text_of(answer: bytes) -> str:
    """An answer as digits in pairs, up to the end of an adapter's name: one long number would pass for an id."""
    return answer[:_NAME_BYTES].hex(" ")


def _bytes(hexadecimal: str | None) -> bytes:
    try:
        return bytes.fromhex(hexadecimal or "")
    except ValueError:
        return b""


def _numbers(raw: RawAdapter, query: int, form: str) -> tuple[int, ...] | None:
    try:
        return struct.unpack_from(form, _bytes(raw.answers.get(str(query))))
    except struct.error:
        return None


def raw_address(answer: bytes) -> Address | None:
    """Bus, device and function of an answer; None for a device beside PCI. Windows tells no domain, so it is 0."""
    if len(answer) < ANSWER_BYTES[ADDRESS]:
        return None
    bus, device, function = struct.unpack_from("<3I", answer)
    return (0, bus, device, function) if bus < 256 and device < 32 and function < 8 else None


def _name(raw: RawAdapter) -> str | None:
    text = _bytes(raw.answers.get(str(REGISTRY_INFO)))[:_NAME_BYTES].decode("utf-16-le", errors="replace")
    return text.partition("\0")[0].strip() or None


def _version(raw: RawAdapter) -> str | None:
    """The four parts of the driver's version, the highest last in memory."""
    parts = _numbers(raw, DRIVER_VERSION, "<4H")
    return ".".join(map(str, reversed(parts))) if parts and any(parts) else None


def _size_bytes(size: int | None) -> int | None:
    return size if size is not None and size < TB else None


def _free_bytes(usage: str | None, total_bytes: int | None) -> int | None:
    """What is neither allocated nor kept: the free and the zeroed pages; None where they say nothing plausible."""
    try:
        allocated, free, zeroed, modified, standby = struct.unpack_from("<5Q", _bytes(usage))
    except struct.error:
        return None
    whole_bytes = allocated + free + zeroed + modified + standby
    plausible = total_bytes is not None and 0 < whole_bytes <= total_bytes
    return free + zeroed if plausible else None
