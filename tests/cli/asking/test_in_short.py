"""Plain questions on a principle: page Learn's own answer comes first, and alone where nothing is named."""

import json

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.principle import principle
from advisor.cli.asking.steps import Told
from advisor.facts.answers.claim import Short
from tests.cli.asking.understood import lines_of, plan_of

Said = pytest.CaptureFixture[str]
_CARDS = load_catalog().learn
_SHORTS = [(topic, short) for topic, card in _CARDS.items() for short in card.short]


@pytest.mark.parametrize(("topic", "short"), _SHORTS, ids=[short.asked[0] for _, short in _SHORTS])
def test_each_phrase_leads_to_its_card_and_its_answer(topic: str, short: Short) -> None:
    for phrase in short.asked:
        found = principle(f"so tell me, {phrase}?", load_catalog())
        assert found is not None
        assert (found.topic, found.answer) == (topic, short.answer), phrase


@pytest.mark.parametrize(("topic", "short"), _SHORTS, ids=[short.asked[0] for _, short in _SHORTS])
def test_an_answer_is_short_and_rests_on_what_its_card_says(topic: str, short: Short) -> None:
    card = _CARDS[topic]
    assert len(short.answer.split()) <= 25
    said = {one.id for one in (*card.claims, *card.explained)} | {one.name for one in card.words} | {"idea"}
    assert set(short.rests_on) <= said


def test_no_phrase_stands_twice() -> None:
    phrases = [phrase for _, short in _SHORTS for phrase in short.asked]
    assert len(phrases) == len(set(phrases))


def test_the_figure_of_ddr5_is_that_of_its_claim() -> None:
    claim = next(one for one in _CARDS["forty-times"].claims if one.id == "forty-times")
    assert claim.otherwise_figure is not None
    assert f"{claim.otherwise_figure / claim.figure:.1f} times" in principle_of("is ddr5 worth it over ddr4")


def principle_of(text: str) -> str:
    found = principle(text, load_catalog())
    return found.answer if found is not None else ""


@pytest.mark.parametrize(
    ("words", "told", "topic"),
    [
        ("does pcie 3.0 x4 hurt for a second gpu", "split by layers", "Two GPUs: do I need NVLink?"),
        ("will a second gpu in an x4 slot be slow", "split by layers", "Two GPUs: do I need NVLink?"),
        ("does pcie matter for llms", "cross the slot once", "Does PCIe speed matter for AI?"),
        ("does ram speed matter for cpu inference", "bandwidth how fast", "What decides tokens per second?"),
        ("do i need nvlink", "Not needed", "Two GPUs: do I need NVLink?"),
        ("will more ram make my llm faster", "bandwidth how fast", "What decides tokens per second?"),
        ("does adding ram speed up my llm", "bandwidth how fast", "What decides tokens per second?"),
        ("is ddr5 worth it over ddr4", "1.6 times as fast", "Why is VRAM so fast?"),
        (
            "is unified memory as good as vram",
            "usually slower than VRAM",
            "Unified memory: Macs, DGX Spark, Strix Halo",
        ),
        ("is speculative decoding worth it", "about doubles", "What decides tokens per second?"),
        ("why is prompt processing so slow on cpu", "arithmetic", "Why is reading a prompt so fast?"),
        ("what is quantization?", "cost a little quality", "What is quantization?"),
    ],
)
def test_a_question_on_a_principle_is_answered_by_it_alone(words: str, told: str, topic: str) -> None:
    """It was answered by a ranking of this computer, or by a purchase, or not at all."""
    (step,) = plan_of(words).steps
    assert isinstance(step, Told)
    first, more = step.text.splitlines()
    assert first.startswith("In short: ")
    assert told in first
    assert more == f"More on page Learn: {topic}"
    assert not plan_of(words).notes


@pytest.mark.parametrize(
    ("words", "then"),
    [
        ("do i need nvlink for two 3090s", "rank --workload chat --limit 10 --gpu 2x RTX 3090"),
        ("ddr5 or ddr4 for qwen3 30b-a3b on a ryzen 7600 with 32gb",
         "ask Qwen3 30B-A3B --cpu ryzen 7600 --ram 32 DDR5"),
    ],
)  # fmt: skip
def test_beside_a_computer_it_comes_first(words: str, then: str) -> None:
    first, *rest = lines_of(words)
    assert first.startswith("told In short: ")
    assert rest == [then]


@pytest.mark.parametrize("words", ["what quantization for qwen3 14b on a 3090", "qwen3 8b on a 3060 12gb, 32gb ddr5"])
def test_a_question_on_no_principle_is_answered_as_ever(words: str) -> None:
    assert not lines_of(words)[0].startswith("told")


def test_what_no_card_says_is_said_not_to_be_judged() -> None:
    assert lines_of("is proxmox good for llms") == ["told Not judged here: the operating system."]


def test_unlike_gpus_without_names_are_answered_in_general() -> None:
    (line,) = lines_of("can i mix amd and nvidia gpus")
    assert line.startswith("told Yes: llama.cpp divides a model by layers")
    assert "only in the Vulkan build" in line
    assert "Vulkan" not in lines_of("can i use different gpus together")[0]


def test_a_document_has_it_as_one_sentence_or_as_a_note(capsys: Said) -> None:
    main(["ask", "do i need nvlink", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert "\n" not in found["sentence"]
    main(["ask", "do i need nvlink for two 3090s", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["understood"]["notes"][0].startswith("In short: Not needed")
    assert found["models"]
