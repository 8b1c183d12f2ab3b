"""How many multiply-adds of 32-bit numbers one core of a CPU does in a clock tick: pipes x numbers of its vectors."""

from collections.abc import Mapping

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import family_of
from advisor.facts.cards.card import CpuArchitecture, Simd, Vector
from advisor.facts.rig.rig import Processor
from advisor.facts.values.fact import Fact, known, unknown

_USUAL: Mapping[Simd, int] = {
    "sse4": 4, "avx": 8, "avx2": 16, "avx_vnni": 16, "avx512": 32, "avx512_vnni": 32, "amx": 32,
    "neon": 8, "neon_dotprod": 8, "i8mm": 16, "sve": 16,
}  # fmt: skip
"""Two pipes of 4, 8 or 16 numbers; before FMA one multiplies and one adds. NEON has 4 numbers in two or four pipes.
Sources: instruction tables at https://www.agner.org/optimize and https://uops.info, software optimization guides of Arm
(Cortex-A72, A76, Neoverse N1, V1, V2)."""

_OTHERS: Mapping[CpuArchitecture, int] = {
    "core": 4, "zen": 8, "zen+": 8, "zen4": 16, "gracemont": 8, "sierra forest": 8, "rocket lake": 16,
    "tiger lake": 16, "apple-m1": 16, "ampereone": 8, "olympus": 24,
}  # fmt: skip
"""Vectors that pass the pipes in two halves (Zen, Zen 4), one pipe of 512 bits (Tiger and Rocket Lake), small cores of
128 bits; Apple M1 has four pipes of NEON, Olympus six."""

ONE_WIDE_PIPE = frozenset({"ice-lake", "strix-point"})
"""Families whose relatives in servers and desktops have twice as much."""

_BY_VECTOR: Mapping[Vector | None, tuple[int, str]] = {
    "none": (4, "SSE"), "neon": (8, "NEON"), "avx512_vnni": (16, "AVX-512"), None: (16, "AVX2"),
}  # fmt: skip

_NAMES: Mapping[Simd, str] = {
    "sse4": "SSE", "avx": "AVX", "avx2": "AVX2", "avx_vnni": "AVX2", "avx512": "AVX-512", "avx512_vnni": "AVX-512",
    "amx": "AVX-512", "neon": "NEON", "neon_dotprod": "NEON", "i8mm": "NEON", "sve": "SVE",
}  # fmt: skip


def multiply_adds_per_tick(cpu: Processor, catalog: Catalog) -> Fact[float]:
    """Of one core by the family of the CPU, else by the instructions that were detected: at least so many."""
    family_id = family_of(cpu.name, catalog.cpu_families)
    if family_id is not None and (family := catalog.cpu_families[family_id]).simd in _USUAL:
        count = 16 if family_id in ONE_WIDE_PIPE else _OTHERS.get(family.architecture, _USUAL[family.simd])
        return known(float(count), origin="datasheet", source=f"{_NAMES[family.simd]}, {family.name}")
    if cpu.architecture == "aarch64":
        return known(8.0, origin="estimated", source="NEON")
    if cpu.architecture == "x86_64" or cpu.card is not None:
        count, name = _BY_VECTOR[cpu.vector]
        return known(float(count), origin="estimated", source=name)
    return unknown("nothing_known_of_processor")
