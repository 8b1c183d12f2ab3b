"""Macs of our own making: answers of the system in the forms that sysctl, ioreg, Metal and system_profiler give."""

import json
import plistlib
from typing import Any

from advisor.facts.machine.machine import Machine
from advisor.facts.values.units import GIB, KIB
from advisor.probe.source.tar_root import MemoryRoot
from tests.fakes.trees import replayed

ENTRY = 4294968341
PAGE_BYTES = 16 * KIB
Answers = dict[str, bytes]


def lines(values: dict[str, Any]) -> bytes:
    return "\n".join(f"{name}: {value}" for name, value in values.items()).encode()


def chip_sysctl(brand: str, fast: int, slow: int, installed_bytes: int) -> dict[str, Any]:
    """What sysctl says of a chip of Apple with two kinds of cores."""
    return {
        "machdep.cpu.brand_string": brand,
        "hw.memsize": installed_bytes,
        "hw.memsize_usable": installed_bytes - GIB,
        "hw.pagesize": PAGE_BYTES,
        "hw.packages": 1,
        "hw.physicalcpu": fast + slow,
        "hw.logicalcpu": fast + slow,
        "hw.activecpu": fast + slow,
        "hw.l2cachesize": 4194304,
        "hw.nperflevels": 2,
        "hw.perflevel0.physicalcpu": fast,
        "hw.perflevel0.logicalcpu": fast,
        "hw.perflevel0.l1dcachesize": 131072,
        "hw.perflevel0.l2cachesize": 16777216,
        "hw.perflevel0.cpusperl2": 6,
        "hw.perflevel0.name": "Performance",
        "hw.perflevel1.physicalcpu": slow,
        "hw.perflevel1.logicalcpu": slow,
        "hw.perflevel1.l1dcachesize": 65536,
        "hw.perflevel1.l2cachesize": 4194304,
        "hw.perflevel1.cpusperl2": 4,
        "hw.perflevel1.name": "Efficiency",
        "hw.optional.arm64": 1,
        "hw.optional.arm.AdvSIMD": 1,
        "hw.optional.arm.FEAT_DotProd": 1,
        "hw.optional.arm.FEAT_I8MM": 1,
        "hw.optional.arm.FEAT_BF16": 0,
        "kern.osproductversion": "15.5",
        "kern.osrelease": "24.5.0",
        "kern.hv_vmm_present": 0,
        "sysctl.proc_translated": 0,
        "iogpu.wired_limit_mb": 0,
    }


def accelerator(model: str, cores: int | None, **more: Any) -> dict[str, Any]:
    counted = {"gpu-core-count": cores} if cores else {}
    names = {"CFBundleIdentifier": "com.apple.AGXG16X", "IORegistryEntryID": ENTRY, "model": model}
    return {**names, **counted, "vendor-id": b"\x6b\x10\0\0", **more}


def metal(*devices: dict[str, Any]) -> bytes:
    return json.dumps({"devices": devices}).encode()


def working_set(name: str, size_bytes: int, entry: int = ENTRY) -> dict[str, Any]:
    return {"registry_id": entry, "name": name, "working_set_bytes": size_bytes, "unified": True, "family": "apple9"}


def pages(free_bytes: int) -> bytes:
    """Counts of the kernel by which so much is free, half of it in pages that hold files."""
    half = free_bytes // 2 // PAGE_BYTES
    return lines(
        {"free_count": half + 100, "speculative_count": 100, "external_page_count": half, "purgeable_count": 0}
    )


