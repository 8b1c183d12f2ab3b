"""Published figures of other tasks than writing text, and how far the answers may lie from them."""

from pathlib import Path

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.values.units import GIB
from tools.calibrate.tables import DATA
from tools.calibrate.tasks import Case, Scored, answered, cases, errors_by_group, scored_tasks, task_lines

REACH = {
    "serving, dense": 0.5,
    "serving, mixture of experts": 1.0,
    "image, large transformers": 0.25,
    "video, large transformers": 0.25,
    "image, others": 0.4,
    "fine-tune memory": 0.12,
    "fine-tune memory, vocabulary of 256,000": 0.35,
    "fine-tune speed": 0.20,
    "fine-tune speed, fp8": 0.20,
    "pre-train speed": 0.20,
    "pre-train speed, fp8": 0.20,
    "offload, layers in main memory": 0.105,
    "offload, all on the card": 0.055,
    "offload, processor by threads": 0.105,
    "offload, experts in main memory": 0.32,  # three rows, two of them of two sockets that a program has to be kept to
    "drafts, CUDA": 0.13,
    "drafts, Vulkan and ROCm": 0.13,
    "drafts, Metal": 0.15,
    "drafts, vLLM": 0.25,
}
"""Error of the middle row that each group must stay below."""

ROWS = """source,group,task,method,device,model,model_facts.params_b,checkpointing,figure,measured,unit
https://a.b,fine-tune memory,finetune,qlora,RTX 4090,Llama 3.1 8B,8.03,true,memory.total_bytes,7.4,GiB
"""


@pytest.fixture(scope="module")
def errors() -> dict[str, list[float | None]]:
    return errors_by_group(scored_tasks(DATA))


@pytest.mark.parametrize("group", REACH)
def test_the_middle_row_is_in_reach(errors: dict[str, list[float | None]], group: str) -> None:
    found = sorted(error for error in errors[group] if error is not None)
    assert len(found) >= 3
    assert found[len(found) // 2] < REACH[group]


def test_a_row_becomes_a_question(tmp_path: Path) -> None:
    file = tmp_path / "training.csv"
    file.write_text(ROWS, encoding="utf-8")
    (case,) = cases(file)
    assert (case.group, case.figure, case.measured) == ("fine-tune memory", "memory.total_bytes", 7.4 * GIB)
    assert case.fields == {
        "task": "finetune",
        "method": "qlora",
        "device": "RTX 4090",
        "model": "Llama 3.1 8B",
        "model_facts": {"params_b": 8.03},
        "checkpointing": True,
    }


def test_a_row_without_an_answer_is_counted_but_not_scored() -> None:
    case = Case("group", {"task": "image", "device": "?", "model": "SDXL"}, "iterations_per_s", 1.0)
    _, line = task_lines([answered(case, load_catalog()), Scored(case, 1.2, "")])
    assert line.split()[:3] == ["group", "2", "1"]
    assert "20%" in line
