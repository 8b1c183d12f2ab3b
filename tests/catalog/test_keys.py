"""A misspelt key or name on a card is told with file, key, value and what is allowed, all of a file at once."""

from pathlib import Path
from typing import Any

import pytest

from advisor.catalog.cards.card_file import CardError, checked, read_table
from advisor.catalog.cards.catalog import load_catalog, read_catalog
from advisor.catalog.cards.folder import data_folder
from advisor.facts.answers.claim import LearnCard
from advisor.facts.answers.serving import ServingCard
from advisor.facts.cards.backend import BackendCard
from advisor.facts.cards.calibration import Calibration
from advisor.facts.cards.card import CpuCard, CpuFamily, GpuArchitecture, GpuCard, Sourced
from advisor.facts.cards.computer import ComputerCard
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.pipeline import NetworkCard
from advisor.facts.cards.price import PriceCard
from advisor.facts.cards.quant import QuantCard
from advisor.facts.cards.training import TrainingDevice, TrainingEngine
from advisor.facts.cards.workload import TaskCard, WorkloadCard
from advisor.facts.values.reason import Reason, reason
from advisor.present.words.reasons.in_words import in_words
from tests.fakes.said import said

SPECS = data_folder("specs")
READING = read_catalog(SPECS)
GPU_FILES = {one: SPECS / f"{one}.toml" for one in READING.catalog.gpus}


def faults(file: str, kind: type[Sourced], place: str, wrong: object) -> tuple[Reason, ...]:
    """What is wrong with a card after one change: `a.b` is the value of b in the table a, `a.b >` its key."""
    card = read_table(SPECS / file)
    *parts, last = place.removesuffix(" >").split(".")
    table: Any = card
    for part in parts:
        table = table[int(part) if part.isdigit() else part]
    if place.endswith(" >"):
        table[wrong] = table.pop(last)
    else:
        table[int(last) if last.isdigit() else last] = wrong
    try:
        checked(card, kind, READING.known, where=file)
    except CardError as error:
        return error.faults
    return ()


@pytest.mark.parametrize("respelt", [str.upper, lambda text: f"{text}x", lambda text: text[:-1]])
def test_no_graphics_card_passes_with_its_architecture_respelt(respelt: object) -> None:
    assert callable(respelt)
    for card_id, path in GPU_FILES.items():
        table = read_table(path)
        wrong = respelt(table["architecture"])
        if wrong == table["architecture"] or wrong in READING.catalog.architectures:
            continue
        with pytest.raises(CardError) as caught:
            checked({**table, "architecture": wrong}, GpuCard, READING.known, where=f"{card_id}.toml")
        (fault,) = caught.value.faults
        assert (fault.code, fault.parameters["where"], fault.parameters["key"], fault.parameters["value"]) == (
            "card_fault", f"{card_id}.toml", "architecture", repr(wrong),
        )  # fmt: skip
        assert {"card_name_unknown", "architectures"} <= said(fault)


