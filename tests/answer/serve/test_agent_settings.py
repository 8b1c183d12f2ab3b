"""A coding agent of one person: program, file type and cache are chosen before a part is moved to main memory."""

from typing import Any

import pytest

from advisor.answer.asked.problem import ProblemError
from advisor.answer.tasks.ask import answer_question, named_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.task_answer import TaskOption
from tests.fakes.known_computers import known_computer

CATALOG = load_catalog()


def chosen(model: str, computer: str, **fields: Any) -> TaskOption:
    question = named_question("coding-agent", model, CATALOG, fields=fields)
    rig = known_computer(CATALOG.computers.find(computer) or "", CATALOG).rig
    option: TaskOption = answer_question(rig, CATALOG, question, candidates=()).chosen
    return option


def settings(option: TaskOption) -> tuple[str, str, str]:
    request = option.request
    return request.engine, getattr(request, "precision", ""), getattr(request, "kv_type", "")


RTX_3090, RTX_3060, TWO_3090 = "PC with RTX 3090", "PC with RTX 3060 12GB", "PC with two RTX 3090"


@pytest.mark.parametrize("precision", ["Q4_K_M", "IQ4_XS", "Q6_K"])
@pytest.mark.parametrize("computer", [RTX_3090, RTX_3060])
def test_a_named_file_type_is_run_by_a_program_that_reads_it_and_on_the_card(computer: str, precision: str) -> None:
    option = chosen("Qwen3 14B", computer, precision=precision)
    assert settings(option)[:2] == ("llama.cpp", precision)
    assert not option.is_cpu


@pytest.mark.parametrize(
    ("model", "computer"), [("Qwen3 32B", RTX_3090), ("Qwen3 14B", RTX_3060), ("Llama 3.3 70B", TWO_3090)]
)
def test_a_smaller_type_or_cache_comes_before_main_memory(model: str, computer: str) -> None:
    option = chosen(model, computer)
    assert option.fit.verdict in ("fits", "tight")
    assert option.rate is not None
    assert option.rate.middle > 2 * 6, "divided they write about 6 tokens a second"


def test_a_cache_stays_whole_where_it_has_room() -> None:
    assert settings(chosen("Qwen3 14B", RTX_3090, precision="Q4_K_M"))[2] == "f16"


@pytest.mark.parametrize("computer", ["MacBook Pro M5 32GB", "Office PC without graphics card 16GB"])
def test_no_server_for_cards_runs_elsewhere(computer: str) -> None:
    for precision in (None, "IQ4_XS", "bf16", "F16", "fp32"):
        fields = {} if precision is None else {"precision": precision}
        assert settings(chosen("Qwen3 8B", computer, **fields))[0] == "llama.cpp"
    with pytest.raises(ProblemError):
        chosen("Qwen3 8B", computer, precision="AWQ INT4")


def test_what_was_released_in_few_bits_is_called_so() -> None:
    for computer in ("Framework Desktop Ryzen AI Max+ 395 128GB", "PC with RTX 4090"):
        assert "MXFP4" in settings(chosen("gpt-oss-20b", computer))[1]
