"""Whole Macs: what detection says of each, by the quirks it has to get right."""

import plistlib
from typing import Any

import pytest

from advisor.answer.text.text_answer import answer_text
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import with_cards
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.machine.machine import Cache, CoreKind, Machine
from advisor.facts.values.units import GIB, GIGA, KIB, MEGA, MIB
from advisor.predict.model.subject import Run
from advisor.present.words.reasons.in_words import in_words
from advisor.probe.macos.system import macos_npus
from advisor.probe.shared.host import ReplayHost
from tests.fakes.sure import sure
from tests.fakes.systems.macs import (
    Answers,
    accelerator,
    card,
    chip_mac,
    intel_mac,
    mac,
    metal,
    pages,
    root_of,
    working_set,
)

CARDS = load_catalog()


def reason(machine: Machine, fact: str) -> str:
    return next(in_words(gap.reason) for gap in machine.gaps if gap.fact == fact)


@pytest.mark.parametrize(
    ("chip", "gpu_cores", "fast", "slow", "memory_gib", "card_id"),
    [
        ("M1", 7, 4, 4, 8, "socs/apple/m1-7-core"),
        ("M1 Max", 24, 8, 2, 32, "socs/apple/m1-max-24-core"),
        ("M1 Ultra", 64, 16, 4, 128, "socs/apple/m1-ultra-64-core"),
        ("M2", 10, 4, 4, 16, "socs/apple/m2-10-core"),
        ("M2 Pro", 19, 8, 4, 32, "socs/apple/m2-pro-19-core"),
        ("M3 Max", 30, 10, 4, 36, "socs/apple/m3-max-30-core"),
        ("M3 Ultra", 80, 24, 8, 512, "socs/apple/m3-ultra-80-core"),
        ("M4", 10, 4, 6, 24, "socs/apple/m4-10-core"),
        ("M4 Max", 32, 10, 4, 36, "socs/apple/m4-max-32-core"),
        ("M4 Max", 40, 12, 4, 128, "socs/apple/m4-max-40-core"),
        ("M5", 10, 4, 6, 32, "socs/apple/m5-10-core"),
    ],
)
def test_quirk_m11_chip_and_gpu_cores_find_the_card(
    chip: str, gpu_cores: int, fast: int, slow: int, memory_gib: int, card_id: str
) -> None:
    answers = chip_mac(f"Apple {chip}", gpu_cores, fast=fast, slow=slow, memory_gib=memory_gib)
    machine = with_cards(mac(answers), CARDS)
    (gpu,) = machine.gpus
    assert gpu.card.value == card_id
    assert gpu.name.value == f"Apple {chip} ({gpu_cores}-core GPU)"
    assert (gpu.vendor.value, gpu.memory_kind.value, gpu.state.value) == ("apple", "unified", "active")
    assert gpu.memory_total_bytes.value == memory_gib * GIB * 3 // 4
    assert gpu.memory_free_bytes.value == memory_gib * GIB // 2
    assert gpu.compute_capability.value == "apple9"
    assert machine.cpu.name.value == f"Apple {chip}"
    assert machine.cpu.core_kinds.value == (
        CoreKind(name="P", cores=fast, threads=fast, max_hz=None),
        CoreKind(name="E", cores=slow, threads=slow, max_hz=None),
    )
    assert (machine.cpu.cores.value, machine.cpu.threads.value, machine.cpu.sockets.value) == (fast + slow,) * 2 + (1,)
    assert machine.memory.unified.value is True
    assert machine.memory.theoretical_bytes_per_s.value is None
    assert "card" in reason(machine, "memory.theoretical_bytes_per_s")


def test_a_chip_without_its_number_of_gpu_cores_is_the_chip_alone() -> None:
    (gpu,) = with_cards(mac(chip_mac("Apple M3 Pro", None)), CARDS).gpus
    assert gpu.name.value == "Apple M3 Pro"
    assert gpu.card.value == "socs/apple/m3-pro"


