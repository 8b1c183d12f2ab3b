"""Plain questions about texts of so many pages, and about assistants that hear and speak."""

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.said import said
from advisor.cli.asking.steps import Line, Told
from tests.cli.asking.understood import lines_of, plan_of

Said = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "tokens"),
    [
        ("summarize 200 page PDFs locally on a RTX 4070 Ti Super 16GB, does that work?", 100_000),
        ("can my 3060 12gb with 32 gb ram read a book of 300 pages and answer questions", 150_000),
        ("analyze a 50-page contract with qwen3 8b on a 4060", 25_000),
        ("can a 3090 summarize 120 pages?", 60_000),
        ("pdfs with 80 pages, which model on a 3060 12gb?", 40_000),
    ],
)
def test_pages_of_one_text_are_tokens_of_the_prompt(words: str, tokens: int) -> None:
    (line,) = lines_of(words)
    assert "--workload long-documents" in line
    assert line.endswith(f"--set prompt_tokens={tokens}")
    notes = " ".join(plan_of(words).notes)
    assert "Assumed: 500 tokens on each of" in notes
    assert "Not " not in notes


def test_a_model_whose_context_is_too_short_is_said_so_and_another_one_is_asked() -> None:
    short, other = plan_of("can qwen3 8b summarize a 400 page book on 3090").steps
    assert isinstance(short, Told)
    assert short.usability == "wont_run"
    assert "about 262 pages; 400 pages take about 200,000" in short.text
    assert isinstance(other, Line)
    assert other.wants_best


def test_pages_that_fit_are_told(capsys: Said) -> None:
    main(["ask", "how many pages can qwen3.6 27b read on a 3090"])
    assert ", about 417 pages," in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", ["embed 200 page pdfs on a 3060 12gb", "how long to summarize 200 pdfs of 30 pages each with a 3060"]
)
def test_pages_that_are_worked_through_in_parts_are_no_prompt(words: str) -> None:
    assert "100000" not in " ".join(lines_of(words))


@pytest.mark.parametrize(
    ("words", "computer"),
    [
        ("can a raspberry pi 5 8gb run a voice assistant with a small llm", "--machine Raspberry Pi 5 8GB"),
        ("replace alexa with my own model on a mac mini m4 16gb", "--machine Mac mini M4 16GB"),
        ("speech to speech on a 3060 12gb?", "--gpu RTX 3060 12GB"),
    ],
)
def test_an_assistant_hears_answers_and_speaks(words: str, computer: str, capsys: Said) -> None:
    assert main(["ask", words]) in (0, 1)
    told = capsys.readouterr()
    lines = told.out.splitlines()
    assert told.err == ""
    assert [one.split(":")[0] for one in lines[1:4]] == ["Hears", "Answers", "Speaks"]
    assert "Whisper" in lines[1]
    assert "It begins to speak about" in lines[4]
    asked = [one.replace("'", "").replace('"', "") for one in lines if one.startswith("Asked as")]
    assert len(asked) == 3
    assert all(computer in one for one in asked)
    assert not any(one.startswith("Not ") for one in lines)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("can Qwen3 14B do 128k documents with yarn on a 3090",
         "ask Qwen3 14B --workload long-documents --gpu RTX 3090 --set prompt_tokens=128000"),
        ("can a 3090 do a 64k pdf with qwen3 8b",
         "ask Qwen3 8B --workload long-documents --gpu RTX 3090 --set prompt_tokens=64000"),
        ("qwen3 8b 32k docs on a 3060 12gb",
         "ask Qwen3 8B --workload long-documents --gpu RTX 3060 12GB --set prompt_tokens=32000"),
        ("read a 100k token document with qwen3 14b on a 3090",
         "ask Qwen3 14B --workload long-documents --gpu RTX 3090 --set prompt_tokens=100000"),
        ("gemma 3 27b 100k prompt 3090", "ask Gemma 3 27B --gpu RTX 3090 --set prompt_tokens=100000"),
        ("llama 3.1 8b 128k context with rope scaling on a 4090", "ask Llama 3.1 8B --gpu RTX 4090 --context 128k"),
        ("which model for 200k documents on a 3090",
         "ask  --workload long-documents --gpu RTX 3090 --set prompt_tokens=200000"),
        ("embed 100k documents with bge-m3 on a 3090", "ask bge-m3 --workload embeddings --gpu RTX 3090"),
        ("how long to classify 16k documents with qwen3 8b on a 3090", "ask Qwen3 8B --gpu RTX 3090"),
        ("summarize 10k documents with qwen3 8b on a 3090", "ask Qwen3 8B --workload long-documents --gpu RTX 3090"),
    ],
)  # fmt: skip
def test_a_length_before_documents_is_none_of_their_number_where_nothing_counts_them(words: str, line: str) -> None:
    assert lines_of(words) == [line]
    assert not plan_of(words).unknown


def test_who_names_a_way_beyond_a_context_without_a_length_is_told_the_longest() -> None:
    assert said("qwen3 14b with yarn on a 3090", load_catalog()).volume.wants_longest_context
