"""A library of a driver that hangs, crashes, answers with garbage or is missing costs its own facts and no others."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from advisor.facts.machine.machine import Machine
from advisor.facts.values.reason import told
from advisor.present.words.reasons.in_words import in_words
from advisor.probe.detect import live_host as host_module
from advisor.probe.detect.detect import detect
from advisor.probe.detect.live_host import LiveHost, answer_in
from advisor.probe.nvidia.nvidia_signs import nvidia_is_likely
from advisor.probe.nvidia.nvml import nvml_messages, read_nvml
from advisor.probe.replay.recording import ReadHost, Readings
from advisor.probe.shared.nvidia_answer import NvidiaAnswer
from advisor.probe.source.root import Unavailable
from advisor.probe.source.tar_root import MemoryRoot
from tests.fakes.sure import sure
from tests.fakes.systems.nvml import CARD, FakeNvml
from tests.fakes.trees import tree

GARBAGE = (
    "",
    b"\xff\xfe",
    -1,
    0,
    255,
    0xFFFFFFFF,
    2**70,
    1e300,
    (),
    (None, None),
    object(),
    SimpleNamespace(),
    SimpleNamespace(total=2**64 - 1, free=2**64 - 1, busId=b"\xff", pciDeviceId=2**64, pciSubSystemId=-1),
    SimpleNamespace(total=-5, free=10, busId=None, pciDeviceId="x", pciSubSystemId=None),
)
CALLS = sorted({*CARD, "nvmlDeviceGetMigMode", "nvmlDeviceGetNvLinkState", "nvmlDeviceGetAddressingMode"})
SICK = {
    "hangs": "import time\ntime.sleep(60)",
    "crashes": "import os\nos.abort()",
    "exits": "raise SystemExit(3)",
    "talks nonsense": "print('\\xff{]')",
    "says nothing": "",
    "floods": "import sys\nwhile True: sys.stdout.write('x' * 65536)",
}


def machine_with(answer: NvidiaAnswer | Unavailable) -> Machine:
    machine = detect(tree("cards"), ReadHost(Readings(nvml=answer)))
    assert Machine.model_validate_json(machine.model_dump_json()) == machine
    return machine


@pytest.mark.broad
@pytest.mark.parametrize("call", CALLS)
def test_garbage_costs_the_fact_it_stands_for(call: str) -> None:
    for garbage in GARBAGE:
        answer = read_nvml(FakeNvml(**{**CARD, "nvmlDeviceGetMigMode": (0, 0), call: garbage}))
        gpus = machine_with(answer).gpus
        assert len(gpus) <= 6, "no devices made up"
        cards = [gpu for gpu in gpus if gpu.driver.value == "nvidia 595.71"]
        for card in cards:
            if call not in ("nvmlDeviceGetName", "nvmlSystemGetDriverVersion"):
                assert card.name.value == "NVIDIA GeForce RTX 4090"
            if call not in ("nvmlDeviceGetMemoryInfo", "nvmlDeviceGetMigMode"):
                assert card.memory_total_bytes.value == 25757220864
            if call not in ("nvmlDeviceGetMaxClockInfo", "nvmlDeviceGetMemoryBusWidth"):
                assert card.theoretical_bytes_per_s.value == pytest.approx(1008.1e9, rel=0.001)


def test_calls_that_raise_anything() -> None:
    class Broken(FakeNvml):
        def __getattr__(self, name: str) -> Any:
            working = super().__getattr__(name)

            def call(*arguments: Any) -> Any:
                if name not in ("nvmlDeviceGetCount", "nvmlDeviceGetHandleByIndex", "nvmlDeviceGetName"):
                    raise OSError("access violation")
                return working(*arguments)

            return call

    (card,) = read_nvml(Broken(**CARD)).devices
    assert card.name.value == "NVIDIA GeForce RTX 4090"
    assert "failed" in in_words(sure(card.total_bytes.reason))
    machine_with(read_nvml(Broken(**CARD)))


def test_more_devices_than_any_machine_has_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeNvml(**{**CARD, "nvmlInit": 0, "nvmlShutdown": 0, "nvmlDeviceGetCount": 0xFFFFFFFF})
    monkeypatch.setitem(sys.modules, "pynvml", fake)
    assert isinstance(answer_in(list(nvml_messages())), Unavailable)


@pytest.mark.parametrize("what", SICK)
def test_a_sick_child_costs_the_facts_of_its_library(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_module, "LIMIT_S", 0.6)
    script = tmp_path / "child.py"
    script.write_text(SICK[what], encoding="utf-8")
    answer = LiveHost([sys.executable, str(script)]).nvml()
    assert isinstance(answer, Unavailable)
    machine = machine_with(answer)
    assert machine.cpu.name.value
    cards = [gpu for gpu in machine.gpus if gpu.vendor.value == "nvidia"]
    assert in_words(sure(cards[0].memory_total_bytes.reason)) == in_words(answer.reason)
    assert any(gpu.memory_total_bytes.value for gpu in machine.gpus)


def test_a_driver_whose_cards_nobody_lists_is_a_gap_and_no_absence() -> None:
    root = MemoryRoot({"/proc/version": b"microsoft", "/dev/dxg": b"", "/sys/bus/pci/devices/x/class": b""}, {})
    broken = detect(root, ReadHost(Readings(nvml=Unavailable(told("restart the computer")))))
    assert [in_words(gap.reason) for gap in broken.gaps if gap.fact == "gpus"] == [
        "an NVIDIA driver is there, but does not tell of its cards: restart the computer"
    ]
    answered = detect(root, ReadHost(Readings(nvml=read_nvml(FakeNvml(**CARD)))))
    assert [gap for gap in answered.gaps if gap.fact == "gpus"] == []


def test_the_child_is_asked_once(tmp_path: Path) -> None:
    script = tmp_path / "child.py"
    script.write_text("open('asked', 'a').write('x')\n", encoding="utf-8")
    host = LiveHost([sys.executable, "-c", f"import os; os.chdir({str(tmp_path)!r}); exec(open('child.py').read())"])
    assert host.nvml() is host.nvml()
    assert (tmp_path / "asked").read_text(encoding="utf-8") == "x"


def test_a_missing_program_is_a_reason() -> None:
    assert isinstance(LiveHost(["/no/such/program"]).nvml(), Unavailable)


@pytest.mark.parametrize(
    ("files", "environment", "likely"),
    [
        ({}, {}, False),
        ({"/sys/bus/pci/devices/0000:00:02.0/vendor": b"0x8086\n"}, {}, False),
        ({"/sys/bus/pci/devices/0000:01:00.0/vendor": b"0x10de\n"}, {}, True),
        ({"/dev/dxg": b""}, {}, True),
        ({"/usr/lib64/libnvidia-ml.so.1": b""}, {}, True),
        ({"/opt/x/libnvidia-ml.so.1": b""}, {}, False),
        ({"/opt/x/libnvidia-ml.so.1": b""}, {"LD_LIBRARY_PATH": "/opt/x"}, True),
    ],
)
def test_a_child_is_started_only_where_something_of_nvidia_is(
    files: dict[str, bytes], environment: dict[str, str], likely: bool
) -> None:
    root = MemoryRoot({"/proc/version": b"", **files}, {})
    assert nvidia_is_likely(root, environment) is likely
    answer = LiveHost(["/no/such/program"], None, lambda: likely).nvml()
    assert isinstance(answer, Unavailable)
    assert ("no sign" in in_words(answer.reason)) is not likely
