"""What lscpu, lspci, nvidia-smi, rocm-smi, vulkaninfo and fastfetch say from outputs in their form."""

import json
import sys
from typing import Any

import pytest

from advisor.advice.this_machine import complete_machine
from advisor.advice.witnesses import compared_witness
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.machine.machine import Gpu, Machine
from advisor.facts.values.fact import unknown
from advisor.facts.values.units import GIB
from advisor.present.rig.witness_text import witness_text
from advisor.probe.detect.live_host import LiveHost
from advisor.probe.detect.tool_output import TOOL_COMMANDS, tool_output
from advisor.probe.detect.witnesses import read_witnesses, tools_to_ask
from advisor.probe.shared.host import ReplayHost
from advisor.probe.source.root import Unavailable
from advisor.probe.source.tar_root import MemoryRoot
from tests.fakes.machines import machine, nvidia_card, seen

GEFORCE = nvidia_card(name="NVIDIA GeForce RTX 4090", pci_id="10de:2684", total_gib=23.99)
RADEON = nvidia_card(
    name="AMD Radeon RX 7900 XTX",
    pci_id="1002:744c",
    total_gib=23.98,
    vendor=seen("amd"),
    pci_address=seen("0000:03:00.0"),
)
INTEGRATED = nvidia_card(
    name=None,
    pci_id="1002:150e",
    total_gib=None,
    vendor=seen("amd"),
    pci_address=seen("0000:c4:00.0"),
    memory_kind=seen("shared"),
)
LSPCI = """Slot:\t0000:00:1f.3
Class:\tAudio device [0403]
Vendor:\tIntel Corporation [8086]
Device:\tAlder Lake PCH-P High Definition Audio Controller [51c8]

Slot:\t0000:01:00.0
Class:\tVGA compatible controller [0300]
Vendor:\tNVIDIA Corporation [10de]
Device:\tAD102 [GeForce RTX 4090] [2684]
SVendor:\tMicro-Star International Co., Ltd. [MSI] [1462]
Rev:\ta1

Slot:\t0000:03:00.0
Class:\tVGA compatible controller [0300]
Vendor:\tAdvanced Micro Devices, Inc. [AMD/ATI] [1002]
Device:\tNavi 31 [Radeon RX 7900 XT/7900 XTX/7900 GRE/7900M] [744c]
Rev:\tc8

Slot:\t0000:c4:00.0
Class:\tDisplay controller [0380]
Vendor:\tAdvanced Micro Devices, Inc. [AMD/ATI] [1002]
Device:\tStrix [Radeon 880M / 890M] [150e]
"""
NVIDIA_SMI = """pci.bus_id, name, memory.total [MiB]
00000000:01:00.0, NVIDIA GeForce RTX 4090, 24564 MiB
"""
ROCM_SMI = """
WARNING: AMD GPU device(s) is/are in a low-power state. Check power control/runtime_status

{"card0": {"VRAM Total Memory (B)": "25753026560", "VRAM Total Used Memory (B)": "27856896",
"PCI Bus": "0000:03:00.0", "Card Series": "Navi 31 [Radeon RX 7900 XT/7900 XTX]", "Card Model": "0x744c",
"Card Vendor": "Advanced Micro Devices, Inc. [AMD/ATI]", "GFX Version": "gfx1100"},
"card1": {"VRAM Total Memory (B)": "536870912", "PCI Bus": "0000:C4:00.0", "Card series": "0x150e",
"Card model": "0x150e"}, "system": {"Driver version": "6.10"}}
"""
VULKANINFO = """'DISPLAY' environment variable not set... skipping surface info
Devices:
========
GPU0:
\tapiVersion         = 1.4.311
\tvendorID           = 0x1002
\tdeviceID           = 0x744c
\tdeviceType         = PHYSICAL_DEVICE_TYPE_DISCRETE_GPU
\tdeviceName         = AMD Radeon RX 7900 XTX (RADV NAVI31)
GPU1:
\tvendorID           = 0x1002
\tdeviceID           = 0x150e
\tdeviceType         = PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU
\tdeviceName         = AMD Radeon Graphics (RADV GFX1150)
GPU2:
\tvendorID           = 0x10de
\tdeviceID           = 0x2684
\tdeviceType         = PHYSICAL_DEVICE_TYPE_DISCRETE_GPU
\tdeviceName         = NVIDIA GeForce RTX 4090
GPU3:
\tvendorID           = 0x10005
\tdeviceID           = 0x0000
\tdeviceType         = PHYSICAL_DEVICE_TYPE_CPU
\tdeviceName         = llvmpipe (LLVM 20.1.2, 256 bits)
GPU4:
\tvendorID           = 0x1002
\tdeviceID           = 0x744c
\tdeviceType         = PHYSICAL_DEVICE_TYPE_DISCRETE_GPU
\tdeviceName         = AMD Radeon RX 7900 XTX
"""
LSCPU = json.dumps(
    {
        "lscpu": [
            {"field": "CPU(s):", "data": "20", "children": [{"field": "On-line CPU(s) list:", "data": "0-15"}]},
            {
                "field": "Vendor ID:",
                "data": "AuthenticAMD",
                "children": [
                    {
                        "field": "Model name:",
                        "data": "AMD Ryzen 7 7700 8-Core Processor",
                        "children": [
                            {"field": "Thread(s) per core:", "data": "2"},
                            {"field": "Core(s) per socket:", "data": "8"},
                            {"field": "Socket(s):", "data": "1"},
                        ],
                    }
                ],
            },
        ]
    }
)
FASTFETCH = json.dumps(
    [
        {"type": "CPU", "result": {"cpu": "AMD Ryzen 7 7700", "cores": {"physical": 8, "logical": 16, "online": 16}}},
        {
            "type": "GPU",
            "result": [
                {"name": "Strix", "vendor": "AMD", "memory": {"dedicated": {"total": 536870912}}},
                {
                    "name": "Radeon RX 7900 XTX",
                    "vendor": "AMD",
                    "memory": {"dedicated": {"total": 25753026560, "used": None}},
                },
                {"name": "GeForce RTX 4090", "vendor": "NVIDIA", "memory": {"dedicated": {"total": None}}},
            ],
        },
    ]
)
FREE = """               total        used        free      shared  buff/cache   available
Mem:     33350000000  8000000000 20231725056     9068544  2980200448 22820356096
Swap:              0           0           0
"""
SYSTEM_PROFILER = json.dumps(
    {
        "SPHardwareDataType": [
            {
                "_name": "hardware_overview",
                "cpu_type": "AMD Ryzen 7 7700",
                "number_processors": "proc 8:4:4",
                "physical_memory": "32 GB",
            }
        ],
        "SPDisplaysDataType": [
            {"_name": "NVIDIA GeForce RTX 4090", "sppci_model": "NVIDIA GeForce RTX 4090"},
            {"_name": "kHW_AMDRadeon", "sppci_model": "AMD Radeon RX 7900 XTX"},
            {"_name": "AMD Radeon 890M"},
        ],
    }
)
CIM = json.dumps(
    {
        "system": [{"TotalPhysicalMemory": 33_500_000_000}],
        "cpu": {"Name": "AMD Ryzen 7 7700 8-Core Processor  ", "NumberOfCores": 8, "NumberOfLogicalProcessors": 16},
        "gpu": [
            {"Name": "Microsoft Basic Display Adapter", "PNPDeviceID": "ROOT\\BASICDISPLAY\\0000"},
            {"Name": "NVIDIA GeForce RTX 4090", "PNPDeviceID": "PCI\\VEN_10DE&DEV_2684&SUBSYS_1&REV_A1\\4&1"},
            {"Name": "AMD Radeon RX 7900 XTX", "PNPDeviceID": "PCI\\VEN_1002&DEV_744C&SUBSYS_1&REV_C8\\4&2"},
            {"Name": "AMD Radeon 880M Graphics", "PNPDeviceID": "PCI\\VEN_1002&DEV_150E&SUBSYS_1&REV_D1\\4&3"},
        ],
    }
)
OUTPUTS: dict[Any, str] = {
    "lscpu": LSCPU,
    "lspci": LSPCI,
    "nvidia-smi": NVIDIA_SMI,
    "rocm-smi": ROCM_SMI,
    "vulkaninfo": VULKANINFO,
    "fastfetch": FASTFETCH,
    "free": FREE,
    "system_profiler": SYSTEM_PROFILER,
    "Get-CimInstance": CIM,
}


