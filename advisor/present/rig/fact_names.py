"""What facts of a machine are called, by their dotted path: on page My rig, and where a command lists gaps."""

from collections.abc import Mapping

from advisor.present.words.words import say, to_say

FACT_NAMES: Mapping[str, str] = {
    "cpu": to_say("CPU"),
    "cpu.name": to_say("CPU"),
    "cpu.vendor": to_say("CPU maker"),
    "cpu.architecture": to_say("Instruction set"),
    "cpu.sockets": to_say("Sockets"),
    "cpu.cores": to_say("Cores"),
    "cpu.threads": to_say("Threads"),
    "cpu.core_kinds": to_say("Cores"),
    "cpu.flags": to_say("Instructions"),
    "cpu.caches": to_say("Caches"),
    "cpu.numa_nodes": to_say("NUMA nodes"),
    "cpu.hypervisor": to_say("Virtual machine"),
    "cpu.throttled": to_say("CPU throttled"),
    "cpu.limit_threads": to_say("CPU limit"),
    "memory.installed_bytes": to_say("Installed memory"),
    "memory.usable_bytes": to_say("Memory"),
    "memory.available_bytes": to_say("Free memory"),
    "memory.limit_bytes": to_say("Memory limit"),
    "memory.modules": to_say("Memory modules"),
    "memory.channels": to_say("Memory channels"),
    "memory.theoretical_bytes_per_s": to_say("Rated memory bandwidth"),
    "memory.unified": to_say("Unified memory"),
    "gpus": to_say("GPUs"),
    "gpus.name": to_say("GPU"),
    "gpus.vendor": to_say("GPU maker"),
    "gpus.driver": to_say("GPU driver"),
    "gpus.pci_id": to_say("GPU PCI ID"),
    "gpus.subsystem_id": to_say("GPU board ID"),
    "gpus.pci_address": to_say("GPU PCI address"),
    "gpus.card": to_say("GPU data sheet"),
    "gpus.memory_total_bytes": to_say("VRAM"),
    "gpus.memory_free_bytes": to_say("Free VRAM"),
    "gpus.memory_kind": to_say("Memory type"),
    "gpus.link": to_say("Link"),
    "gpus.power_limit_w": to_say("Power limit"),
    "gpus.compute_capability": to_say("CUDA compute capability"),
    "gpus.mig": to_say("GPU split (MIG)"),
    "gpus.state": to_say("GPU state"),
    "gpus.theoretical_bytes_per_s": to_say("Rated bandwidth"),
    "gpus.fp32_flop_per_s": to_say("GPU compute"),
    "gpus.shader_hz": to_say("GPU clock"),
    "gpus.nvlinks": to_say("NVLink"),
    "gpus.xgmi_links": to_say("Infinity Fabric"),
    "os.name": to_say("System"),
    "os.version": to_say("System version"),
    "os.kernel": to_say("Kernel"),
    "os.container": to_say("Container"),
    "os.power_source": to_say("Power source"),
    "os.power_plan": to_say("Power plan"),
    "npus": to_say("NPU"),
}
"""All that a machine may lack."""


def fact_name(path: str) -> str:
    """The name of a fact; of the second and later GPUs with their number: "Link (GPU 2)"."""
    part, *place, field = path.split(".") if "." in path else (path, "")
    name = say(FACT_NAMES[f"{part}.{field}" if field else part])
    number = int(place[0]) + 1 if len(place) == 1 and place[0].isdigit() else 1
    return say("{name} (GPU {number})", name=name, number=number) if number > 1 else name