def test_a_chip_that_no_card_knows_has_none() -> None:
    (gpu,) = with_cards(mac(chip_mac("Apple M9 Ultra", 128)), CARDS).gpus
    assert (gpu.name.value, gpu.card.value) == ("Apple M9 Ultra (128-core GPU)", None)


def test_quirks_m1_m2_the_pool_is_what_metal_says_then_the_limit_that_was_set_then_a_share() -> None:
    answers = chip_mac("Apple M4 Max", 40, memory_gib=128, **{"iogpu.wired_limit_mb": 120000})
    metal_says = mac({**answers, "metal": metal(working_set("Apple M4 Max", 107 * GIB))}).gpus[0].memory_total_bytes
    assert (metal_says.value, metal_says.origin) == (107 * GIB, "detected")
    del answers["metal"]
    limit = mac(answers).gpus[0].memory_total_bytes
    assert (limit.value, limit.source) == (120000 * MIB, "sysctl iogpu.wired_limit_mb")
    for memory_gib, share in ((8, 2 / 3), (32, 0.78), (128, 0.84)):
        small = chip_mac("Apple M4 Max", 40, memory_gib=memory_gib)
        del small["metal"]
        pool = mac(small).gpus[0].memory_total_bytes
        assert (pool.value, pool.origin) == (round(memory_gib * GIB * share), "estimated")


def test_a_working_set_above_the_memory_is_not_believed() -> None:
    answers = chip_mac("Apple M2", 8, memory_gib=8)
    pool = mac({**answers, "metal": metal(working_set("Apple M2", 9 * GIB))}).gpus[0].memory_total_bytes
    assert pool.origin == "estimated"


def test_what_is_free_never_exceeds_the_pool() -> None:
    answers = chip_mac("Apple M2", 8, memory_gib=16)
    (gpu,) = mac({**answers, "memory": pages(15 * GIB)}).gpus
    assert gpu.memory_free_bytes.value == 12 * GIB


def test_quirk_m4_m7_caches_and_kinds_come_from_performance_levels() -> None:
    cpu = mac(chip_mac("Apple M4 Max", 40, fast=12, slow=4)).cpu
    assert cpu.caches.value == (
        Cache(level=1, kind="data", total_bytes=12 * 128 * KIB + 4 * 64 * KIB, instances=16),
        Cache(level=2, kind="unified", total_bytes=(2 * 16 + 4) * MIB, instances=3),
    )
    assert cpu.flags.value == ("asimd", "asimddp", "i8mm")


def test_kinds_of_cores_keep_the_system_s_own_words() -> None:
    names: dict[str, Any] = {"hw.perflevel0.name": "Super", "hw.perflevel1.name": "Performance"}
    kinds = mac(chip_mac("Apple M5 Max", 40, **names)).cpu.core_kinds.value or ()
    assert [kind.name for kind in kinds] == ["Super", "P"]
    unnamed: dict[str, Any] = dict.fromkeys(names)
    kinds = mac(chip_mac("Apple M2", 8, **unnamed)).cpu.core_kinds.value or ()
    assert [kind.name for kind in kinds] == ["P", "E"]


def test_quirk_m5_no_clock_is_stated() -> None:
    for answers in (chip_mac("Apple M5", 10), intel_mac()):
        assert {kind.max_hz for kind in mac(answers).cpu.core_kinds.value or ()} == {None}


def test_quirk_m6_a_translated_program_says_so_and_still_finds_the_chip() -> None:
    hidden = dict.fromkeys(("hw.optional.arm64", "hw.optional.arm.FEAT_DotProd", "hw.optional.arm.FEAT_I8MM"))
    changes: dict[str, Any] = {
        **hidden,
        "hw.optional.arm.FEAT_BF16": None,
        "hw.nperflevels": None,
        "machdep.cpu.brand_string": "VirtualApple @ 2.50GHz processor",
        "machdep.cpu.vendor": "GenuineIntel",
        "machdep.cpu.features": "SSE4.1 AVX1.0",
        "sysctl.proc_translated": 1,
    }
    machine = with_cards(mac(chip_mac("Apple M1 Pro", 16, **changes)), CARDS)
    assert machine.cpu.name.value == "Apple M1 Pro"
    assert (machine.cpu.architecture.value, machine.cpu.vendor.value) == ("aarch64", "Apple")
    assert machine.cpu.flags.value is None
    assert machine.cpu.caches.value is None
    assert machine.gpus[0].card.value == "socs/apple/m1-pro-16-core"
    assert "Rosetta" in reason(machine, "cpu")


