"""Files that clpeak writes: JSON of its third and second format, XML of its second and first.

https://github.com/krrishnarraj/clpeak: src/common/run_document.cpp, src/common/result_store.cpp and, for the first
format, src/logger.cpp of version 1.1. Of one device that several backends measured the fastest figure counts.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor.catalog.imported.log_lines import positive, words
from advisor.facts.machine.imported import ImportedRate
from advisor.facts.machine.measurement import MeasurementName
from advisor.facts.values.units import GIGA, TERA

if TYPE_CHECKING:
    from xml.etree import ElementTree

_UNITS = {
    **dict.fromkeys(("flops", "ops", "b/s"), 1),
    **dict.fromkeys(("gflops", "gops", "giops", "gbps", "gb/s"), GIGA),
    **dict.fromkeys(("tflops", "tops", "tbps", "tb/s"), TERA),
}
_NAMES: dict[str, MeasurementName] = {
    "global_memory_bandwidth": "gpu_memory_read",
    "single_precision_compute": "gpu_fp32",
    "half_precision_compute": "gpu_fp16",
    "wmma_fp16": "gpu_matrix_fp16_acc32",
    "wmma_fp16_f16": "gpu_matrix_fp16_acc16",
    "wmma_bf16": "gpu_matrix_bf16",
    "wmma_int8": "gpu_matrix_int8",
    "wmma_int8_k32": "gpu_matrix_int8",
    "wmma_fp8_e4m3": "gpu_matrix_fp8",
}
"""Our name of a test all of whose readings count."""

_BY_READING: dict[tuple[str, str], MeasurementName] = {
    ("wmma", "fp16"): "gpu_matrix_fp16_acc32",
    ("wmma", "fp16 f16acc"): "gpu_matrix_fp16_acc16",
    ("wmma", "bf16"): "gpu_matrix_bf16",
    ("wmma", "int8"): "gpu_matrix_int8",
    ("wmma", "int8 k32"): "gpu_matrix_int8",
    ("wmma", "fp8_e4m3"): "gpu_matrix_fp8",
    ("transfer_bandwidth", "h2d_pinned"): "host_to_device",
    ("transfer_bandwidth", "d2h_pinned"): "device_to_host",
    ("transfer_bandwidth", "enqueuewritebuffer"): "host_to_device",
    ("transfer_bandwidth", "enqueuereadbuffer"): "device_to_host",
}
_BASE_UNITS: dict[MeasurementName, str] = {
    "gpu_memory_read": "bytes_per_s",
    "host_to_device": "bytes_per_s",
    "device_to_host": "bytes_per_s",
}


class _Reading(NamedTuple):
    device: str
    test: str
    metric: str
    value: object
    unit: object
    scale: object = 1
    driver: str | None = None


def clpeak_document(document: Mapping[str, Any]) -> tuple[ImportedRate, ...]:
    """The rates in a JSON document of clpeak."""
    version, day = document.get("clpeak_version"), document.get("generated_at")
    readings = [*_third(document), *_second(document)]
    return _rates(readings, version=str(version or "unknown"), day=day if isinstance(day, str) else None)


def is_clpeak(document: object) -> bool:
    """Whether a JSON document is one of clpeak."""
    return isinstance(document, dict) and ("clpeak_version" in document or document.get("schema") == "clpeak/run")


def clpeak_xml(text: str) -> tuple[ImportedRate, ...] | None:
    """The rates in an XML document of clpeak; None where it is none."""
    if "<clpeak" not in text or "<!" in text:  # nothing that can define entities
        return None
    from xml.etree import ElementTree  # here: hardly anybody has such a file

    try:
        root = ElementTree.fromstring(text.strip().encode())
    except (ElementTree.ParseError, LookupError, ValueError):  # an encoding that nobody knows, too
        return None
    return _rates([*_runs(root), *_platforms(root)], version=root.get("clpeak_version", "1"), day=None)


def _third(document: Mapping[str, Any]) -> Iterable[_Reading]:
    for device in _objects(document.get("devices")):
        for test in _objects(device.get("tests")) if device.get("type") != "cpu" else ():
            for metric in _objects(test.get("metrics")):
                unit, scale = metric.get("unit", test.get("unit")), metric.get("scale", test.get("scale", 1))
                name, value, driver = str(device.get("name")), metric.get("value"), words(device.get("driver"))
                yield _Reading(name, str(test.get("id")), str(metric.get("id")), value, unit, scale, driver)


def _second(document: Mapping[str, Any]) -> Iterable[_Reading]:
    for entry in _objects(document.get("entries")):
        device, test, metric = (str(entry.get(key)) for key in ("device", "test", "metric"))
        yield _Reading(device, test, metric, entry.get("value"), entry.get("unit"), driver=words(entry.get("driver")))


def _runs(root: "ElementTree.Element") -> Iterable[_Reading]:
    for run in root.iter("run"):
        for test in run.iter("test"):
            for metric in test.iter("metric"):
                device, name, reading = run.get("device", ""), test.get("name", ""), metric.get("name", "")
                yield _Reading(device, name, reading, metric.text, test.get("unit"), driver=run.get("driver"))


def _platforms(root: "ElementTree.Element") -> Iterable[_Reading]:
    """The first format: the name of a test is that of its element, and so is that of a reading."""
    for device in root.iter("device"):
        for test in device:
            for metric in test:
                name, driver = device.get("name", ""), device.get("driver_version")
                yield _Reading(name, test.tag, metric.tag, metric.text, test.get("unit"), driver=driver)


def _objects(found: object) -> list[dict[str, Any]]:
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _rates(readings: Iterable[_Reading], *, version: str, day: str | None) -> tuple[ImportedRate, ...]:
    """The largest reading of each figure that has a name here, by device."""
    best: dict[tuple[str, str], ImportedRate] = {}
    for one in readings:
        test, metric = one.test.lower(), one.metric.lower()
        name = _BY_READING.get((test, metric)) or _NAMES.get(test)
        unit, value, scale = _UNITS.get(str(one.unit).lower()), positive(one.value), positive(one.scale)
        if name is None or unit is None or value is None or scale is None:
            continue
        rate = value * scale * unit
        before = best.get((one.device, name))
        if before is None or rate > before.value:
            best[one.device, name] = ImportedRate(
                name=name,
                device=one.device,
                value=rate,
                unit=_BASE_UNITS.get(name, "op_per_s" if name.endswith("int8") else "flop_per_s"),
                method=f"clpeak/{version}",
                driver=one.driver,
                ran_at=day,
            )
    return tuple(best.values())