def chip_mac(
    brand: str, gpu_cores: int | None, *, fast: int = 8, slow: int = 4, memory_gib: int = 32, **changes: Any
) -> Answers:
    """All answers of a Mac with a chip of Apple; `changes` are values of sysctl, None leaves one out."""
    sysctl = {**chip_sysctl(brand, fast, slow, memory_gib * GIB), **changes}
    return {
        "sysctl": lines({name: value for name, value in sysctl.items() if value is not None}),
        "accelerators": plistlib.dumps([accelerator(brand, gpu_cores)]),
        "metal": metal(working_set(brand, memory_gib * GIB * 3 // 4)),
        "memory": pages(memory_gib * GIB // 2),
        "battery": b"Now drawing from 'Battery Power'\n -InternalBattery-0 (id=1)\t80%; discharging; present: true\n",
        "thermal": b"Note: No thermal warning level has been recorded\n",
        "power": b"System-wide power settings:\nCurrently in use:\n lowpowermode         1\n sleep                1\n",
    }


def card(model: str, vendor: int, device: int, address: str, *children: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A display device of the PCI bus with what lies below it."""
    return {
        "model": model.encode() + b"\0",
        "vendor-id": vendor.to_bytes(4, "little"),
        "device-id": device.to_bytes(4, "little"),
        "class-code": bytes((0, 0, 3, 0)),
        "pcidebug": address,
        "IORegistryEntryChildren": list(children),
        **more,
    }


def intel_mac(**changes: Any) -> Answers:
    """A MacBook Pro with Intel graphics, a Radeon and two modules."""
    intel = {"IORegistryEntryID": 11, "CFBundleIdentifier": "com.apple.driver.AppleIntelKBLGraphics"}
    radeon = {"IORegistryEntryID": 22, "CFBundleIdentifier": "com.apple.kext.AMDRadeonX4000"}
    radeon_size = {"VRAM,totalMB": 4096, "PerformanceStatistics": {"vramFreeBytes": 3 * GIB}}
    slot = {"dimm_size": "8 GB", "dimm_type": "DDR4", "dimm_speed": "2400 MHz", "dimm_status": "ok"}
    slots = [{**slot, "_name": f"BANK {bank}/Channel{name}-DIMM0"} for bank, name in ((0, "A"), (2, "B"))]
    sysctl = {
        "machdep.cpu.brand_string": "Intel(R) Core(TM) i7-8750H CPU @ 2.20GHz",
        "machdep.cpu.vendor": "GenuineIntel",
        "machdep.cpu.features": "FPU SSE4.1 SSE4.2 SSSE3 AVX1.0 FMA F16C VMX",
        "machdep.cpu.leaf7_features": "AVX2 AVX512F",
        "machdep.cpu.extfeatures": "SYSCALL XD EM64T",
        "hw.optional.avx512f": 0,
        "hw.memsize": 16 * GIB,
        "hw.pagesize": 4 * KIB,
        "hw.packages": 1,
        "hw.physicalcpu": 6,
        "hw.logicalcpu": 12,
        "hw.activecpu": 12,
        "hw.cpufrequency": 2200000000,
        "hw.cacheconfig": "12 2 2 12 0 0 0 0 0 0",
        "hw.l1dcachesize": 32768,
        "hw.l1icachesize": 32768,
        "hw.l2cachesize": 262144,
        "hw.l3cachesize": 9437184,
        "kern.osproductversion": "10.14.6",
        **changes,
    }
    bus = [
        card("Intel UHD Graphics 630", 0x8086, 0x3E9B, "0:2:0", intel),
        card("Radeon Pro 560X", 0x1002, 0x67EF, "1:0:0(0:0)", radeon),
        card("Thunderbolt", 0x8086, 0x15D9, "5:0:0", **{"class-code": bytes((0, 0, 8, 0))}),
    ]
    return {
        "sysctl": lines(sysctl),
        "accelerators": plistlib.dumps([{**intel, "VRAM,totalMB": 1536}, {**radeon, **radeon_size}]),
        "pci": plistlib.dumps(bus),
        "memory": lines(
            {"free_count": GIB // KIB, "speculative_count": 0, "external_page_count": 0, "purgeable_count": 0}
        ),
        "profiler": json.dumps({"SPMemoryDataType": [{"_name": "memory_slots", "_items": slots}]}).encode(),
        "battery": b"Now drawing from 'AC Power'\n",
        "thermal": b"2026-01-01 CPU Power notify\n\tCPU_Scheduler_Limit \t= 100\n\tCPU_Speed_Limit \t= 60\n",
        "power": b" sleep 1\n",
    }


def root_of(answers: Answers) -> MemoryRoot:
    return MemoryRoot({f"/calls/macos/{name}": raw for name, raw in answers.items()}, {}, ("/calls/macos",))


def mac(answers: Answers) -> Machine:
    return replayed(root_of(answers))
