"""Training beside published figures: the reach that was promised."""

from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from advisor.answer.request.request import answer_request
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.published_training import training_cases

TABLE = Path(__file__).parents[3] / "shared" / "data" / "training_published.csv"

REACH = {
    "fine-tune memory": 0.12,
    "fine-tune memory, vocabulary of 256,000": 0.35,
    "fine-tune speed": 0.20,
    "fine-tune speed, fp8": 0.20,
    "pre-train speed": 0.20,
    "pre-train speed, fp8": 0.20,
}


def test_the_medians_are_within_reach() -> None:
    if not TABLE.is_file():
        pytest.skip("no shared folder")
    catalog = load_catalog()
    errors: dict[str, list[float]] = defaultdict(list)
    for case in training_cases(TABLE):
        found: Any = answer_request(case.request, catalog)
        for name in case.figure.split("."):
            found = getattr(found, name) if found is not None else None
        if found is not None:
            errors[case.group].append(abs(found / case.measured - 1))
    assert set(errors) >= set(REACH)
    assert {group: round(median(errors[group]), 3) for group in REACH if median(errors[group]) > REACH[group]} == {}


def test_rows_become_questions(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    names = "hardware,n_gpus,model,params_b,method,optimizer_precision,batch_per_gpu,seq_len,act_ckpt,memory_gb_per_gpu"
    names += ",memory_unit,tokens_per_s_per_gpu,mfu_pct,time,notes,source,quality"
    rows = [
        "H100,8,Some 7b,6.7,pretrain FSDP,amp_bf16,6,2048,True,,,9670,42,,,llm-foundry,A",
        "RTX 4090,1,Llama 3.1 8B,8.03,QLoRA,bf16,2,2048,,7.4,GiB,,,,,torchtune,A",
        "A100,8,Llama 3.1 70B,70.6,full + CPU offload,bf16,2,2048,,13.9,GiB,1568,,,,torchtune,A",
    ]
    table.write_text("\n".join([names, *rows]))
    pretrain, memory = training_cases(table)
    assert (pretrain.group, pretrain.figure, pretrain.measured) == ("pre-train speed", "tokens_per_s", 9670)
    assert pretrain.request["task"] == "pretrain"
    assert (pretrain.request["precision"], pretrain.request["checkpointing"]) == ("amp", True)
    assert (memory.group, memory.figure) == ("fine-tune memory", "memory.total_bytes")
    assert memory.measured == pytest.approx(7.4 * 2**30)
    assert (memory.request["method"], memory.request["engine"]) == ("qlora", "torchtune")