def replay(outputs: dict[Any, str]) -> ReplayHost:
    """A captured machine with nothing but outputs of tools."""
    files = {f"/commands/{'_'.join(TOOL_COMMANDS[tool])}": text.encode() for tool, text in outputs.items()}
    return ReplayHost(MemoryRoot(files, {}))


def rig(*gpus: Gpu, **fields: Any) -> Machine:
    return complete_machine(machine(gpus=gpus or (GEFORCE, RADEON, INTEGRATED), **fields), load_catalog())


def said(outputs: dict[Any, str], found: Machine) -> list[str]:
    witnesses = read_witnesses(replay(outputs), found)
    return witness_text([compared_witness(one, found, load_catalog()) for one in witnesses], ()).splitlines()[1:]


def told(tool: str, *changes: tuple[str, str]) -> dict[Any, str]:
    text = OUTPUTS[tool]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return {tool: text}


def test_what_all_tools_say_of_the_same_machine_agrees() -> None:
    assert said(OUTPUTS, rig()) == [f"- {tool}: agrees" for tool in TOOL_COMMANDS]


@pytest.mark.parametrize(
    ("tool", "old", "new", "line"),
    [
        (
            "lscpu", "7 7700 8", "9 7900 12",
            "- lscpu: says AMD Ryzen 9 7900 12-Core Processor where this app says AMD Ryzen 7 7700 8-Core Processor",
        ),
        ("lscpu", '"Core(s) per socket:", "data": "8"', '"Core(s) per socket:", "data": "6"',
         "- lscpu: says 6 cores where this app says 8 cores"),
        ("lscpu", "0-15", "0-7,9", "- lscpu: says 9 threads where this app says 16 threads"),
        ("lspci", "AD102 [GeForce RTX 4090]", "AD103 [GeForce RTX 4080]",
         "- lspci: says AD103 [GeForce RTX 4080] where this app says NVIDIA GeForce RTX 4090"),
        ("lspci", "0000:01:00.0", "0000:02:00.0",
         "- lspci: says AD102 [GeForce RTX 4090], where this app has no such name; "
         "does not list NVIDIA GeForce RTX 4090"),
        ("nvidia-smi", "24564", "12282",
         "- nvidia-smi: says 12.0 GiB of memory where this app says 24.0 GiB of memory"),
        ("rocm-smi", "7900 XT/7900 XTX]", "7800 XT]",
         "- rocm-smi: says Navi 31 [Radeon RX 7800 XT] where this app says AMD Radeon RX 7900 XTX"),
        ("vulkaninfo", "AMD Radeon Graphics (RADV GFX1150)", "AMD Radeon 780M Graphics (RADV PHOENIX)",
         "- vulkaninfo: says AMD Radeon 780M Graphics (RADV PHOENIX) "
         "where this app says Radeon 880M / Radeon 890M / Ryzen Z2 Extreme graphics"),
        ("fastfetch", "GeForce RTX 4090", "GeForce RTX 3090",
         "- fastfetch: says GeForce RTX 3090 where this app says NVIDIA GeForce RTX 4090"),
        ("free", "33350000000", "16675000000",
         "- free: says 15.5 GiB of memory where this app says 31.2 GiB of memory"),
        ("system_profiler", "proc 8:4:4", "proc 10:6:4",
         "- system_profiler: says 10 cores where this app says 8 cores"),
        ("system_profiler", "32 GB", "64 GB",
         "- system_profiler: says 64.0 GiB of memory where this app says 32.0 GiB of memory"),
        ("Get-CimInstance", "GeForce RTX 4090", "GeForce RTX 3090",
         "- Get-CimInstance: says NVIDIA GeForce RTX 3090 where this app says NVIDIA GeForce RTX 4090"),
    ],
)  # fmt: skip
def test_a_difference_is_said_with_both_sides(tool: str, old: str, new: str, line: str) -> None:
    assert said(told(tool, (old, new)), rig()) == [line]