def test_quirk_m8_a_stand_in_for_the_name_and_no_performance_levels() -> None:
    left_out = ("hw.nperflevels", "hw.memsize_usable", "hw.optional.arm64")
    old: dict[str, Any] = dict.fromkeys(
        [*left_out, *(f"hw.optional.arm.FEAT_{name}" for name in ("DotProd", "I8MM", "BF16"))]
    )
    answers = chip_mac("Apple M1", 8, memory_gib=16, **old | {"machdep.cpu.brand_string": "Apple processor"})
    machine = mac(answers)
    assert machine.cpu.name.value == "Apple M1"
    assert machine.cpu.architecture.value == "aarch64"
    assert machine.cpu.caches.value is None
    assert machine.cpu.core_kinds.value is None
    assert machine.cpu.flags.value is None
    assert machine.memory.usable_bytes.value == machine.memory.installed_bytes.value == 16 * GIB
    del answers["accelerators"]
    assert mac(answers).cpu.name.value == "Apple processor"


def test_quirk_m8_what_the_kernel_keeps_is_not_usable() -> None:
    memory = mac(chip_mac("Apple M4", 10, memory_gib=24)).memory
    assert (memory.installed_bytes.value, memory.usable_bytes.value) == (24 * GIB, 23 * GIB)
    assert (memory.available_bytes.value, memory.available_bytes.origin) == (12 * GIB, "estimated")


def test_quirk_m9_a_virtual_machine() -> None:
    changes: dict[str, Any] = {"kern.hv_vmm_present": 1, "hw.model": "VirtualMac2,1", "hw.nperflevels": 1}
    answers = chip_mac("Apple M2 (Virtual)", None, memory_gib=8, **changes)
    name = "Apple Paravirtual device"
    answers["metal"] = metal(working_set(name, 5 * GIB))
    answers["accelerators"] = plistlib.dumps([accelerator(name, None)])
    machine = with_cards(mac(answers), CARDS)
    (gpu,) = machine.gpus
    assert machine.cpu.hypervisor.value == "Apple"
    assert machine.cpu.sockets.origin == "estimated"
    assert machine.memory.installed_bytes.value is None
    assert (gpu.name.value, gpu.card.value) == (name, None)
    assert gpu.memory_total_bytes.value == 5 * GIB
    del answers["metal"]
    assert mac(answers).gpus[0].memory_total_bytes.value is None


def test_quirk_m10_both_gpus_of_an_intel_mac_the_card_first() -> None:
    machine = with_cards(mac(intel_mac()), CARDS)
    radeon, intel = machine.gpus
    assert (radeon.name.value, radeon.vendor.value, radeon.pci_id.value) == ("Radeon Pro 560X", "amd", "1002:67ef")
    assert (radeon.pci_address.value, intel.pci_address.value) == ("0000:01:00.0", "0000:00:02.0")
    assert (radeon.memory_kind.value, radeon.memory_total_bytes.value) == ("dedicated", 4 * GIB)
    assert radeon.memory_free_bytes.value == 3 * GIB
    assert (intel.memory_kind.value, intel.memory_total_bytes.value) == ("shared", 1536 * MIB)
    assert intel.memory_free_bytes.value == 1536 * MIB
    assert {gpu.state.value for gpu in machine.gpus} == {"active"}
    assert machine.memory.unified.value is False
    assert "wake" in in_words(sure(radeon.compute_capability.reason))


