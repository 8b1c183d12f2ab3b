"""Where a card has names for its files, programs fetch the model by themselves, and nobody searches."""

from typing import Any

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.estimate import LaunchPlan
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.cards.model import ModelCard
from advisor.facts.cards.model_parts import Download
from advisor.facts.values.units import GIB
from advisor.present.run_it.offer import offered
from advisor.present.run_it.steps import run_view
from advisor.present.run_it.view import RunGuide
from tests.fakes.estimates import answer, cpu_estimate, estimate

MODELS = load_catalog().models
QWEN = MODELS["qwen/qwen3-8b"]
PLAN = LaunchPlan(arguments=("-c", "8192"), layers=36)


def named(**fields: Any) -> ModelCard:
    return QWEN.changed(download=Download(source="made up", **fields))


def predicted(quant: str = "Q4_K_M", **fields: Any) -> TextAnswer:
    chosen = estimate(launch=PLAN, quant=quant)
    return answer(chosen, options=(cpu_estimate(), chosen)).changed(**fields)


def guides(found: TextAnswer, model: ModelCard, **where: Any) -> dict[str, RunGuide]:
    view = run_view(found, system="linux", model=model, **where)
    assert view is not None
    return {one.program: one for one in view.guides}


def copied(guide: RunGuide) -> str:
    return "\n".join(step.copied for step in guide.steps)


def words(guide: RunGuide) -> str:
    return " ".join((*(step.text for step in guide.steps), *guide.notes))


def test_a_repository_is_named_to_every_program_and_nobody_searches() -> None:
    found = guides(predicted("Q5_K_M"), named(gguf="unsloth/Qwen3-8B-GGUF"))
    assert "FROM hf.co/unsloth/Qwen3-8B-GGUF:Q5_K_M\nPARAMETER num_ctx 8192" in copied(found["Ollama"])
    assert "ollama run hf.co/unsloth/Qwen3-8B-GGUF:Q5_K_M --verbose" in copied(found["Ollama"])
    assert "llama-server -hf unsloth/Qwen3-8B-GGUF:Q5_K_M -c 8192 -ngl 37" in copied(found["llama.cpp"])
    assert found["LM Studio"].steps[0].copied == "unsloth/Qwen3-8B-GGUF"
    for guide in found.values():
        assert "MODEL.gguf" not in copied(guide) + words(guide)
        assert guide.notes == (
            "If unsloth/Qwen3-8B-GGUF lacks this file, search huggingface.co for: Qwen3 8B GGUF Q5_K_M",
        )


def test_the_library_of_ollama_is_used_where_its_file_has_the_form() -> None:
    card = named(ollama="qwen3:8b", ollama_quant="Q4_K_M", gguf="unsloth/Qwen3-8B-GGUF")
    same, other = guides(predicted(), card)["Ollama"], guides(predicted("Q8_0"), card)["Ollama"]
    assert same.steps[0].copied == "ollama run qwen3:8b --verbose"
    assert "FROM qwen3:8b\n" in copied(same)
    assert same.notes == ()
    assert "FROM hf.co/unsloth/Qwen3-8B-GGUF:Q8_0\n" in copied(other)


def test_a_name_of_ollama_alone_leaves_the_other_programs_as_they_were() -> None:
    card = named(ollama="qwen3:8b", ollama_quant="Q4_K_M")
    found, plain = guides(predicted(), card), guides(predicted(), QWEN.changed(download=None))
    assert "FROM qwen3:8b\n" in copied(found["Ollama"])
    assert found["llama.cpp"] == plain["llama.cpp"]
    assert found["LM Studio"] == plain["LM Studio"]
    assert guides(predicted("Q8_0"), card) == guides(predicted("Q8_0"), QWEN.changed(download=None))


@pytest.mark.parametrize(
    ("repository", "quant", "is_there"),
    [
        ("ggml-org/Qwen3-8B-GGUF", "Q4_K_M", True),
        ("ggml-org/Qwen3-8B-GGUF", "Q5_K_M", False),
        ("Qwen/Qwen3-8B-GGUF", "Q8_0", True),
        ("Qwen/Qwen3-8B-GGUF", "BF16", False),
        ("unsloth/Qwen3-8B-GGUF", "UD-Q4_K_XL", True),
        ("unsloth/Qwen3-8B-GGUF", "Q3_K_L", False),
        ("bartowski/Qwen3-8B-GGUF", "Q3_K_L", True),
        ("bartowski/Qwen3-8B-GGUF", "UD-Q4_K_XL", False),
        ("bartowski/Qwen3-8B-GGUF", "MXFP4_MOE", False),
    ],
)
def test_a_form_that_the_owner_does_not_publish_is_searched_for(repository: str, quant: str, is_there: bool) -> None:
    found = guides(predicted(quant), named(gguf=repository))
    assert ("-hf" in copied(found["llama.cpp"])) == is_there
    assert (found["LM Studio"].steps[0].copied == repository) == is_there
    assert ("Qwen3 8B GGUF" in copied(found["llama.cpp"])) != is_there


def test_a_model_in_the_form_it_was_released_in_needs_no_word_for_it() -> None:
    offer = offered(MODELS["gpt-oss/gpt-oss-20b"], "MXFP4_MOE")
    assert offer.for_llama_cpp == ("-hf", "ggml-org/gpt-oss-20b-GGUF")
    assert offer.for_ollama == "gpt-oss:20b"
    assert offer.in_names == "MXFP4"


def test_a_file_in_parts_is_not_fetched_by_ollama() -> None:
    large = offered(named(gguf="unsloth/Qwen3-8B-GGUF"), "Q8_0", weights_bytes=60 * GIB)
    assert large.for_ollama == ""
    assert large.for_llama_cpp == ("-hf", "unsloth/Qwen3-8B-GGUF:Q8_0")


def test_the_part_that_sees_is_left_out_unless_pictures_are_counted() -> None:
    card = MODELS["gemma/gemma-3-12b"]
    assert offered(card, "Q4_K_M").for_llama_cpp[-1] == "--no-mmproj"
    assert "--no-mmproj" not in offered(card, "Q4_K_M", with_pictures=True).for_llama_cpp
    assert "--no-mmproj" not in offered(QWEN, "Q4_K_M").for_llama_cpp


def test_an_opened_file_is_what_runs() -> None:
    found = guides(predicted(), QWEN, path="/models/own.gguf")
    assert "FROM /models/own.gguf" in copied(found["Ollama"])
    assert "-m /models/own.gguf" in copied(found["llama.cpp"])
    assert "qwen3:8b" not in copied(found["Ollama"])
