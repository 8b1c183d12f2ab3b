"""`rig-advisor ask` what it takes to embed so many documents: the hardware, the model, the hours."""

import pytest

from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "first", "part"),
    [
        (
            "what embedding model and hardware do I need to index 100k pages of pdf",
            "A usual PC with a GPU such as RTX 3060 12GB: Qwen3-Embedding 0.6B embeds them in ",
            "100,000 pages are about 50 million tokens (assumed: 500 tokens a page).",
        ),
        ("which gpu do i need to embed 5 million chunks", "A usual PC with a GPU such as ", "bge-m3: "),
        ("hardware for embedding 20000 documents", "A usual PC with a GPU such as ", "5 pages each"),
        ("do I need a gpu to embed 2000 pages", "Any usual PC: Qwen3-Embedding 0.6B embeds them in ", "bge-m3: "),
        ("what computer for vectorizing 1 million emails", "A usual PC with a GPU such as ", "bge-m3: "),
        ("which embedding model and gpu for 2 million product descriptions", "A usual PC with a GPU such as ", ""),
        ("what do I need to embed 50k pdfs with bge-m3", "A usual PC with a GPU such as RTX 3060 12GB: bge-m3 ", ""),
        ("embed 100k pages a day, what gpu", "A usual PC with a GPU such as ", " of each day on RTX 3060 12GB"),
    ],
)
def test_hardware_and_hours_are_told(words: str, first: str, part: str) -> None:
    (line,) = lines_of(words)
    assert line.startswith(f"told {first}")
    assert part in line
    assert " on the CPU (" in line


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("how long does it take to embed 100k pages on a 3060", "ask "),
        ("embed 1 million chunks on my 4090, which model", "rank --workload embeddings"),
        ("best embedding model for german on a 3060", "rank --workload embeddings"),
        ("which embedding model is best", "rank --workload embeddings"),
        ("RAG over 100k pages, what hardware", "retrieval "),
    ],
)
def test_other_questions_on_embedding_are_answered_as_ever(words: str, begins: str) -> None:
    assert lines_of(words)[0].startswith(begins)