def test_one_of_two_names_that_the_app_gives_agrees() -> None:
    for name in ("AMD Radeon 880M (RADV GFX1150)", "AMD Radeon 890M Graphics (RADV STRIX1)"):
        assert said(told("vulkaninfo", ("AMD Radeon Graphics (RADV GFX1150)", name)), rig()) == ["- vulkaninfo: agrees"]


def test_software_that_speaks_vulkan_is_no_gpu() -> None:
    only = "GPU0:\n" + VULKANINFO.partition("GPU3:\n")[2].partition("GPU4:")[0]
    assert said({"vulkaninfo": only}, rig()) == ["- vulkaninfo: says nothing that can be compared"]


def test_cores_with_names_of_their_own_are_summed() -> None:
    fields = [
        ("On-line CPU(s) list:", "0-19"),
        ("Model name:", "Cortex-X925"), ("Core(s) per socket:", "10"), ("Socket(s):", "1"),
        ("Model name:", "Cortex-A725"), ("Core(s) per cluster:", "10"), ("Socket(s):", "-"), ("Cluster(s):", "1"),
    ]  # fmt: skip
    text = json.dumps({"lscpu": [{"field": field, "data": data} for field, data in fields]})
    found = rig(cpu_name="Cortex-A725 + Cortex-X925", cores=20, threads=seen(20))
    assert said({"lscpu": text}, found) == ["- lscpu: agrees"]


