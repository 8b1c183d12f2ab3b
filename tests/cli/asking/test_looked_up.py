"""Plain questions about answers from documents (RAG): both steps are answered, embedding once and answering."""

import json

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.said import said
from tests.cli.asking.understood import lines_of, plan_of

Said = pytest.CaptureFixture[str]
_USUAL = "--gpu none --cpu Ryzen 5 5600 --ram 32"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("do i need a gpu for rag over 5000 pdfs?",
         f"retrieval on {_USUAL} beside --gpu RTX 3060 12GB --cpu Ryzen 5 5600 --ram 32"),
        ("rag on a 3060 12gb with 2000 pdfs", "retrieval on --gpu RTX 3060 12GB"),
        ("rag with bge-m3 and qwen3 8b on a 3090 over 5000 documents", "retrieval Qwen3 8B bge-m3 on --gpu RTX 3090"),
        ("chat with my pdfs on a macbook air m2 8gb", "retrieval on --gpu M2 --ram 8"),
        ("i want to chat with my documents, ryzen 5600 32gb no gpu",
         "retrieval on --gpu none --cpu ryzen 5600 --ram 32"),
        ("can i chat with 300 pdfs on 16gb ram no gpu", "retrieval on --gpu none --ram 16 --cpu Ryzen 5 5600"),
        ("how long to embed 20000 pages of contracts with a 4060", "ask  --workload embeddings --gpu RTX 4060"),
        ("knowledge base for our company, 4090, which model", "retrieval on --gpu RTX 4090"),
        ("search my documents locally with an i7-1165g7, 16gb", "retrieval on --cpu i7-1165g7 --ram 16"),
        ("retrieval augmented generation with gemma 3 12b on 3090 32k context",
         "retrieval Gemma 3 12B --context 32k on --gpu RTX 3090"),
        ("should i buy a gpu for rag? i have a ryzen 5600 and 32gb ram",
         "retrieval on --cpu ryzen 5600 --ram 32 beside --gpu RTX 3060 12GB --cpu ryzen 5600 --ram 32"),
        ("best gpu for rag for $500", "worth --workload chat --budget 500 --part card"),
        ("rag chatbot for 20 users on a 4090", "ask  --workload serve-a-team --gpu RTX 4090 --set concurrency=20"),
        ("summarize a 200 page pdf on a 3060",
         "ask  --workload long-documents --gpu RTX 3060 12GB --set prompt_tokens=100000"),
    ],
)  # fmt: skip
def test_what_is_looked_up_is_no_long_document(words: str, line: str) -> None:
    assert lines_of(words) == [line]
    assert not plan_of(words).unknown


def test_a_cpu_that_nobody_names_is_assumed_and_said() -> None:
    """Nothing was known of how fast it embeds."""
    assert "Assumed: Ryzen 5 5600 (--cpu)." in plan_of("rag with 16gb ram and no gpu").notes
    assert not any("Ryzen" in note for note in plan_of("rag on a 3090 with 64gb ram").notes)


def test_computers_are_held_against_each_other_in_both_steps() -> None:
    embeds, answers = lines_of("is a 3060 or a 4060 ti 16gb better for rag")
    assert embeds.endswith("embeddings")
    assert answers.endswith("chat")


def test_both_steps_are_answered_and_whether_a_gpu_is_needed(capsys: Said) -> None:
    """It was one long document, and the number of documents was not counted."""
    assert main(["ask", "do i need a gpu for rag over 5000 pdfs?"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("No: RAG runs without a GPU, fine on Ryzen 5 5600")
    assert "All 5,000 pdfs: " in told
    assert "an answer reads about 3,000 tokens" in told
    assert "With RTX 3060 12GB: All 5,000 pdfs: " in told
    assert "Not counted" not in told


def test_the_documents_are_as_one_document_in_json(capsys: Said) -> None:
    main(["ask", "rag with bge-m3 and qwen3 8b on a 3090", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert [one["model"] for one in found["answers"]] == ["bge-m3", "Qwen3 8B"]
    assert found["usability"] == "great"
    assert len(found["understood"]["commands"]) == 2


@pytest.mark.parametrize(
    ("words", "pages"),
    [
        ("I want to embed 500,000 PDF pages for RAG on my Ryzen 7 5700X without GPU, how long?", 500_000),
        ("how long to embed 20k A4 pages with bge-m3 on a 3060?", 20_000),
        ("RAG over 100000 document pages on my M2 Pro, how long?", 100_000),
        ("embed 3000 scanned book pages on an i5-8500, how long", 3_000),
    ],
)
def test_pages_of_documents_are_pages(words: str, pages: int) -> None:
    items = said(words, load_catalog()).volume.items
    assert items is not None
    assert (items.number, items.called, items.tokens) == (pages, "pages", None)
    assert not plan_of(words).unknown


def test_documents_of_pages_stay_documents() -> None:
    items = said("500 pdfs of 30 pages each, embed on a 3060, how long", load_catalog()).volume.items
    assert items is not None
    assert (items.number, items.called, items.tokens) == (500, "pdfs", 15_000)
