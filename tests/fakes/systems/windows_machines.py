"""Five machines of our own making as Windows describes them."""

import json
import struct

from advisor.facts.values.units import GIB, KIB, MIB
from tests.fakes.systems.windows import (
    BALANCED,
    cache,
    core,
    memory_status,
    module,
    node,
    plain_topology,
    power,
    rsmb,
)
from tests.fakes.systems.windows_lists import adapter, d3dkmt, devices, display, function, power_data, registry

AVX2 = json.dumps([10, 36, 37, 38, 39, 40]).encode()
X86, ARM = struct.pack("<HH", 0, 0x8664), struct.pack("<HH", 0x8664, 0xAA64)
NVIDIA, AMD, INTEL = 0x10DE, 0x1002, 0x8086
QUALCOMM = 0x4D4F4351


def usual(**answers: bytes) -> dict[str, bytes]:
    return {"features": AVX2, "architecture": X86, "power": power(1), "plan": BALANCED, **answers}


def hybrid_topology() -> bytes:
    """Two performance cores with two threads, four efficient ones, and two low-power ones without level 3 cache."""
    parts = [core([0, 1], 1), core([2, 3], 1), *(core([cpu]) for cpu in range(4, 10)), core(range(10), relation=3)]
    caches = [cache(range(8), 3, 12 * MIB), cache([0, 1], 2, 2 * MIB), cache(range(4, 8), 2, 2 * MIB)]
    return b"".join((*parts, *caches, cache([0, 1], 1, 48 * KIB, 2), node(range(10), 0)))


def desktop() -> dict[str, bytes]:
    slot = function((INTEL, 0xA70D), (0, 1, 0), speed_now=4, speed_max=4, width_now=16, width_max=16)
    fast = {"speed_now": 1, "speed_max": 4, "width_now": 16, "width_max": 16}
    return usual(
        topology=plain_topology(8),
        smbios=rsmb(module(slot="Controller0-ChannelA-DIMM1"), module(slot="Controller1-ChannelA-DIMM1")),
        memory=memory_status(31 * GIB, 20 * GIB),
        registry=registry("AMD Ryzen 7 7800X3D 8-Core Processor", "AuthenticAMD"),
        devices=devices(
            display((NVIDIA, 0x2684), (1, 0, 0), "NVIDIA GeForce RTX 4090", service="nvlddmkm", parents=[slot], **fast)
        ),
        d3dkmt=d3dkmt(
            adapter((NVIDIA, 0x2684), (1, 0, 0), "NVIDIA GeForce RTX 4090", (25393364992, 0, 16 * GIB), used=GIB)
        ),
    )


def laptop(state: int = 4) -> dict[str, bytes]:
    """Graphics in the processor, and an NVIDIA card that sleeps."""
    sleeping = display(
        (NVIDIA, 0x2860), (1, 0, 0), "NVIDIA GeForce RTX 4070 Laptop GPU", service="nvlddmkm",
        power_data=power_data(state),
    )  # fmt: skip
    iris = display((INTEL, 0xA7A0), (0, 2, 0), "Intel(R) Iris(R) Xe Graphics", service="igfxn")
    return usual(
        power=power(0),
        topology=hybrid_topology(),
        smbios=rsmb(*(module(2048, 0x23, 6400, 6400, form=0x0B, width=16, slot=f"Motherboard {i}") for i in range(8))),
        memory=memory_status(15 * GIB, 6 * GIB),
        registry=registry("13th Gen Intel(R) Core(TM) i7-1370P"),
        devices=devices(sleeping, iris),
        d3dkmt=d3dkmt(
            adapter((INTEL, 0xA7A0), (0, 2, 0), "Intel(R) Iris(R) Xe Graphics", (128 * MIB, 0, 8 * GIB), flags=0x23),
            adapter((NVIDIA, 0x2860), (1, 0, 0), "RTX 4070 Laptop GPU", (8 * GIB, 0, 8 * GIB), flags=0x11, used=0),
        ),
    )


def strix_halo(carved_bytes: int = 96 * GIB, shared_bytes: int = 16 * GIB) -> dict[str, bytes]:
    graphics = display((AMD, 0x1586), (0xC4, 0, 0), "AMD Radeon(TM) 8060S Graphics", service="amdkmdag")
    name = "AMD Radeon(TM) 8060S Graphics"
    chips = (module(16384, 0x23, 8533, 8000, form=0x0B, width=32, slot=f"DIMM {i}", bank=f"CH {i}") for i in range(8))
    return usual(
        topology=plain_topology(16),
        smbios=rsmb(*chips),
        memory=memory_status(128 * GIB - carved_bytes - GIB, 20 * GIB),
        registry=registry("AMD RYZEN AI MAX+ 395 w/ Radeon 8060S", "AuthenticAMD"),
        devices=devices(
            graphics, functions=[function((0x1022, 0x17E0), (0xC4, 0, 2))], npus=["NPU Compute Accelerator Device"]
        ),
        d3dkmt=d3dkmt(
            adapter((AMD, 0x1586), (0xC4, 0, 0), name, (carved_bytes, 0, shared_bytes), used=carved_bytes // 4)
        ),
    )


def snapdragon() -> dict[str, bytes]:
    adreno = {"id": "ACPI\\VEN_QCOM&DEV_0C36\\2&DABA3FF&0", "name": "Adreno", "service": "qcdxkm", "problem": 0}
    return usual(
        architecture=ARM,
        features=json.dumps([19, 29, 43, 66, 67, 68]).encode(),
        topology=plain_topology(12, threads=1),
        smbios=rsmb(*(module(4096, 0x23, 8448, 8448, form=0x0B, width=16, slot=f"Top {i}") for i in range(8))),
        memory=memory_status(31 * GIB, 20 * GIB),
        registry=registry(
            "Snapdragon(R) X Elite - X1E80100 - Qualcomm(R) Oryon(TM) CPU", "Qualcomm Technologies Inc", native="ARM64"
        ),
        devices=devices({**adreno, "power_data": power_data(1)}, npus=["Snapdragon(R) X Elite - Hexagon(TM) NPU"]),
        d3dkmt=d3dkmt(adapter((QUALCOMM, 0x36334330), None, "Qualcomm(R) Adreno(TM) X1-85 GPU", (0, 0, 16 * GIB))),
    )


def server() -> dict[str, bytes]:
    slots = (module(0x7FFF, 0x22, 4800, 4800, extended=65536, slot=f"A{i}", bank="") for i in range(24))
    return usual(
        topology=plain_topology(192, sockets=2),
        smbios=rsmb(*slots, maker="Dell Inc."),
        memory=memory_status(1535 * GIB, 1400 * GIB),
        registry=registry("AMD EPYC 9654 96-Core Processor", "AuthenticAMD"),
        devices=devices(),
        d3dkmt=d3dkmt(adapter((0x1414, 0x8C), None, "Microsoft Basic Render Driver", (0, 0, GIB), flags=0x4)),
    )
