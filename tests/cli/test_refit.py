from pathlib import Path

import pytest

from advisor.cli.command import run_command

MEASURED = (
    "date,engine,backend,hardware,n_devices,model,params_b,active_params_b,quant,file_size_gib,threads,phase,"
    "prompt_len_or_depth,gen_len,batch,flash_attn,tokens_per_s,notes,offload"
)
HARDWARE = "hardware,memory_capacity_gb,mem_bandwidth_gbs,fp32_tflops,fp16_dense_tflops"
CARDS = {"RTX 3090": (24, 936, 35.6, 71.2), "RTX 4090": (24, 1008, 82.6, 165.2)}


def tables(folder: Path) -> list[str]:
    rows = [MEASURED]
    for card, rate in (("RTX 3090", 110), ("RTX 4090", 130)):
        for quant, speed in (("Q4_K_M", rate), ("Q8_0", rate * 0.65), ("F16", rate * 0.4), ("Q4_K_M", rate)):
            rows.append(f"2025-03,llama.cpp,cuda,{card},1,Llama-3.1-8B,8.03,8.03,{quant},,,decode,0,128,1,,{speed},,")
    rows.append("2025-03,llama.cpp,cuda,RTX 3090,1,Llama-3.1-8B,8.03,8.03,Q4_K_M,,,decode,0,128,1,,300,with MTP,")
    measured, hardware = folder / "measured.csv", folder / "hardware.csv"
    measured.write_text("\n".join(rows), encoding="utf-8")
    described = [f"{name},{','.join(map(str, figures))}" for name, figures in CARDS.items()]
    hardware.write_text("\n".join([HARDWARE, *described]), encoding="utf-8")
    return [str(measured), str(hardware)]


def test_constants_are_fitted_and_scored_on_machines_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["refit", *tables(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "llama-cpp-cuda: 8 rows, 2 machines"
    assert [line.split("median")[0].strip() for line in lines[1:4]] == ["as it stands", "fitted", "machine unseen"]
    assert "layer_us" in lines[4]


def test_a_missing_table_is_one_plain_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["refit", "/no/such.csv", "/no/such.csv"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
