"""Where the Windows display kernel is asked, in a child process: every call reaches a graphics driver.

Functions: https://learn.microsoft.com/windows-hardware/drivers/ddi/d3dkmthk/nf-d3dkmthk-d3dkmtqueryadapterinfo. The
usage of memory is not asked for a card that sleeps; its size and name are kept by the kernel.
"""

import ctypes
import sys

from advisor.probe.shared.pci import Address
from advisor.probe.source.root import Unavailable
from advisor.probe.windows.calls import answer_of
from advisor.probe.windows.d3dkmt import (
    ADDRESS,
    ANSWER_BYTES,
    USAGE_BYTES,
    RawAdapter,
    RawAdapters,
    raw_address,
    text_of,
)
from advisor.probe.windows.pnp_devices import parse_pnp

_SEGMENT_GROUP_USAGE = 17
_RESULT_BYTES = 776
_MOST_ADAPTERS = 64


class Luid(ctypes.Structure):
    """The number of an adapter."""

    _fields_ = (("low", ctypes.c_uint32), ("high", ctypes.c_int32))


class AdapterInfo(ctypes.Structure):
    """One entry of the list of adapters (D3DKMT_ADAPTERINFO)."""

    _fields_ = (
        ("handle", ctypes.c_uint32), ("luid", Luid), ("sources", ctypes.c_uint32), ("precise", ctypes.c_int32),
    )  # fmt: skip


class EnumAdapters(ctypes.Structure):
    """The list of adapters (D3DKMT_ENUMADAPTERS2)."""

    _fields_ = (("count", ctypes.c_uint32), ("adapters", ctypes.POINTER(AdapterInfo)))


class QueryInfo(ctypes.Structure):
    """A question about one adapter (D3DKMT_QUERYADAPTERINFO)."""

    _fields_ = (
        ("handle", ctypes.c_uint32), ("query", ctypes.c_uint32), ("answer", ctypes.c_void_p), ("size", ctypes.c_uint32),
    )  # fmt: skip


class QueryStatistics(ctypes.Structure):
    """A question for figures (D3DKMT_QUERYSTATISTICS); the last fields say of which part of the memory."""

    _fields_ = (
        ("query", ctypes.c_uint32), ("luid", Luid), ("process", ctypes.c_void_p),
        ("result", ctypes.c_uint64 * (_RESULT_BYTES // 8)), ("physical", ctypes.c_uint16), ("group", ctypes.c_uint16),
        ("unused", ctypes.c_uint32),
    )  # fmt: skip


def read_d3dkmt() -> bytes | Unavailable:
    """The answers as JSON of `RawAdapters`."""
    if sys.platform == "win32":
        return answer_of(_asked, "d3dkmt")
    return Unavailable("no_d3dkmt")


if sys.platform == "win32":

    def _asked() -> bytes | Unavailable:
        gdi = ctypes.WinDLL("gdi32")
        listed = EnumAdapters(0, None)
        if gdi.D3DKMTEnumAdapters2(ctypes.byref(listed)) < 0 or not 0 < listed.count <= _MOST_ADAPTERS:
            return Unavailable("no_adapters")
        entries = (AdapterInfo * listed.count)()
        listed.adapters = ctypes.cast(entries, ctypes.POINTER(AdapterInfo))
        if gdi.D3DKMTEnumAdapters2(ctypes.byref(listed)) < 0:
            return Unavailable("no_adapters")
        sleeping = _sleeping()
        adapters = tuple(_adapter(gdi, entry, sleeping) for entry in entries[: listed.count])
        return RawAdapters(adapters=adapters).model_dump_json().encode()

    def _adapter(gdi: ctypes.WinDLL, entry: AdapterInfo, sleeping: frozenset[Address]) -> RawAdapter:
        answers = {query: _answer(gdi, entry, query, size) for query, size in ANSWER_BYTES.items()}
        told = {str(query): text_of(answer) for query, answer in answers.items() if answer is not None}
        awake = raw_address(answers[ADDRESS] or b"") not in sleeping
        local, shared = (_usage(gdi, entry, group) if awake else None for group in (0, 1))
        closing = ctypes.c_uint32(entry.handle)
        gdi.D3DKMTCloseAdapter(ctypes.byref(closing))
        name = f"{entry.luid.high & 0xFFFFFFFF:08x}:{entry.luid.low:08x}"
        return RawAdapter(luid=name, answers=told, local_usage=local, shared_usage=shared)

    def _answer(gdi: ctypes.WinDLL, entry: AdapterInfo, query: int, size: int) -> bytes | None:
        buffer = ctypes.create_string_buffer(size)
        question = QueryInfo(entry.handle, query, ctypes.cast(buffer, ctypes.c_void_p), size)
        return buffer.raw if gdi.D3DKMTQueryAdapterInfo(ctypes.byref(question)) >= 0 else None

    def _usage(gdi: ctypes.WinDLL, entry: AdapterInfo, group: int) -> str | None:
        question = QueryStatistics(query=_SEGMENT_GROUP_USAGE, luid=entry.luid, group=group)
        if gdi.D3DKMTQueryStatistics(ctypes.byref(question)) < 0:
            return None
        return text_of(bytes(question.result)[:USAGE_BYTES])

    def _sleeping() -> frozenset[Address]:
        """Addresses of cards that sleep, as the plug-and-play manager has them."""
        from advisor.probe.windows.devices import read_devices

        raw = read_devices()
        answer = raw if isinstance(raw, Unavailable) else parse_pnp(raw)
        displays = () if isinstance(answer, Unavailable) else answer.displays
        return frozenset(one.address for one in displays if one.asleep and one.address)
