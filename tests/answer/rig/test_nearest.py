"""What does the same work on a rig where the model that was asked about does not run."""

from typing import Any

import pytest

from advisor.answer.tasks.ask import answer_question, named_question
from advisor.answer.tasks.nearest import KeptNearest
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import known
from advisor.facts.values.units import GIB
from tests.fakes.sure import sure

CATALOG = load_catalog()
CPU_ID = "cpus/amd/ryzen-7-7700x"


def ask(workload_id: str, model: str, card: str, *, main_gib: int = 16, **fields: Any) -> TaskAnswer:
    host = cpu_processor(CPU_ID, CATALOG).changed(
        memory_total_bytes=known(main_gib * GIB, origin="detected", source="a test"),
        memory_free_bytes=known((main_gib - 4) * GIB, origin="detected", source="a test"),
    )
    gpu = gpu_processor(CATALOG.gpus.find(card) or "", CATALOG).changed(id="gpu0")
    question = named_question(workload_id, model, CATALOG)
    question = question.changed(fields={**question.fields, **fields})
    return answer_question(Rig(name="a desktop", processors=(host, gpu)), CATALOG, question)


@pytest.mark.parametrize(
    ("workload_id", "model", "card"),
    [
        ("chat", "DeepSeek-V3", "RTX 3060 12GB"),
        ("coding", "Llama 3.1 405B", "RTX 4090"),
        ("fine-tune-qlora", "Llama 3.3 70B", "RTX 4060"),
    ],
)
def test_the_most_capable_model_that_runs_well_is_named(workload_id: str, model: str, card: str) -> None:
    answer = ask(workload_id, model, card)
    nearest = sure(answer.nearest)

    assert answer.light.usability == "wont_run"
    assert nearest.light.is_useful
    assert nearest.model_id != answer.model_id
    other = ask(workload_id, nearest.model_name, card)
    assert other.light.is_useful


def test_a_model_that_runs_has_no_other_beside_it() -> None:
    assert ask("chat", "Llama 3.1 8B", "RTX 4090").nearest is None


def test_with_pictures_it_is_one_that_sees() -> None:
    nearest = sure(ask("chat", "Qwen3-VL 235B-A22B", "RTX 3060 12GB", images=1).nearest)
    assert CATALOG.models[nearest.model_id].vision is not None


def test_it_is_never_a_file_of_noticeably_worse_quality() -> None:
    nearest = sure(ask("chat", "DeepSeek-V3", "RTX 4060").nearest)
    assert sure(nearest.quant) not in ("Q3_K_M", "IQ3_XXS")


def test_what_was_found_on_a_rig_is_found_again_and_anew_on_another() -> None:
    kept, question = KeptNearest(), named_question("chat", "DeepSeek-V3", CATALOG)
    hosts = [
        cpu_processor(CPU_ID, CATALOG).changed(memory_free_bytes=known(gib * GIB, origin="detected", source="a test"))
        for gib in (12, 64, 12)
    ]
    small, large, again = (
        answer_question(Rig(name="a desktop", processors=(host,)), CATALOG, question, nearest=kept).nearest
        for host in hosts
    )

    assert small == again != large