GPU, CUDA, CPU_ENGINE = "gpus/nvidia/rtx-4090.toml", "engines/llama-cpp-cuda.toml", "engines/llama-cpp-cpu.toml"
MISSPELT: list[tuple[str, type[Sourced], str, object, str]] = [
    (GPU, GpuCard, "architecture", "adda", "ada"),
    (GPU, GpuCard, "vendor", "nvidea", "nvidia, amd, intel, apple, other"),
    (GPU, GpuCard, "form", "dektop", "desktop"),
    (GPU, GpuCard, "memory_type", "GDRR6X", "GDDR6X"),
    (GPU, GpuCard, "link_generation", 9, "1, 2, 3, 4, 5, 6"),
    (GPU, GpuCard, "mig_slices", 3, "2, 4 or 7"),
    (GPU, GpuCard, "released", "10-2022", "pattern"),
    ("socs/apple/m6-32gb.toml", GpuCard, "uncertain.0", "bandwidth", "bandwidth_gb_per_s"),
    (GPU, GpuCard, "memory_gib >", "memory_gb", "memory_gib"),
    ("architectures/ada.toml", GpuArchitecture, "matrix_formats.0", "TF23", "TF32, FP64, BF16"),
    ("architectures/ada.toml", GpuArchitecture, "matrix_units", "any", "all, some, none"),
    ("systems/dgx-h100.toml", ComputerCard, "gpu", "gpus/nvidia/h100-sxm-80g", "gpus/nvidia/h100-sxm-80gb"),
    ("systems/gb300-nvl72.toml", ComputerCard, "cpu", "cpus/other/nvidia-grase", "cpus/other/nvidia-grace"),
    ("cpus/amd/ryzen-9-7950x.toml", CpuCard, "architecture", "zen 4", "zen4"),
    ("cpus/amd/ryzen-9-7950x.toml", CpuCard, "memory_type", "DDR6", "DDR5"),
    ("cpu-families/skylake.toml", CpuFamily, "architecture", "skylaek", "skylake"),
    ("cpu-families/skylake.toml", CpuFamily, "memory_type", "DDDR4", "DDR4"),
    ("cpu-families/skylake.toml", CpuFamily, "simd", "avx3", "avx2"),
    ("quants/q4_k_m.toml", QuantCard, "base_type", "Q4K", "Q4_K"),
    ("models/llama/llama-3.1-8b.toml", ModelCard, "good_for.0", "chatt", "chat"),
    ("models/llama/llama-3.1-8b.toml", ModelCard, "kind", "text", "language, "),
    ("models/llama/llama-3.1-8b.toml", ModelCard, "shape.architecture", "lama", "llama"),
    ("models/gpt-oss/gpt-oss-20b.toml", ModelCard, "native_quant", "MXFP", "MXFP4"),
    ("workloads/chat.toml", WorkloadCard, "task", "generat", "generate"),
    ("workloads/tasks/fine-tune-lora.toml", TaskCard, "model", "Llama 3.1 9B", "Llama 3.1 8B"),
    ("workloads/tasks/fine-tune-lora.toml", TaskCard, "task", "fintune", "finetune"),
    (CUDA, Calibration, "engines.0", "lama.cpp", "llama.cpp"),
    (CUDA, Calibration, "backends.0", "kuda", "cuda"),
    (CUDA, Calibration, "vendors.0", "NVIDIA", "nvidia, "),
    (CUDA, Calibration, "prefill.0.architectures.0", "hoper", "hopper"),
    (CUDA, Calibration, "prefill.0.share.F16 >", "FP16", "F16"),
    (CUDA, Calibration, "old_builds.architectures_before.volta >", "wolta", "volta"),
    (CUDA, Calibration, "unit_share.pascal-gp100 >", "pascal-gp10", "pascal-gp100"),
    (CUDA, Calibration, "cap_bytes_per_clock.Q4_K >", "Q4K", "Q4_K"),
    (CUDA, Calibration, "decode_seen.hardware.0", "gpus/nvidia/a100-pcie-80g", "gpus/nvidia/a100-pcie-80gb"),
    ("engines/llama-cpp-cuda-unified.toml", Calibration, "pools.0", "unifid", "unified"),
    ("engines/llama-cpp-vulkan-amd.toml", Calibration, "read_share.gcn5 >", "gcn55", "gcn5"),
    (CPU_ENGINE, Calibration, "prefill.0.architectures.0", "gracmont", "gracemont"),
    (CPU_ENGINE, Calibration, "prefill.2.vectors.0", "avx512", "avx512_vnni"),
    (CPU_ENGINE, Calibration, "unit_share.skylake >", "skylakes", "skylake"),
    (CPU_ENGINE, Calibration, "vector_share.neon >", "noen", "neon"),
    (CPU_ENGINE, Calibration, "dot_share.q4_0_dot >", "q4_dot", "q4_0_dot"),
    ("backends/rocm.toml", BackendCard, "backend", "rokm", "rocm"),
    ("backends/rocm.toml", BackendCard, "drivers.0", "amdgpus", "amdgpu"),
    ("backends/rocm.toml", BackendCard, "engines.0", "lama.cpp", "llama.cpp"),
    ("networks/u-net.toml", NetworkCard, "tflop_per_j.ampere >", "amper", "ampere"),
    ("networks/u-net.toml", NetworkCard, "styles.0", "unett", "unet"),
    ("networks/u-net.toml", NetworkCard, "core_gflop_per_s.wide >", "wider", "wide"),
    ("networks/u-net.toml", NetworkCard, "maker_share.amd >", "AMD", "amd"),
    ("networks/vision-transformer.toml", NetworkCard, "bits_factor.8 >", "6", "8, 4"),
    ("serving/vllm.toml", ServingCard, "engines.0", "vlm", "vllm"),
    ("serving/vllm.toml", ServingCard, "dense_share.16 >", "61", "16, 8, 4"),
    ("training/engines/unsloth.toml", TrainingEngine, "engines.0", "unslot", "unsloth"),
    ("training/devices/hopper.toml", TrainingDevice, "architectures.0", "hoper", "hopper"),
    ("prices/cards/rtx-4090-new.toml", PriceCard, "of", "gpus/nvidia/rtx-490", "gpus/nvidia/rtx-4090"),
    ("prices/cards/rtx-4090-new.toml", PriceCard, "kind", "crad", "card"),
    ("learn/capacity-and-bandwidth.toml", LearnCard, "claims.0.formula", "ration", "ratio"),
]


