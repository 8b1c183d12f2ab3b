"""/proc/cpuinfo: name, vendor, architecture and instruction sets of the processor."""

import re

from advisor.facts.values.fact import Fact, known, unknown
from advisor.facts.values.reason import reason
from advisor.probe.shared.arm_parts import IMPLEMENTERS, part_name
from advisor.probe.source.reading import pairs, text_or_none, whole_number
from advisor.probe.source.root import Root, Unavailable

PATH = "/proc/cpuinfo"
_X86 = ("sse4_1", "sse4_2", "ssse3", "avx", "avx2", "f16c", "fma", "avx_vnni", "avx_vnni_int8", "avx_ne_convert")
_AVX512 = ("f", "bw", "vl", "dq", "cd", "_vnni", "_bf16", "_fp16", "_vbmi", "_vbmi2")
_AMX = ("amx_tile", "amx_int8", "amx_bf16", "amx_fp16")
_ARM = ("neon", "asimd", "asimdhp", "asimddp", "asimdfhm", "fphp", "i8mm", "bf16")
_SVE = ("sve", "sve2", "svei8mm", "svebf16", "sme", "sme2")
_OTHERS = ("vx", "vxe", "vxe2", "lsx", "lasx", "v", "zfh", "zvfh")
AI_FLAGS = frozenset((*_X86, *(f"avx512{part}" for part in _AVX512), *_AMX, *_ARM, *_SVE, *_OTHERS))


def blocks(text: str) -> tuple[dict[str, str], ...]:
    """The paragraphs of the file, one per CPU on most architectures, as keys and values."""
    found = (pairs(part) for part in re.split(r"\n\s*\n", text))
    return tuple(block for block in found if block)


def first_value(text: str, *keys: str) -> str | None:
    """The first value that any of `keys` has, tried key by key."""
    parts = blocks(text)
    for key in keys:
        for block in parts:
            value = block.get(key)
            if value and value.lower() not in ("unknown", "-"):
                return value
    return None


def cpu_count(text: str) -> int | None:
    """How many logical CPUs the file lists; None when it numbers none."""
    numbers = re.findall(r"^processor\s*:\s*\d+\s*$|^processor \d+\s*:", text, re.MULTILINE)
    cpus = re.findall(r"^CPU\d+:\s*online", text, re.MULTILINE)
    return len(numbers) or len(cpus) or None


def parse_name(text: str) -> str | None:
    """The marketing name, on ARM the core design; None when the file has none."""
    named = first_value(text, "model name", "Model Name", "cpu model", "cpu", "uarch")
    if named and not re.match(r"ARMv\d|AArch64", named):
        return named
    parts = dict.fromkeys(
        part_name(whole_number(block.get("CPU implementer")), whole_number(block.get("CPU part")))
        for block in blocks(text)
        if "CPU part" in block
    )
    designs = [design for design in parts if design]
    return " + ".join(designs) or None


def parse_vendor(text: str) -> str | None:
    """The vendor as the kernel prints it, on ARM the name of the implementer."""
    vendor = first_value(text, "vendor_id", "vendor", "mvendorid")
    if vendor:
        return vendor
    implementer = whole_number(first_value(text, "CPU implementer"))
    return None if implementer is None else IMPLEMENTERS.get(implementer)


def parse_architecture(text: str) -> str | None:
    """The instruction set family, from the lines that only this family prints."""
    flags = (first_value(text, "flags") or "").split()
    features = (first_value(text, "Features", "features") or "").split()
    isa = first_value(text, "isa") or ""
    level = first_value(text, "CPU architecture") or ""
    cpu = first_value(text, "cpu", "family", "arch", "vendor_id") or ""
    revision = first_value(text, "revision") or ""
    rules = (
        ("lm" in flags, "x86_64"),
        ("fpu" in flags or "tsc" in flags, "i686"),
        ("asimd" in features or level in ("8", "AArch64"), "aarch64"),
        (level.startswith("7"), "armv7l"),
        (isa.startswith("rv64"), "riscv64"),
        (isa.startswith("rv32"), "riscv32"),
        ("oongson" in (first_value(text, "Model Name", "CPU Family") or ""), "loongarch64"),
        ("IBM/S390" in cpu or "zarch" in features, "s390x"),
        ("sparc" in cpu.lower(), "sparc64"),
        ("IA-64" in text or "Itanium" in text, "ia64"),
        (re.match(r"POWER|PPC970|Cell", cpu) is not None, "ppc64"),
        (re.match(r"(60[1-4]|7[45]\d|74\d\d)\b", cpu) is not None and "pvr" in revision, "ppc"),
    )
    return next((name for holds, name in rules if holds), None)


def parse_flags(text: str) -> tuple[str, ...] | None:
    """Those instruction set flags that matter to AI work, sorted; None when the file lists no flags at all."""
    listed = first_value(text, "flags", "Features", "features")
    isa = first_value(text, "isa")
    if listed is None and isa:
        letters, *extensions = isa.removeprefix("rv64").removeprefix("rv32").split("_")
        listed = " ".join((*letters, *extensions))
    if listed is None:
        return None
    return tuple(sorted(AI_FLAGS & set(listed.lower().split())))


def has_hypervisor_flag(text: str) -> bool:
    """Whether the processor says that it is virtual."""
    return "hypervisor" in (first_value(text, "flags") or "").split()


def read_cpuinfo(root: Root) -> str | Unavailable:
    """The text of the file."""
    return root.read_text(PATH)


def name_fact(root: Root, text: str | Unavailable) -> Fact[str]:
    """The processor's name: cpuinfo, then the device tree, then the product name of the firmware."""
    parsed = None if isinstance(text, Unavailable) else parse_name(text)
    if parsed:
        return known(parsed, origin="detected", source=PATH)
    for path in ("/sys/firmware/devicetree/base/model", "/sys/class/dmi/id/product_name"):
        named = text_or_none(root, path)
        if named:
            return known(named, origin="estimated", source=reason("names_the_machine", source=path))
    return unknown(text.reason if isinstance(text, Unavailable) else reason("names_no_processor", source=PATH))


def architecture_fact(root: Root, text: str | Unavailable) -> Fact[str]:
    """The instruction set family: the kernel's word, else what cpuinfo shows."""
    path = "/proc/sys/kernel/arch"
    stated = text_or_none(root, path)
    if stated:
        return known(stated, origin="detected", source=path)
    parsed = None if isinstance(text, Unavailable) else parse_architecture(text)
    if parsed:
        return known(parsed, origin="detected", source=PATH)
    return unknown(text.reason if isinstance(text, Unavailable) else reason("architecture_not_told", source=PATH))
