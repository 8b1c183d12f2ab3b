"""Each source of a Mac missing, refusing or damaged: it costs its own facts, and no exception leaves a parser."""

import base64
import json
import plistlib
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.facts.machine.machine import Machine
from advisor.facts.values.message import Done, Failure, Progress, Result
from advisor.facts.values.units import GIB, MIB
from advisor.present.words.reasons.in_words import in_words
from advisor.probe.detect.detect import detect_events
from advisor.probe.detect.live_host import LiveHost, answered_here, driver_call_messages, raw_answer_in
from advisor.probe.macos.calls import NAMES, macos_call, rendered
from advisor.probe.macos.metal import parse_metal
from advisor.probe.macos.profiler import parse_profile, parse_size_bytes
from advisor.probe.macos.registry import parse_accelerators, parse_pci, trimmed
from advisor.probe.macos.sysctl import Sysctl, parse_sysctl
from advisor.probe.macos.system import parse_power_plan, parse_power_source, parse_throttled
from advisor.probe.replay.recording import Readings, RecordingHost
from advisor.probe.replay.redact import redacted, scrubber
from advisor.probe.shared.host import DRIVER_CALLS, ReplayHost, UnaskedHost
from advisor.probe.source.root import Unavailable
from advisor.probe.source.tar_root import MemoryRoot
from tests.fakes.sure import sure
from tests.fakes.systems.macs import Answers, chip_mac, intel_mac, mac, root_of
from tests.fakes.trees import doctored, replayed

SERIAL, UUID = "C02XL0GHJGH5", "2B05150B-FA33-45BD-90F0-3369BF908E3E"
GARBAGE = (b"", b"\0\0", b"garbage", b"{}", b"[[[[", b"<plist/>", b"-1", b"hw.memsize: -5", b"\xff\xfe", b"9" * 5000)
MACS = (chip_mac("Apple M4 Max", 40), intel_mac())
TAKEN = {
    "sysctl": "cpu.name",
    "accelerators": "gpus",
    "memory": "memory.available_bytes",
    "battery": "os.power_source",
    "thermal": "cpu.throttled",
    "power": "os.power_plan",
}


KEYS = st.sampled_from(
    ["model", "vendor-id", "class-code", "pcidebug", "IORegistryEntryID", "IORegistryEntryChildren", "VRAM,totalMB"]
)


def without(answers: Answers, name: str) -> Answers:
    return {key: raw for key, raw in answers.items() if key != name}


@pytest.mark.parametrize("name", TAKEN)
def test_a_missing_source_costs_its_own_facts(name: str) -> None:
    whole, part = mac(MACS[0]), mac(without(MACS[0], name))
    assert any(gap.fact == TAKEN[name] and "not captured" in in_words(gap.reason) for gap in part.gaps)
    if name != "sysctl":
        assert (part.cpu.changed(throttled=whole.cpu.throttled), part.memory.modules) == (
            whole.cpu,
            whole.memory.modules,
        )
    assert Machine.model_validate_json(part.model_dump_json()) == part


def test_a_mac_that_answers_nothing_is_all_gaps() -> None:
    machine = mac({})
    facts = [
        getattr(part, name) for part in (machine.cpu, machine.memory, machine.os) for name in type(part).model_fields
    ]
    assert [fact for fact in facts if fact.value is not None] == []
    assert machine.gpus == ()


@pytest.mark.parametrize("answers", MACS, ids=("chip", "intel"))
def test_one_damaged_answer_at_a_time(answers: Answers) -> None:
    for name in answers:
        for content in GARBAGE:
            machine = mac({**answers, name: content})
            assert Machine.model_validate_json(machine.model_dump_json()) == machine