@pytest.mark.parametrize(("file", "kind", "place", "wrong", "allowed"), MISSPELT)
def test_a_misspelt_key_is_told_with_what_is_allowed(
    file: str, kind: type[Sourced], place: str, wrong: object, allowed: str
) -> None:
    (fault,) = faults(file, kind, place, wrong)
    key = place.removesuffix(" >") if not place.endswith(" >") else f"{place.rpartition('.')[0]}.{wrong}".strip(".")
    assert (fault.parameters["where"], fault.parameters["key"]) == (file, key)
    assert fault.parameters["value"] == repr(wrong) or str(wrong) in key
    assert allowed in in_words(fault).rpartition("; ")[2]
    assert "\n" not in in_words(fault)


def test_all_faults_of_all_files_are_told_at_once_in_one_sentence(tmp_path: Path) -> None:
    specs = tmp_path / "specs"
    for folder in ("gpus", "quants", "architectures"):
        (specs / folder).mkdir(parents=True)
    (specs / "quants/blocks.toml").write_text("[Q8_0]\nblock_weights = 32\nblock_bytes = 34\n")
    (specs / "architectures/ada.toml").write_text((SPECS / "architectures/ada.toml").read_text(encoding="utf-8"))
    (specs / "gpus/odd.toml").write_text(
        'name = "Odd"\nvendor = "nvidia"\narchitecture = "adda"\nform = "desktop"\n'
        'released = "2025"\nsource = "a page"\nchecked = 2026-01-01\nmemory_gb = 24\nbandwidth_gb_per_s = -1\n'
    )
    with pytest.raises(CardError) as caught:
        load_catalog(specs)
    first, second, third = caught.value.faults
    assert {"architecture", "'adda'", "card_name_unknown", "architectures", "allowed_values", "ada"} <= said(first)
    assert {"bandwidth_gb_per_s", "-1", "told"} <= said(second)
    assert {"memory_gb", "24", "card_key_unknown", "memory_gib"} <= said(third)
    assert caught.value.reason == reason("card_faulty", first=first, more=2, count=3)
    assert "\n" not in in_words(caught.value.reason)


def test_a_faulty_card_is_no_fault_of_those_that_name_it(tmp_path: Path) -> None:
    specs = tmp_path / "specs"
    for file in ("architectures/ada.toml", "gpus/nvidia/rtx-4090.toml", "quants/blocks.toml"):
        (specs / file).parent.mkdir(parents=True, exist_ok=True)
        (specs / file).write_text((SPECS / file).read_text(encoding="utf-8"))
    (specs / "links").mkdir()
    (specs / "links/pcie-4.toml").write_text((SPECS / "links/pcie-4.toml").read_text(encoding="utf-8"))
    with (specs / "architectures/ada.toml").open("a") as card:
        card.write('matrix_unit = "all"\n')
    (fault,) = read_catalog(specs).faults
    assert {"matrix_unit", "'all'", "card_key_unknown"} <= said(fault)
