"""Names of ARM implementers and core designs by the numbers in MIDR (Arm architecture manuals and TRMs)."""

IMPLEMENTERS = {
    0x41: "ARM",
    0x42: "Broadcom",
    0x43: "Cavium",
    0x46: "Fujitsu",
    0x48: "HiSilicon",
    0x4E: "NVIDIA",
    0x50: "APM",
    0x51: "Qualcomm",
    0x53: "Samsung",
    0x56: "Marvell",
    0x61: "Apple",
    0x6D: "Microsoft",
    0x70: "Phytium",
    0xC0: "Ampere",
}
_ARM_DESIGNS = {
    0xC07: "Cortex-A7",
    0xC09: "Cortex-A9",
    0xC0F: "Cortex-A15",
    0xD03: "Cortex-A53",
    0xD04: "Cortex-A35",
    0xD05: "Cortex-A55",
    0xD07: "Cortex-A57",
    0xD08: "Cortex-A72",
    0xD09: "Cortex-A73",
    0xD0A: "Cortex-A75",
    0xD0B: "Cortex-A76",
    0xD0C: "Neoverse-N1",
    0xD0D: "Cortex-A77",
    0xD40: "Neoverse-V1",
    0xD41: "Cortex-A78",
    0xD42: "Cortex-A78AE",
    0xD44: "Cortex-X1",
    0xD46: "Cortex-A510",
    0xD47: "Cortex-A710",
    0xD48: "Cortex-X2",
    0xD49: "Neoverse-N2",
    0xD4D: "Cortex-A715",
    0xD4E: "Cortex-X3",
    0xD4F: "Neoverse-V2",
    0xD80: "Cortex-A520",
    0xD81: "Cortex-A720",
    0xD82: "Cortex-X4",
    0xD84: "Neoverse-V3",
    0xD85: "Cortex-X925",
    0xD87: "Cortex-A725",
}


_OTHER_DESIGNS = {
    (0x42, 0x516): "Vulcan",
    (0x43, 0x0A1): "ThunderX",
    (0x43, 0x0AF): "ThunderX2",
    (0x46, 0x001): "A64FX",
    (0x48, 0xD01): "TaiShan v110",
    (0x4E, 0x003): "Denver 2",
    (0x4E, 0x004): "Carmel",
    (0x50, 0x000): "X-Gene",
    (0x51, 0x001): "Oryon",
    (0x51, 0xC00): "Falkor",
    (0x61, 0x022): "M1 Icestorm",
    (0x61, 0x023): "M1 Firestorm",
    (0x61, 0x024): "M1 Pro Icestorm",
    (0x61, 0x025): "M1 Pro Firestorm",
    (0x61, 0x028): "M1 Max Icestorm",
    (0x61, 0x029): "M1 Max Firestorm",
    (0x61, 0x032): "M2 Blizzard",
    (0x61, 0x033): "M2 Avalanche",
    (0x61, 0x034): "M2 Pro Blizzard",
    (0x61, 0x035): "M2 Pro Avalanche",
    (0x61, 0x038): "M2 Max Blizzard",
    (0x61, 0x039): "M2 Max Avalanche",
    (0x6D, 0xD49): "Azure Cobalt 100",
    (0xC0, 0xAC3): "Ampere-1",
    (0xC0, 0xAC4): "Ampere-1a",
}
"""Designs of others, as arch/arm64/include/asm/cputype.h of the kernel numbers them."""


def part_name(implementer: int | None, part: int | None) -> str | None:
    """The name of a core design, None when the tables do not hold it."""
    if implementer is None or part is None:
        return None
    return _ARM_DESIGNS.get(part) if implementer == 0x41 else _OTHER_DESIGNS.get((implementer, part))