def test_two_equal_cards_are_told_apart_by_their_order() -> None:
    second = GEFORCE.changed(pci_address=unknown("nvidia_gives_no_address"), memory_total_bytes=seen(12 * GIB))
    text = NVIDIA_SMI + "00000000:02:00.0, NVIDIA GeForce RTX 4090, 12288 MiB\n"
    assert said({"nvidia-smi": text}, rig(GEFORCE, second)) == ["- nvidia-smi: agrees"]


def test_where_a_gpu_sleeps_only_the_processor_is_asked_about() -> None:
    asleep = rig(GEFORCE.changed(state=seen("asleep")), RADEON)
    assert tools_to_ask(asleep) == ("lscpu", "free")
    assert said(OUTPUTS, asleep) == ["- lscpu: agrees", "- free: agrees"]


def test_the_tool_of_a_driver_is_asked_where_the_driver_is_loaded() -> None:
    assert {"nvidia-smi", "rocm-smi"}.isdisjoint(tools_to_ask(rig(GEFORCE.changed(state=seen("no_driver")))))
    assert "rocm-smi" not in tools_to_ask(rig(GEFORCE))
    assert "nvidia-smi" in tools_to_ask(rig(GEFORCE))


@pytest.mark.broad
@pytest.mark.parametrize("tool", TOOL_COMMANDS)
def test_garbage_is_no_witness_or_one_that_says_less(tool: str) -> None:
    text = OUTPUTS[tool]
    pieces = [text[: len(text) * part // 20] for part in range(20)]
    damaged = [text.replace(old, new) for old in ('"', ":", "1", "[") for new in ("", "\0", "9" * 5000, "\x1b[31m")]
    shapes = ["null", "[]", "{}", '{"lscpu": 1}', '{"card0": 1}', '[{"type": "GPU", "result": [1]}]', "[" * 100_000]
    shapes += [text.replace("\n", "\n" * 100_000), text.replace(" ", " " * 50_000)]
    for piece in (*pieces, *damaged, *shapes, '[{"type": "CPU", "result": {"cpu": "\\ud800"}}]'):
        for line in said({tool: piece}, rig()):
            assert line.isprintable()
    assert said({tool: "command not found"}, rig()) == ["- none of those known is installed"]


def test_nothing_but_the_known_questions_is_run() -> None:
    for command in (("lscpu",), ("nvidia-smi", "-q", "-x"), ("sh", "-c", "true")):
        assert isinstance(LiveHost(()).output(*command), Unavailable)


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX: tools that are scripts")
def test_a_tool_is_asked_in_english_and_left_alone_when_it_hangs(tmp_path: Any, monkeypatch: Any) -> None:
    tool = tmp_path / "lscpu"
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    for script, limit_s, expected in (
        ('echo "$LC_ALL $1"', 60.0, "C -J\n"),
        ("sleep 1000 & sleep 1000", 0.2, "command_too_late"),
        ("true", 60.0, "command_silent"),
    ):
        tool.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        tool.chmod(0o755)
        answer = tool_output(TOOL_COMMANDS["lscpu"], limit_s)
        assert (answer.reason.code if isinstance(answer, Unavailable) else answer) == expected
