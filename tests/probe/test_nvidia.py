"""What NVIDIA's driver says, by library or captured text, and what its refusals mean."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from advisor.facts.machine.machine import Link, Machine
from advisor.facts.values.fact import known
from advisor.facts.values.message import Result
from advisor.facts.values.reason import told
from advisor.facts.values.units import GIB, MIB
from advisor.present.words.reasons.in_words import in_words
from advisor.probe.detect.detect import detect_events
from advisor.probe.detect.live_host import LiveHost, answer_in
from advisor.probe.nvidia.nvidia import nvidia_memory
from advisor.probe.nvidia.nvidia_smi import parse_nvidia_smi
from advisor.probe.nvidia.nvml import nvml_messages, read_nvml, reason_of
from advisor.probe.shared.host import Kind
from advisor.probe.shared.main_pool import MainPool
from advisor.probe.shared.nvidia_answer import NvidiaAnswer, NvidiaDevice
from advisor.probe.source.root import Unavailable
from tests.fakes.sure import sure
from tests.fakes.systems.nvml import CARD, FakeNvml
from tests.fakes.trees import tree

POOL = MainPool(
    known(120 * GIB, origin="detected", source="meminfo"), known(100 * GIB, origin="detected", source="meminfo"), None
)


def device(**changes: Any) -> NvidiaDevice:
    (only,) = read_nvml(FakeNvml(**{**CARD, **changes})).devices
    return only


def test_a_plain_card() -> None:
    card = device()
    assert card.name.value == "NVIDIA GeForce RTX 4090"
    assert card.pci_id.value == "10de:2684"
    assert card.link.value == Link(generation_now=1, generation_max=3, width_now=16, width_max=16)
    assert (card.power_limit_w.value, card.compute_capability.value, card.mig.value) == (450.0, "8.9", False)
    assert nvidia_memory(card, POOL).total_bytes.value == 25757220864


def test_a_comment_above_a_table_is_no_card() -> None:
    text = "# $ nvidia-smi --query-gpu=name,memory.total\nname, memory.total [MiB]\nNVIDIA GeForce RTX 4090, 24564 MiB"
    answer = parse_nvidia_smi(text)
    assert isinstance(answer, NvidiaAnswer)
    assert [card.name.value for card in answer.devices] == ["NVIDIA GeForce RTX 4090"]


def test_the_answer_survives_the_way_through_the_child() -> None:
    answer = read_nvml(FakeNvml(**CARD))
    assert NvidiaAnswer.model_validate(answer.model_dump(mode="json"), strict=False) == answer


def test_no_memory_of_its_own_is_unified_only_with_a_second_sign() -> None:
    spark = device(nvmlDeviceGetMemoryInfo="NOT_SUPPORTED", nvmlDeviceGetAddressingMode=2)
    memory = nvidia_memory(spark, POOL)
    assert (memory.kind.value, memory.total_bytes.value, memory.free_bytes.value) == ("unified", 120 * GIB, 100 * GIB)
    jetson = device(nvmlDeviceGetMemoryInfo=SimpleNamespace(total=0, free=0), nvmlDeviceGetName="Orin (nvgpu)")
    assert nvidia_memory(jetson, POOL).kind.value == "unified"
    other = nvidia_memory(device(nvmlDeviceGetMemoryInfo="NOT_SUPPORTED", nvmlDeviceGetAddressingMode=1), POOL)
    assert (other.kind.value, other.total_bytes.value) == ("dedicated", None)


def test_a_refusal_is_not_unified_memory() -> None:
    refused = device(nvmlDeviceGetMemoryInfo="NO_PERMISSION", nvmlDeviceGetAddressingMode=2)
    assert not refused.unified
    assert "permission" in in_words(sure(nvidia_memory(refused, POOL).total_bytes.reason))


def test_a_divided_card_offers_its_largest_slice() -> None:
    part = SimpleNamespace(total=10 * GIB, free=9 * GIB)
    card = device(nvmlDeviceGetMigMode=(1, 1), nvmlDeviceGetMaxMigDeviceCount=2, nvmlDeviceGetMemoryInfo=part)
    mig = card.changed(slices=())
    assert nvidia_memory(mig, POOL).total_bytes.value is None
    with_slices = device(
        nvmlDeviceGetMigMode=(1, 1),
        nvmlDeviceGetMaxMigDeviceCount=2,
        nvmlDeviceGetMigDeviceHandleByIndex="slice",
        nvmlDeviceGetMemoryInfo=part,
    )
    assert nvidia_memory(with_slices, POOL).total_bytes.value == 10 * GIB


@pytest.mark.parametrize(
    ("error", "word"),
    [
        ("LIBRARY_NOT_FOUND", "not installed"),
        ("LIB_RM_VERSION_MISMATCH", "restart"),
        ("DRIVER_NOT_LOADED", "not loaded"),
        ("NO_PERMISSION", "permission"),
        ("SOMETHING_NEW", "something new"),
    ],
)
def test_refusals_in_plain_words(error: str, word: str) -> None:
    assert word in in_words(reason_of(error))


def test_a_broken_driver_ends_as_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pynvml", FakeNvml(nvmlInit="LIB_RM_VERSION_MISMATCH"))
    answer = answer_in(list(nvml_messages()))
    assert isinstance(answer, Unavailable)
    assert "restart" in in_words(answer.reason)


def test_a_working_driver_ends_as_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pynvml", FakeNvml(**CARD, nvmlInit=0, nvmlShutdown=0))
    answer = answer_in(list(nvml_messages()))
    assert isinstance(answer, NvidiaAnswer)
    assert answer.driver_version == "595.71"


def test_a_child_that_crashes_costs_one_reason(tmp_path: Path) -> None:
    script = tmp_path / "child.py"
    script.write_text("import os\nos.abort()\n")
    answer = LiveHost([sys.executable, str(script)]).nvml()
    assert isinstance(answer, Unavailable)
    assert in_words(answer.reason)


def test_text_that_is_no_xml() -> None:
    assert isinstance(parse_nvidia_smi("NVIDIA-SMI has failed because it couldn't communicate"), Unavailable)


def test_redacted_and_missing_values_stay_unknown() -> None:
    text = """<nvidia_smi_log><driver_version>610.1 [Deprecated; use KMD]</driver_version>
    <gpu id="00000000:01:00.0"><product_name>[N/A]</product_name><pci><pci_device_id>[REDACTED]</pci_device_id></pci>
    <fb_memory_usage><total>8192 MiB</total><free>[Insufficient Permissions]</free></fb_memory_usage></gpu>
    </nvidia_smi_log>"""
    answer = parse_nvidia_smi(text)
    assert isinstance(answer, NvidiaAnswer)
    (card,) = answer.devices
    assert answer.driver_version == "610.1"
    assert (card.name.value, card.pci_id.value, card.free_bytes.value) == (None, None, None)
    assert (card.total_bytes.value, card.pci_address) == (8192 * MIB, "00000000:01:00.0")
    assert card.mig.value is None


class SlowHost:
    """A host whose driver takes its time, and then answers nothing."""

    takes_time = True
    kind: Kind = "linux"

    def nvml(self) -> NvidiaAnswer | Unavailable:
        return Unavailable(told("the driver gave no answer"))

    def output(self, *command: str) -> str | Unavailable:
        return Unavailable(told(f"{command[0]} is not run"))

    def call(self, name: str) -> bytes | Unavailable:
        return Unavailable(told(f"{name} is not asked"))


def test_the_machine_is_there_before_the_driver_answers() -> None:
    bodies = [message.body for message in detect_events(tree("cards"), SlowHost()) if isinstance(message, Result)]
    early, late = (Machine.model_validate(body, strict=False) for body in bodies)
    assert early.cpu == late.cpu
    cards = [[gpu for gpu in one.gpus if gpu.vendor.value == "nvidia"] for one in (early, late)]
    assert "has not answered yet" in in_words(sure(cards[0][0].memory_total_bytes.reason))
    assert "gave no answer" in in_words(sure(cards[1][0].memory_total_bytes.reason))


def test_a_machine_without_such_a_card_comes_once() -> None:
    messages = [one for one in detect_events(tree("two-channels"), SlowHost()) if isinstance(one, Result)]
    assert len(messages) == 1