def test_graphics_that_only_metal_or_only_the_profiler_knows() -> None:
    answers = without(MACS[0], "accelerators")
    (gpu,) = mac(answers).gpus
    assert (gpu.name.value, gpu.memory_total_bytes.value) == ("Apple M4 Max", 24 * GIB)
    cores = b'{"SPDisplaysDataType": [{"_name": "Apple M4 Max", "sppci_model": "Apple M4 Max", "sppci_cores": "40"}]}'
    (gpu,) = mac({**without(answers, "metal"), "profiler": cores}).gpus
    assert (gpu.name.value, gpu.state.value) == ("Apple M4 Max (40-core GPU)", None)


def test_a_pool_that_metal_never_told_says_why() -> None:
    answers = {**without(MACS[0], "metal"), "sysctl": MACS[0]["sysctl"].replace(b"hw.memsize:", b"hw.other:")}
    pool = mac(answers).gpus[0].memory_total_bytes
    assert (pool.value, "Metal" in in_words(sure(pool.reason))) == (None, True)


def test_captured_texts_of_the_tools_are_a_mac_too() -> None:
    files = {"/commands/sysctl_hw_machdep": MACS[1]["sysctl"], "/commands/system_profiler": b"Graphics/Displays:\n"}
    machine = replayed(MemoryRoot(files, {}))
    assert machine.os.name.value == "macOS"
    assert machine.cpu.cores.value == 6


def test_a_child_process_asks_metal_and_the_profiler() -> None:
    assert {"macos/metal", "macos/profiler"} <= DRIVER_CALLS.keys()
    refused = [message for message in driver_call_messages("metal") if isinstance(message, Failure)]
    assert "macOS" in in_words(refused[0].sentence)
    assert isinstance(raw_answer_in([*driver_call_messages("profiler")]), Unavailable)
    raw = base64.b64encode(MACS[0]["metal"]).decode()
    answer = raw_answer_in([Result(kind="call", body={"base64": raw}), Done()])
    assert isinstance(answer, bytes)
    assert parse_metal(answer)[0].working_set_bytes == 24 * GIB
    early = UnaskedHost(ReplayHost(root_of(MACS[0])))
    assert isinstance(early.call("macos/metal"), Unavailable)
    assert isinstance(early.call("macos/sysctl"), bytes)


