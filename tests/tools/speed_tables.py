"""Small tables of speeds."""

from collections.abc import Iterable
from pathlib import Path

HARDWARE = """device,kind,memory_gb,memory_bandwidth_gb_per_s,fp32_tflop_per_s,fp16_dense_tflop_per_s,source
RTX 3090,nvidia_gpu,24,936,35.6,71.2,https://a.b
RTX 4090,nvidia_gpu,24,1008,82.6,165.2,https://a.b
"""
SPEEDS = (
    "source,source_group,machine,os,build_date,engine,backend,device,device_count,model,model_facts.params_b,quant,phase,"
    "prompt_tokens,generated_tokens,weight_gb_per_token,not_fitted,tokens_per_s\n"
)


def speed(
    device: str, quant: str, phase: str, tokens_per_s: float, *, count: int = 1, source: str = "a", not_fitted: str = ""
) -> str:
    lengths = ",128" if phase == "decode" else "512,"
    model = f"{device},{count},Llama-3.1-8B,8.03,{quant},{phase},{lengths}"
    return f"https://{source}.b,{source},m1,linux,2025-03,llama.cpp,cuda,{model},4.6,{not_fitted},{tokens_per_s}\n"


def written(folder: Path, rows: Iterable[str]) -> Path:
    """The folder with these rows as tables."""
    (folder / "hardware.csv").write_text(HARDWARE, encoding="utf-8")
    for name in ("speeds.csv", "speeds_reported.csv"):
        (folder / name).write_text(SPEEDS + "".join(rows), encoding="utf-8")
    return folder