def test_a_card_that_macos_has_no_driver_for_is_listed() -> None:
    bus = [card("NVIDIA Chip Model", 0x10DE, 0x1B81, "1:0:0"), card("Audio", 0x10DE, 0x1B82, "1:0:1")]
    bus[1]["class-code"] = bytes((0, 0, 4, 0))
    answers = {**intel_mac(), "accelerators": plistlib.dumps([]), "pci": plistlib.dumps(bus)}
    (gpu,) = mac(answers).gpus
    assert (gpu.state.value, gpu.vendor.value, gpu.driver.value) == ("no_driver", "nvidia", None)
    assert gpu.memory_total_bytes.value is None


def test_modules_of_an_intel_mac_give_its_bandwidth() -> None:
    machine = mac(intel_mac())
    assert machine.memory.theoretical_bytes_per_s.value == 2400 * MEGA * 16
    assert (machine.memory.installed_bytes.value, machine.memory.channels.value) == (16 * GIB, 2)
    assert [module.slot for module in machine.memory.modules.value or ()] == ["ChannelA-DIMM0", "ChannelB-DIMM0"]
    assert (machine.cpu.cores.value, machine.cpu.threads.value) == (6, 12)
    assert machine.cpu.caches.value == (
        Cache(level=1, kind="data", total_bytes=6 * 32 * KIB, instances=6),
        Cache(level=1, kind="instruction", total_bytes=6 * 32 * KIB, instances=6),
        Cache(level=2, kind="unified", total_bytes=6 * 256 * KIB, instances=6),
        Cache(level=3, kind="unified", total_bytes=9 * MIB, instances=1),
    )


def test_quirk_m12_avx512_counts_only_where_the_system_has_it_on() -> None:
    assert "avx512f" not in (mac(intel_mac()).cpu.flags.value or ())
    flags = mac(intel_mac(**{"hw.optional.avx512f": 1})).cpu.flags.value or ()
    assert {"avx", "avx2", "avx512f", "f16c", "fma", "sse4_2"} <= set(flags)


def test_the_neural_engine_belongs_to_the_chip() -> None:
    assert npus(chip_mac("Apple M1", 8)) == ("Apple Neural Engine",)
    assert npus(chip_mac("Apple M1", 8, **{"kern.hv_vmm_present": 1})) is None
    assert npus(intel_mac()) is None
    assert npus({}) is None


def npus(answers: Answers) -> tuple[str, ...] | None:
    return macos_npus(ReplayHost(root_of(answers))).value


def test_power_and_heat() -> None:
    laptop, slowed = mac(chip_mac("Apple M3", 10)), mac(intel_mac())
    assert (laptop.os.power_source.value, laptop.os.power_plan.value) == ("battery", "Low Power Mode")
    assert laptop.cpu.throttled.value is None
    assert (slowed.os.power_source.value, slowed.os.power_plan.value) == ("mains", None)
    assert slowed.cpu.throttled.value is True
    assert (laptop.os.name.value, laptop.os.version.value, laptop.os.kernel.value) == ("macOS", "15.5", "24.5.0")


def test_recorded_answers_become_a_prediction() -> None:
    machine = with_cards(mac(chip_mac("Apple M4 Max", 40, memory_gib=64)), CARDS)
    assert Machine.model_validate_json(machine.model_dump_json()) == machine
    rig = assemble_rig(machine, None, CARDS)
    cpu, gpu = rig.processors
    assert cpu.bandwidth_bytes_per_s == gpu.bandwidth_bytes_per_s
    assert (gpu.pool, gpu.bandwidth_bytes_per_s.value, gpu.bandwidth_bytes_per_s.origin) == (
        "unified",
        546 * GIGA,
        "datasheet",
    )
    answer = answer_text(
        rig,
        model_id="llama/llama-3.1-8b",
        quant="Q4_K_M",
        run=Run(4096, 512, 0, 128),
        catalog=CARDS,
        candidates=(),
    )
    assert answer.chosen.processor_id == gpu.id
    assert answer.chosen.fit.verdict == "fits"
    assert 50 < sure(answer.chosen.decode.tokens_per_s).middle < 120