@pytest.mark.parametrize(
    "script",
    [
        "import os; os.abort()",
        "import time; time.sleep(60)",
        "print('garbage')",
        'print(\'{"event": "result", "kind": "call", "body": {"base64": "%%"}}\')',
    ],
    ids=("crash", "hang", "garbage", "damaged"),
)
def test_metal_that_crashes_or_hangs_costs_only_its_answer(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("advisor.probe.detect.live_host.LIMIT_S", 1.0)
    host = LiveHost((), lambda _: (sys.executable, "-c", script))
    answer = host.call("macos/metal")
    assert isinstance(answer, Unavailable)
    assert in_words(answer.reason)
    assert host.call("macos/metal") is answer


def test_elsewhere_a_mac_is_not_asked() -> None:
    for name in ("sysctl", "memory", "accelerators", "battery", "nonsense"):
        assert isinstance(macos_call(name), Unavailable)
    assert isinstance(answered_here("macos/sysctl"), Unavailable)


def test_values_are_written_as_the_tool_prints_them() -> None:
    assert rendered(b"Apple M4 Max\0", is_text=True) == "Apple M4 Max"
    assert rendered((16).to_bytes(4, "little"), is_text=False) == "16"
    assert rendered((16 * GIB).to_bytes(8, "little"), is_text=False) == str(16 * GIB)
    assert rendered(b"".join(n.to_bytes(8, "little") for n in (12, 2, 2)), is_text=False) == "12 2 2"
    assert rendered(b"", is_text=False) == ""
    assert len(NAMES) == len(set(NAMES))


def test_events_of_a_mac_end_with_the_machine() -> None:
    messages = list(detect_events(root_of(MACS[1]), ReplayHost(root_of(MACS[1]))))
    assert isinstance(messages[0], Progress)
    assert isinstance(messages[-1], Done)
    assert any(isinstance(message, Result) and message.kind == "machine" for message in messages)


@pytest.mark.parametrize(
    ("text", "size_bytes"),
    [("8 GB", 8 * GIB), ("1536 MB", 1536 * MIB), ("1,5 GB", 1536 * MIB), ("Empty", None), ("", None), (None, None)],
)
def test_sizes_of_the_profiler(text: str | None, size_bytes: int | None) -> None:
    assert parse_size_bytes(text) == size_bytes


def test_power_texts() -> None:
    assert parse_power_source("Now drawing from 'UPS Power'") is None
    assert parse_power_plan(" powermode 2\n") == "High Power Mode"
    assert parse_power_plan(" lowpowermode         0\n") == "Automatic"
    assert parse_throttled("CPU_Speed_Limit = 100") is False
    assert parse_throttled("CPU_Speed_Limit = 255") is None


def test_zero_and_signs_of_nothing_are_unknown() -> None:
    sysctl = Sysctl(parse_sysctl("hw.memsize: 0\nhw.physicalcpu: -1\nhw.logicalcpu: 99999999\nhw.optional.arm64: 2\n"))
    assert (sysctl.number("hw.memsize"), sysctl.count("hw.physicalcpu"), sysctl.count("hw.logicalcpu")) == (None,) * 3
    assert sysctl.is_on("hw.optional.arm64") is None
    assert Sysctl(parse_sysctl("hw.memsize = 5")).number("hw.memsize") == 5


def test_an_answer_of_the_registry_is_cut_to_what_is_read() -> None:
    answers = intel_mac()
    bus = [{**entry, "IOPlatformSerialNumber": SERIAL} for entry in plistlib.loads(answers["pci"])]
    raw, drivers = plistlib.dumps(bus), answers["accelerators"]
    assert SERIAL.encode() not in trimmed(raw)
    assert parse_pci(trimmed(raw), parse_accelerators(trimmed(drivers))) == parse_pci(raw, parse_accelerators(drivers))
    assert trimmed(b"garbage") == plistlib.dumps([])


@pytest.mark.parametrize("answers", MACS, ids=("chip", "intel"))
def test_a_report_of_a_mac_tells_it_again_and_no_serial_number(answers: Answers) -> None:
    planted = {
        "SPHardwareDataType": [{"serial_number": SERIAL, "platform_UUID": UUID, "chip_type": "Apple M4 Max"}],
        **json.loads(answers.get("profiler", b"{}")),
    }
    root, readings = root_of({**answers, "profiler": json.dumps(planted, indent=2).encode()}), Readings()
    doctored(root)
    host = RecordingHost(ReplayHost(root), readings)
    assert (host.kind, SERIAL in str(host.call("macos/profiler"))) == ("macos", True)
    told = str(redacted(readings, scrubber(())))
    assert (SERIAL in told, UUID in told, "macos/profiler" in told) == (False, False, True)


def mutated(raw: bytes) -> Any:
    """The answer with a piece cut out and another put in."""
    place = st.integers(0, len(raw))
    piece = st.one_of(st.binary(max_size=12), st.sampled_from(GARBAGE), st.integers().map(lambda n: str(n).encode()))
    return st.builds(lambda a, b, new: raw[: min(a, b)] + new + raw[max(a, b) :], place, place, piece)


@settings(max_examples=60)
@given(st.data())
def test_no_mutation_leaves_a_parser_as_an_exception(data: st.DataObject) -> None:
    answers = data.draw(st.sampled_from(MACS))
    name = data.draw(st.sampled_from(sorted(answers)))
    machine = mac({**answers, name: data.draw(mutated(answers[name]))})
    assert Machine.model_validate_json(machine.model_dump_json()) == machine


@settings(max_examples=60)
@given(
    st.recursive(
        st.one_of(st.integers(0, 2**63), st.binary(max_size=9), st.text("ab\n", max_size=5), st.booleans()),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    )
)
def test_any_property_list_is_read(value: Any) -> None:
    raw = plistlib.dumps(value)
    parse_pci(raw, parse_accelerators(raw))
    parse_profile(raw.decode())
    trimmed(raw)
