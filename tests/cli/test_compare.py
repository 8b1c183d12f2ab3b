"""`rig-advisor compare` as scripts call it."""

import json
from pathlib import Path

import pytest

from advisor.__main__ import main
from advisor.facts.answers.answer import Comparison
from advisor.present.words.reasons.in_words import in_words
from advisor.store.profile import save_machine
from tests.fakes.machines import machine, nvidia_card

ASKED = ["--model", "Llama 3.1 8B", "--workload", "chat"]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """A rig with a card, and the same without."""
    save_machine(tmp_path / "with-card.json", machine(gpus=(nvidia_card(),)))
    save_machine(tmp_path / "plain.json", machine())
    return str(tmp_path / "with-card.json"), str(tmp_path / "plain.json")


def test_one_row_for_each_rig_in_the_form_of_an_answer(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *files, *ASKED, "--json"]) == 0
    imported = capsys.readouterr()
    assert imported.err == ""
    first, second = Comparison.model_validate_json(imported.out).rows
    assert (first.id, second.id) == ("with-card", "plain")
    assert first.fits is True
    assert first.memory is not None
    assert first.memory.pools[0].pool == "vram"
    assert first.tokens_per_s is not None
    assert second.tokens_per_s is not None
    assert first.tokens_per_s > second.tokens_per_s
    assert first.time_to_first_token_s is not None
    assert first.limit == "memory_bandwidth"


def test_another_task_keeps_its_own_figures(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", files[0], "--model", "SDXL", "--workload", "images", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row["id"] == "with-card"
    assert row["iterations_per_s"] > 0


def test_servers_that_are_sold_as_one_are_compared_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    names, asked = ["DGX H100", "GB200 NVL72"], ["--model", "Llama 3.1 8B", "--workload", "pre-train"]
    assert main(["compare", *names, *asked, "--json"]) == 0
    one, rack = json.loads(capsys.readouterr().out)["rows"]
    assert [one["id"], rack["id"]] == names
    assert rack["fits"]
    assert rack["tokens_per_s"] > one["tokens_per_s"]
    assert main(["compare", "no such server", *ASKED]) == 1
    assert "it is not there" in capsys.readouterr().err


def test_people_get_a_table(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *files, *ASKED]) == 0
    heading, *rows, conclusion = capsys.readouterr().out.splitlines()
    assert heading.startswith("Rig")
    assert [row.split()[0] for row in rows] == ["with-card", "plain"]
    assert conclusion.startswith("with-card is the fastest: ")
    assert "Price" not in heading


def test_computers_that_are_sold_have_their_price_beside_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "DGX Spark", "Framework Desktop 128GB", "--model", "gpt-oss 120B"]) == 0
    heading, *rows, conclusion = capsys.readouterr().out.splitlines()
    assert heading.endswith("Price")
    assert all("$" in row for row in rows)
    assert "DGX Spark" in conclusion


def test_each_side_has_its_file_its_price_and_whether_it_holds_all_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["compare", "RTX 5060 Ti 16GB", "RTX 3090", "--model", "Qwen3.6 35B-A3B", "--quant", "Q4_K_M"])
    heading, spilling, whole, conclusion = capsys.readouterr().out.splitlines()
    assert heading.split()[2] == "File"
    assert heading.endswith("Price")
    assert "Q4_K_M, partly in RAM" in spilling
    assert "partly in RAM" not in whole
    assert "$1,200" in whole
    assert conclusion.startswith("Only RTX 3090 holds it without a part in RAM. ")


def test_a_rig_that_the_file_of_all_does_not_suit_has_its_own_one_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Asked alone, 24 and 12 GB ran 70B at 13 tokens/s; beside others they were only called slow."""
    model = ("--model", "Llama 3.3 70B")
    own = ("--gpu", "RTX 3090", "--gpu", "RTX 3060 12GB", "--ram", "64")
    main(["compare", "2x RTX 3090", *own, *model])
    told = capsys.readouterr().out.splitlines()
    assert told[-1].startswith("RTX 3090, RTX 3060 12GB, 64 GB RAM as IQ3_M, which answers worse: ")
    assert told[-1].endswith(" tokens/s, great.")
    main(["compare", "2x RTX 3090", *own, *model, "--quant", "Q4_K_M"])
    assert " as IQ3_M" not in capsys.readouterr().out


def test_rigs_of_the_same_file_name_are_told_apart(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "friend" / "plain.json"
    other.parent.mkdir()
    save_machine(other, machine(cores=6))
    assert main(["compare", files[1], str(other), *ASKED, "--json"]) == 0
    assert [row["id"] for row in json.loads(capsys.readouterr().out)["rows"]] == [files[1], str(other)]


def test_a_file_without_a_machine_costs_the_others_nothing(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    assert main(["compare", files[0], str(bad), str(tmp_path / "nowhere.json"), *ASKED, "--json"]) == 1
    imported = capsys.readouterr()
    good, broken, missing = Comparison.model_validate_json(imported.out).rows
    assert good.tokens_per_s
    assert broken.error is not None
    assert missing.error is not None
    assert in_words(broken.error.message) == "bad.json is not a machine profile: it holds no JSON."
    assert missing.error.code == "bad_file"
    assert imported.err.count("\n") == 1
    assert "bad.json" in imported.err
    assert "nowhere.json" in imported.err


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--model", "Lama 8"], 1, "no model is known as 'Lama 8'"),
        (["--model", "Llama 3.1 8B", "--workload", "naps"], 1, "no workload is known as 'naps'"),
        (["--model", "Llama 3.1 8B", "--quant", "tiny"], 1, "tiny"),
        (["--workload", "chat"], 2, "--model"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(
    files: tuple[str, str], arguments: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *files, *arguments]) == code
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.err.count("\n") == 1


def test_without_a_file_there_is_nothing_to_compare(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *ASKED]) == 2
    assert "FILE" in capsys.readouterr().err


def test_gpus_are_named_as_for_a_fleet(capsys: pytest.CaptureFixture[str]) -> None:
    """They could not be opened: each was taken for a file or a computer."""
    names = ["2x RTX 3090", "Mac Studio M3 Ultra 96GB", "RTX 5090"]
    assert main(["compare", *names, "--model", "Qwen3.6 27B", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [one["id"] for one in rows] == names
    assert main(["compare", "RTX 3090", "RTX 3090", *ASKED, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rows"]) == 2


_CARDS = ["RTX 3060 12GB", "RTX 4060 Ti 16GB", "--model", "SDXL", "--workload", "pictures"]


def _rates(said: pytest.CaptureFixture[str], *options: str) -> list[float]:
    assert main(["compare", *_CARDS, *options, "--json"]) == 0
    return [one["iterations_per_s"] for one in json.loads(said.readouterr().out)["rows"]]


def test_models_that_draw_are_compared_in_one_precision(capsys: pytest.CaptureFixture[str]) -> None:
    """One of them was answered in 8 bits, and --quant changed nothing."""
    whole, eight = _rates(capsys, "--quant", "bf16"), _rates(capsys, "--quant", "fp8")
    assert _rates(capsys) == whole
    assert eight[1] > 1.2 * whole[1]
    assert main(["compare", *_CARDS]) == 0
    assert "Each: 1024 x 1024, 30 steps, bf16." in capsys.readouterr().out.splitlines()


def test_a_precision_that_nobody_knows_is_no_silent_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *_CARDS, "--quant", "nonsense"]) != 0
    assert "no quantization is known as 'nonsense'" in capsys.readouterr().err
