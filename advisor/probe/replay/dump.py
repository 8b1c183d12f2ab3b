"""The text form of readings: one JSON object a line, or packed where that would be too long to paste."""

import base64
import binascii
import gzip
import io
import json
import textwrap
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from advisor.catalog.reading.archive import CaptureError
from advisor.catalog.reading.bounded_json import bounded_json
from advisor.facts.values.reason import Reason, reason_adapter
from advisor.facts.values.units import KIB, MIB
from advisor.probe.replay.recording import ReadHost, Readings, ReadRoot
from advisor.probe.shared.host import Host, Kind
from advisor.probe.shared.nvidia_answer import NvidiaAnswer
from advisor.probe.source.root import Root, Unavailable

SCHEMA = "rigadvisor-doctor/1"
_PLAIN = f"--- readings {SCHEMA}"
_PACKED = f"--- readings {SCHEMA} gzip+base64"
_END = "--- end of readings"
_LONGEST_PLAIN = 48 * KIB
"""Bug trackers take about 64 KiB in one comment."""
_LONGEST_READ = 16 * MIB
_MOST_LINES = 200_000
_LINE_CHARS = 120


def readings_text(readings: Readings) -> str:
    """The readings between two marks, for people to paste and `open_dump` to read."""
    lines = "".join(json.dumps(line, ensure_ascii=True) + "\n" for line in _lines(readings))
    if len(lines) <= _LONGEST_PLAIN:
        return f"{_PLAIN}\n{lines}{_END}\n"
    packed = base64.b64encode(gzip.compress(lines.encode(), mtime=0)).decode()
    return "\n".join((_PACKED, *textwrap.wrap(packed, _LINE_CHARS), _END)) + "\n"


def open_dump(file: Path) -> tuple[Root, Host] | None:
    """The machine of a doctor file; None for any other file.

    Raises:
        CaptureError: the readings in it are damaged.
        OSError: the file cannot be read.
    """
    with file.open("rb") as opened:
        text = opened.read(_LONGEST_READ).decode("utf-8", errors="replace")
    if SCHEMA not in text:
        return None
    readings = parse_document(text) if text.lstrip().startswith("{") else parse_readings(text)
    return ReadRoot(readings), ReadHost(readings)


def parse_readings(text: str) -> Readings:
    """The readings in a pasted text."""
    lines = _lines_of(text)
    start = next((at for at, line in enumerate(lines) if line in (_PLAIN, _PACKED)), None)
    if start is None or _END not in lines[start:]:
        raise CaptureError("readings_cut_short")
    body = lines[start + 1 : lines.index(_END, start)]
    if lines[start] == _PACKED:
        body = _lines_of(_unpacked("".join(body)))
    return _read(bounded_json(line) for line in body if line)


def readings_document(readings: Readings) -> dict[str, Any]:
    """The readings as one document."""
    return {"schema": SCHEMA, "readings": list(_lines(readings))}


def parse_document(text: str) -> Readings:
    """The readings of such a document."""
    try:
        lines = bounded_json(text)["readings"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise CaptureError("readings_damaged") from error
    return _read(iter(lines) if isinstance(lines, list) else iter((None,)))


def _read(lines: Iterator[Any]) -> Readings:
    readings = Readings()
    try:
        for line in lines:
            _add(readings, line)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, ValidationError) as error:
        raise CaptureError("readings_damaged") from error
    return readings


def _lines_of(text: str) -> list[str]:
    if text.count("\n") > _MOST_LINES:
        raise CaptureError("readings_damaged")
    return [line.strip() for line in text.split("\n")]


def _unpacked(packed: str) -> str:
    try:
        with gzip.open(io.BytesIO(base64.b64decode(packed, validate=True))) as opened:
            return opened.read(_LONGEST_READ).decode()
    except (OSError, EOFError, ValueError, binascii.Error, zlib.error) as error:
        raise CaptureError("readings_damaged") from error


def _lines(readings: Readings) -> Iterator[dict[str, Any]]:
    yield {"system": readings.kind}
    for path, raw in readings.files.items():
        yield {"file": path, **_answer(raw)}
    for path, names in readings.folders.items():
        yield {"folder": path, "names": names}
    for path, target in readings.links.items():
        yield {"link": path, "target": target}
    for path, there in readings.exists.items():
        yield {"exists": path, "there": there}
    for command, said in readings.outputs.items():
        yield {"output": command, **_answer(said if isinstance(said, Unavailable) else said.encode())}
    for name, raw in readings.calls.items():
        yield {"call": name, **_answer(raw)}
    if isinstance(readings.nvml, NvidiaAnswer):
        yield {"nvml": readings.nvml.model_dump(mode="json")}
    elif readings.nvml:
        yield {"nvml": None, "reason": reason_adapter().dump_python(readings.nvml.reason)}


def _answer(raw: bytes | Unavailable) -> dict[str, Any]:
    if isinstance(raw, Unavailable):
        return {"reason": reason_adapter().dump_python(raw.reason)}
    try:
        return {"text": raw.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(raw).decode()}


def _answered(line: dict[str, Any]) -> bytes | Unavailable:
    if "reason" in line:
        return Unavailable(_sound_reason(line["reason"]))
    return line["text"].encode() if "text" in line else base64.b64decode(line["base64"], validate=True)


def _sound(text: str) -> str:
    """Text that can be written again; half a character, as only JSON can spell it, raises ValueError."""
    text.encode()
    return text


def _sound_reason(written: object) -> Reason:
    _sound(json.dumps(written, ensure_ascii=False))
    return reason_adapter().validate_python(written)


def _add(readings: Readings, line: dict[str, Any]) -> None:
    match line:
        case {"system": kind} if kind in get_args(Kind):
            readings.kind = kind
        case {"file": str(path)}:
            readings.files[path] = _answered(line)
        case {"folder": str(path), "names": list(names)}:
            readings.folders[path] = tuple(map(str, names))
        case {"link": str(path), "target": str() | None as target}:
            readings.links[path] = target and _sound(target)
        case {"exists": str(path), "there": bool(there)}:
            readings.exists[path] = there
        case {"output": list(command)}:
            said = _answered(line)
            readings.outputs[tuple(map(str, command))] = said if isinstance(said, Unavailable) else said.decode()
        case {"call": str(name)}:
            readings.calls[name] = _answered(line)
        case {"nvml": None}:
            readings.nvml = Unavailable(_sound_reason(line["reason"]))
        case {"nvml": dict(answer)}:
            readings.nvml = NvidiaAnswer.model_validate_json(json.dumps(answer))
        case _:
            raise ValueError("no reading")
