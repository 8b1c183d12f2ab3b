"""Whole Windows machines from recorded answers: facts, sources and gaps, also when a source refuses."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.facts.machine.machine import CoreKind, Gpu, Link, Machine
from advisor.facts.values.fact import Fact, known
from advisor.facts.values.units import GIB, MIB
from advisor.present.words.reasons.in_words import in_words
from advisor.probe.detect.detect import detect
from advisor.probe.nvidia.nvml import read_nvml
from advisor.probe.shared.host import ReplayHost
from advisor.probe.shared.nvidia_answer import NvidiaAnswer
from advisor.probe.source.root import Root, Unavailable
from tests.fakes.sure import sure
from tests.fakes.systems.nvml import CARD, FakeNvml
from tests.fakes.systems.windows import (
    cache,
    captured,
    core,
    module,
    rsmb,
)
from tests.fakes.systems.windows_lists import adapter, d3dkmt, devices, display, function, registry
from tests.fakes.systems.windows_machines import (
    AMD,
    INTEL,
    NVIDIA,
    desktop,
    laptop,
    server,
    snapdragon,
    strix_halo,
)
from tests.fakes.trees import doctored


class DriverHost(ReplayHost):
    """A captured machine whose NVIDIA driver answers."""

    def __init__(self, root: Root, answer: NvidiaAnswer) -> None:
        super().__init__(root)
        self.answer, self.asked = answer, 0

    def nvml(self) -> NvidiaAnswer | Unavailable:
        self.asked += 1
        return self.answer


def machine(answers: dict[str, bytes], driver: NvidiaAnswer | None = None) -> Machine:
    """The machine; without an answer of the NVIDIA driver also what a report of it tells."""
    root = captured(answers)
    found = detect(root, DriverHost(root, driver)) if driver else doctored(root)
    assert Machine.model_validate_json(found.model_dump_json()) == found
    for gap in found.gaps:
        assert in_words(gap.reason)
    return found


def only_gpu(found: Machine) -> Gpu:
    (gpu,) = found.gpus
    return gpu


def test_a_desktop() -> None:
    found = machine(desktop())
    cpu, memory, gpu = found.cpu, found.memory, only_gpu(found)
    assert (cpu.sockets.value, cpu.cores.value, cpu.threads.value, cpu.numa_nodes.value) == (1, 8, 16, 1)
    assert (cpu.architecture.value, cpu.flags.value) == ("x86_64", ("avx", "avx2", "sse4_1", "sse4_2", "ssse3"))
    assert cpu.core_kinds.value == (CoreKind(name="all", cores=8, threads=16, max_hz=None),)
    assert (memory.installed_bytes.value, memory.usable_bytes.value) == (32 * GIB, 31 * GIB)
    assert (memory.channels.value, memory.theoretical_bytes_per_s.value) == (2, 89.6e9)
    assert (gpu.vendor.value, gpu.pci_id.value, gpu.pci_address.value) == ("nvidia", "10de:2684", "0000:01:00.0")
    assert (gpu.memory_total_bytes.value, gpu.memory_free_bytes.value) == (25393364992, 25393364992 - GIB)
    assert gpu.link.value == Link(generation_now=1, generation_max=4, width_now=16, width_max=16)
    assert (gpu.driver.value, gpu.state.value) == ("nvlddmkm 32.0.15.6094", "active")
    assert (found.os.name.value, found.os.version.value, found.os.kernel.value) == (
        "Windows 11 Pro", "24H2", "10.0.26100.4061",
    )  # fmt: skip
    assert (found.os.power_source.value, found.os.power_plan.value) == ("mains", "balanced")


def test_the_driver_of_nvidia_overrides_size_and_free_memory() -> None:
    found = only_gpu(machine(desktop(), read_nvml(FakeNvml(**CARD))))
    assert (found.memory_total_bytes.value, found.memory_free_bytes.value) == (25757220864, 24000000000)
    assert found.memory_total_bytes.source == "NVML"
    assert (found.pci_address.value, found.compute_capability.value, found.power_limit_w.value) == (
        "0000:01:00.0", "8.9", 450.0,
    )  # fmt: skip


def test_a_card_of_which_the_driver_lacks_the_size_keeps_that_of_the_system() -> None:
    silent = read_nvml(FakeNvml(**{**CARD, "nvmlDeviceGetMemoryInfo": "NO_PERMISSION"}))
    found = only_gpu(machine(desktop(), silent))
    assert found.memory_total_bytes.value == 25393364992
    assert "D3DKMT" in str(found.memory_total_bytes.source)


def test_a_laptop_whose_card_sleeps() -> None:
    root = captured(laptop())
    host = DriverHost(root, read_nvml(FakeNvml(**CARD)))
    found = detect(root, host)
    iris, card = found.gpus
    assert host.asked == 0
    assert (iris.memory_kind.value, iris.memory_total_bytes.value, iris.memory_free_bytes.value) == (
        "shared", 8 * GIB, 6 * GIB,
    )  # fmt: skip
    assert (card.state.value, card.memory_kind.value, card.memory_total_bytes.value) == ("asleep", "dedicated", 8 * GIB)
    for fact in (card.memory_free_bytes, card.link, card.power_limit_w):
        assert "asleep" in in_words(sure(fact.reason))
    assert [(kind.name, kind.cores, kind.threads) for kind in found.cpu.core_kinds.value or ()] == [
        ("P", 2, 4), ("E", 4, 4), ("LP-E", 2, 2),
    ]  # fmt: skip
    assert found.memory.theoretical_bytes_per_s.value == 102.4e9
    assert found.os.power_source.value == "battery"


def test_quirk_w8_kinds_of_cores_are_told_by_their_class() -> None:
    """A Core i5-1235U: two cores of class 1 with two threads, eight of class 0."""
    pair, rest = [[0, 1], [2, 3]], [[cpu] for cpu in range(4, 12)]
    parts = [*(core(own, 1) for own in pair), *(core(own, 0) for own in rest), core(range(12), relation=3)]
    found = machine({**desktop(), "topology": b"".join((*parts, cache(range(12), 3, 12 * MIB)))})
    assert [(one.name, one.cores, one.threads) for one in found.cpu.core_kinds.value or ()] == [
        ("P", 2, 4),
        ("E", 8, 8),
    ]
    assert found.cpu.numa_nodes.value is None


def test_an_awake_card_is_asked() -> None:
    root = captured(laptop(state=1))
    host = DriverHost(root, read_nvml(FakeNvml(**CARD)))
    detect(root, host)
    assert host.asked == 1


@pytest.mark.parametrize(
    ("carved_bytes", "shared_bytes", "pool_bytes"),
    [(96 * GIB, 16 * GIB, 96 * GIB), (512 * MIB, 63 * GIB, 63 * GIB), (0, 63 * GIB, 63 * GIB)],
)
def test_quirk_a8_a_large_pool_in_two_parts(carved_bytes: int, shared_bytes: int, pool_bytes: int) -> None:
    found = machine(strix_halo(carved_bytes, shared_bytes))
    gpu, memory = only_gpu(found), found.memory
    assert (gpu.memory_kind.value, gpu.memory_total_bytes.value) == ("unified", pool_bytes)
    assert gpu.memory_free_bytes.value == (72 * GIB if pool_bytes == carved_bytes else 20 * GIB)
    assert (memory.installed_bytes.value, memory.unified.value) == (128 * GIB, True)
    assert memory.theoretical_bytes_per_s.value == 256e9
    assert "part of the CPU" in in_words(sure(gpu.link.reason))
    assert found.npus.value == ("NPU Compute Accelerator Device",)


def test_quirk_w7_installed_memory_without_firmware_tables_counts_what_was_carved_out() -> None:
    answers = strix_halo()
    del answers["smbios"]
    installed = machine(answers).memory.installed_bytes
    assert (installed.value, installed.origin) == (128 * GIB, "estimated")


def test_quirk_w5_a_machine_with_arm_processor() -> None:
    found = machine(snapdragon())
    gpu = only_gpu(found)
    assert (found.cpu.architecture.value, found.cpu.sockets.value, found.cpu.cores.value) == ("aarch64", 1, 12)
    assert found.cpu.flags.value == ("asimd", "asimddp", "asimdhp", "bf16", "i8mm")
    assert (gpu.vendor.value, gpu.name.value) == ("qualcomm", "Qualcomm(R) Adreno(TM) X1-85 GPU")
    assert (gpu.memory_kind.value, gpu.memory_total_bytes.value, gpu.pci_id.value) == ("shared", 16 * GIB, None)
    assert found.memory.theoretical_bytes_per_s.value == pytest.approx(135.168e9)
    assert found.npus.value == ("Snapdragon(R) X Elite - Hexagon(TM) NPU",)


def test_quirk_w4_a_server_with_many_groups_and_no_graphics() -> None:
    found = machine(server())
    cpu, memory = found.cpu, found.memory
    assert (cpu.sockets.value, cpu.cores.value, cpu.threads.value, cpu.numa_nodes.value) == (2, 192, 384, 2)
    assert (memory.installed_bytes.value, memory.channels.value) == (24 * 64 * GIB, 24)
    assert memory.theoretical_bytes_per_s.value == 921.6e9
    assert (found.gpus, [gap for gap in found.gaps if gap.fact == "gpus"]) == ((), [])


@pytest.mark.broad
@pytest.mark.parametrize("make", [desktop, laptop, strix_halo, snapdragon, server])
def test_each_source_alone_may_be_missing_or_damaged(make: Any) -> None:
    whole = machine(make())
    for name in make():
        for broken in (None, b"", b"\xff\xfe garbage", make()[name][: len(make()[name]) // 2]):
            answers = {**make(), name: broken or b""}
            if broken is None:
                del answers[name]
            found = machine(answers)
            assert no_other_value(found, whole), name


@settings(max_examples=60)
@given(st.sampled_from([desktop, laptop, strix_halo, snapdragon]), st.data())
def test_no_mutated_answer_leaves_detection_as_an_exception(make: Any, data: st.DataObject) -> None:
    answers = make()
    for name in data.draw(st.sets(st.sampled_from(sorted(answers)), min_size=1, max_size=3)):
        mutated = bytearray(answers[name])
        for _ in range(data.draw(st.integers(1, 6))):
            mutated[data.draw(st.integers(0, len(mutated) - 1))] = data.draw(st.integers(0, 255))
        answers[name] = bytes(mutated)
    root = captured(answers)
    found = detect(root, ReplayHost(root))
    assert Machine.model_validate_json(found.model_dump_json()) == found


def no_other_value(found: Machine, whole: Machine) -> bool:
    """Whether facts of the processor and of the system are as they were, or gone with a reason."""
    parts = ((found.cpu, whole.cpu), (found.os, whole.os))
    pairs = [(getattr(one, name), getattr(other, name)) for one, other in parts for name in type(one).model_fields]
    return all(one.value is None or one.value == other.value for one, other in pairs if isinstance(one, Fact))


def test_without_any_list_graphics_are_a_gap() -> None:
    answers = desktop()
    del answers["devices"], answers["d3dkmt"]
    found = machine(answers)
    assert found.gpus == ()
    assert [in_words(gap.reason) for gap in found.gaps if gap.fact == "gpus"] == [
        "neither list can be had: not captured; not captured"
    ]


def test_either_list_alone_names_the_card() -> None:
    for missing in ("devices", "d3dkmt"):
        answers = desktop()
        del answers[missing]
        gpu = only_gpu(machine(answers))
        assert (gpu.pci_id.value, gpu.name.value) == ("10de:2684", "NVIDIA GeForce RTX 4090")
        assert (gpu.memory_total_bytes.value is None) is (missing == "d3dkmt")


def test_an_adapter_that_answers_nothing_is_no_gpu() -> None:
    answers = desktop()
    silent = {"luid": "00000000:0000ffff", "answers": {}}
    answers["d3dkmt"] = json.dumps({"adapters": [*json.loads(answers["d3dkmt"])["adapters"], silent]}).encode()
    assert only_gpu(machine(answers)).pci_id.value == "10de:2684"
    answers["d3dkmt"] = json.dumps({"adapters": [silent]}).encode()
    del answers["devices"]
    assert machine(answers).gpus == ()


def test_quirk_a2_the_registry_sizes_a_card_the_kernel_is_silent_about() -> None:
    answers = desktop()
    del answers["d3dkmt"]
    place = json.loads(answers["devices"])["displays"][0]["id"]
    values = {"{X}": {"HardwareInformation.qwMemorySize": 25757220864}}
    answers["registry"] = registry("AMD Ryzen 7 7800X3D", video_ids={place: "{x}"}, video=values)
    total = only_gpu(machine(answers)).memory_total_bytes
    assert (total.value, "qwMemorySize" in str(total.source)) == (25757220864, True)


def amd(*, functions: tuple[dict[str, Any], ...] = (), **more: Any) -> Gpu:
    one = display((AMD, 0x164E), (0x10, 0, 0), "AMD Radeon(TM) Graphics", **more)
    answers = {**desktop(), "devices": devices(one, functions=functions)}
    sizes = (512 * MIB, 0, 16 * GIB)
    answers["d3dkmt"] = d3dkmt(adapter((AMD, 0x164E), (0x10, 0, 0), "AMD Radeon(TM) Graphics", sizes))
    return only_gpu(machine(answers))


def test_quirk_a15_graphics_of_a_desktop_processor_are_told_by_their_place() -> None:
    inside = amd(functions=(function((0x1022, 0x1649), (0x10, 0, 2)),))
    assert (inside.memory_kind.value, inside.memory_total_bytes.value) == ("shared", 16 * GIB)
    card = amd(parents=[function((AMD, 0x1479), (0xF, 0, 0))])
    assert (card.memory_kind.value, card.memory_kind.origin, card.memory_total_bytes.value) == (
        "dedicated", "detected", 512 * MIB,
    )  # fmt: skip
    assert amd().memory_kind.origin == "estimated"


def test_a_card_without_its_driver_is_listed_as_such() -> None:
    for changes in ({"service": "BasicDisplay"}, {"service": None}, {"problem": 28}, {"problem": 43}):
        stand_in = adapter((NVIDIA, 0x2684), (1, 0, 0), "Microsoft Basic Display Adapter", (256 * MIB, 0, 0))
        answers = {**desktop(), "d3dkmt": d3dkmt(*(stand_in,) * ("service" in changes))}
        answers["devices"] = devices(display((NVIDIA, 0x2684), (1, 0, 0), "Basic Display", **changes))
        gpu = only_gpu(machine(answers))
        assert gpu.state.value == "no_driver"
        assert gpu.memory_total_bytes.value is None
        assert (gpu.name.value is None) is ("service" in changes)


def test_a_machine_of_a_cloud_is_taken_for_virtual() -> None:
    found = machine({**desktop(), "smbios": rsmb(module(), maker="Amazon EC2", product="g5.xlarge")})
    assert (found.cpu.hypervisor.value, found.cpu.hypervisor.origin) == ("KVM", "estimated")
    assert found.memory.channels.value is None


def test_quirk_i4_graphics_named_like_a_card_are_told_by_their_address() -> None:
    answers = desktop()
    name, sizes = "Intel(R) Arc(TM) 140V GPU (16GB)", (0, 0, 16 * GIB)
    for address, kind in (((0, 2, 0), "shared"), ((3, 0, 0), "dedicated")):
        answers["devices"] = devices(display((INTEL, 0x64A0), address, name))
        answers["d3dkmt"] = d3dkmt(adapter((INTEL, 0x64A0), address, name, sizes))
        gpu = only_gpu(machine(answers))
        assert gpu.memory_kind.value == kind
        assert gpu.memory_total_bytes.value == (16 * GIB if kind == "shared" else None)


def test_a_virtual_machine_hides_its_modules() -> None:
    answers = {**desktop(), "smbios": rsmb(module(), maker="Microsoft Corporation", product="Virtual Machine")}
    found = machine(answers)
    assert (found.cpu.hypervisor.value, found.cpu.sockets.origin) == ("Hyper-V", "estimated")
    assert found.memory.modules.value is None


def test_cim_is_asked_only_for_what_nothing_else_told() -> None:
    row = {"Capacity": 32 * GIB, "SMBIOSMemoryType": 26, "Speed": 3200, "ConfiguredClockSpeed": 1600, "FormFactor": 8}
    cim = json.dumps({"memory": row, "processor": {"Name": "Some Processor", "Manufacturer": "Maker"}}).encode()
    assert machine({**desktop(), "cim": cim}) == machine(desktop())
    answers = {**desktop(), "cim": cim, "smbios": b""}
    del answers["registry"]
    found = machine(answers)
    assert (found.cpu.name.value, found.memory.installed_bytes.value) == ("Some Processor", 32 * GIB)
    assert [one.configured_transfers_per_s for one in found.memory.modules.value or ()] == [3_200_000_000]


def test_quirk_n13_a_driver_without_library_still_has_a_size() -> None:
    gpu = only_gpu(machine(desktop()))
    assert gpu.memory_total_bytes == known(25393364992, origin="detected", source="D3DKMT segment sizes")
    assert in_words(sure(gpu.compute_capability.reason)) == "not captured"
