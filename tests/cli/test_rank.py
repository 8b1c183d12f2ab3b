"""`rig-advisor rank` as scripts call it."""

import json
from pathlib import Path

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.ranking import Ranking
from advisor.facts.kept.profile import Correction
from advisor.facts.values.units import GIB
from advisor.store.profile import save_machine
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.sure import sure


@pytest.fixture
def saved(tmp_path: Path) -> str:
    file = tmp_path / "rig.json"
    save_machine(file, machine(gpus=(nvidia_card(),)))
    return str(file)


def test_one_document_with_every_model(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "--machine", saved, "--json"]) == 0
    imported = capsys.readouterr()
    assert imported.err == ""
    found = Ranking.model_validate_json(imported.out)
    assert len(found.models) == len(load_catalog().models)
    assert list(json.loads(imported.out)) == ["schema_version", "models", "notes"]


def test_people_get_a_table(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "--machine", saved, "--workload", "coding"]) == 0
    first, *rows = capsys.readouterr().out.splitlines()
    assert first.startswith("Model")
    assert 100 < len(rows) < len(load_catalog().models)


@pytest.mark.parametrize(("workload", "said"), [("chat", "4,096-token context."), ("agent", "(2,000 new per step)")])
def test_people_are_told_what_the_models_are_judged_with(
    workload: str, said: str, saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rank", "--machine", saved, "--workload", workload, "--limit", "3"]) == 0
    assert said in capsys.readouterr().out


def test_the_live_machine_is_ranked_without_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "--json"]) == 0
    assert Ranking.model_validate_json(capsys.readouterr().out).models


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--machine", "nowhere.json"], 1, "nowhere.json could not be opened"),
        (["--workload", "naps"], 1, "no workload is known as 'naps'; known: "),
        (["--workload"], 2, "expected one argument"),
        (["somewhere.json"], 2, "unrecognized arguments"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    arguments: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rank", *arguments]) == code
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_a_damaged_machine_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rig.json"
    file.write_text('{"machine": 3}')
    assert main(["rank", "--machine", str(file)]) == 1
    assert "rig.json is not a machine profile" in capsys.readouterr().err


@pytest.mark.broad
def test_what_was_typed_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rig.json"
    small = Correction(fact="gpus.0000:01:00.0.memory_total_bytes", value=4 * GIB)
    fast = Correction(fact="gpus.0000:01:00.0.theoretical_bytes_per_s", value=2000e9)
    speeds = []
    for corrections in ((), (small,), (fast,)):
        save_machine(file, machine(gpus=(nvidia_card(),)), corrections=corrections)
        assert main(["rank", "--machine", str(file), "--json"]) == 0
        found = Ranking.model_validate_json(capsys.readouterr().out)
        speeds += [sure(one.tokens_per_s).middle for one in found.models if one.model == "Llama 3.1 8B"]
    plain, smaller, faster = speeds
    assert smaller < plain < faster


@pytest.mark.broad
@pytest.mark.parametrize(
    ("name", "unit"), [("images", "Images a minute"), ("fine-tune", "Tokens/s"), ("video", "Clips")]
)
def test_every_workload_is_ranked_by_any_of_its_names(
    name: str, unit: str, saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rank", "--machine", saved, "--workload", name]) == 0
    assert unit in capsys.readouterr().out.splitlines()[0]
    assert main(["rank", "--machine", saved, "--workload", name, "--json"]) == 0
    found = Ranking.model_validate_json(capsys.readouterr().out).models
    assert [one.older for one in found] == sorted(one.older for one in found)
    assert found[0].wait_s is not None


@pytest.mark.broad
def test_older_models_are_folded_away_and_shown_on_demand(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "--machine", saved]) == 0
    folded = capsys.readouterr().out
    assert main(["rank", "--machine", saved, "--all"]) == 0
    everything = capsys.readouterr().out
    assert "older models: --all" in folded
    assert "GPT-2" in everything
    assert "GPT-2" not in folded
    shown, (_, judged, told) = folded.splitlines()[1:-3], folded.splitlines()[-3:]
    assert judged == everything.splitlines()[-1]
    assert [line.split("  ")[0] for line in shown] == [line.split("  ")[0] for line in everything.splitlines()][
        1 : 1 + len(shown)
    ]
    assert told == f"{len(everything.splitlines()) - 3 - len(shown)} older models: --all"


@pytest.mark.broad
def test_filters_and_search(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "--machine", saved, "--only", "great", "--only", "vram", "--only", "sees", "--json"]) == 0
    found = Ranking.model_validate_json(capsys.readouterr().out).models
    assert found
    assert {(one.usability, one.fit) for one in found} <= {("great", "fits"), ("great", "tight")}
    assert not [one.model for one in found if not load_catalog().models[one.model_id].is_able("sees")]
    assert main(["rank", "--machine", saved, "--find", "gemma 3 27"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("Gemma 3 27B ")


def test_only_what_writes_as_fast_as_is_asked(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "--machine", saved, "--at-least", "50", "--json"]) == 0
    ranked = Ranking.model_validate_json(capsys.readouterr().out).models
    rates = [one.tokens_per_s.middle if one.tokens_per_s else 0.0 for one in ranked]
    assert rates
    assert min(rates) >= 50
    assert main(["rank", "--machine", saved, "--at-least", "100000"]) == 0
    assert "No model of the list writes at least 100000 tokens/s here." in capsys.readouterr().out


def test_a_computer_of_the_catalog_is_ranked_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "--machine", "Mac mini M4 Pro 64GB", "--json"]) == 0
    found = Ranking.model_validate_json(capsys.readouterr().out)
    assert sum(one.fit == "fits" for one in found.models) > 100
    assert main(["rank", "--machine", "Mac mini M4 Pro 640GB"]) == 1
    said = capsys.readouterr().err
    assert "it is not there" in said
    assert "Mac mini M4 Pro (20-core GPU) 64GB" in said


@pytest.mark.broad
@pytest.mark.parametrize("more", [[], ["--json"], ["--all"]])
def test_the_first_of_a_list_are_those_of_the_whole_list(
    more: list[str], saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def names(*arguments: str) -> list[str]:
        assert main(["rank", "--machine", saved, *more, *arguments]) == 0
        told = capsys.readouterr().out
        if more == ["--json"]:
            return [one.model for one in Ranking.model_validate_json(told).models]
        return [line.split("  ")[0] for line in told.split("\n\n")[0].splitlines()[1:]]

    everything = names()
    for count in (1, 7, 20):
        assert names("--limit", str(count)) == everything[:count]


@pytest.mark.parametrize(
    ("gpu", "workload", "said"),
    [
        ("P40", "chat", "Tesla P40: no new drivers after branch 580, CUDA 12 builds only"),
        ("MI50", "chat", "ROCm does not support it"),
        ("Arc B580", "pictures", "Programs for Arc B580: ComfyUI (PyTorch for Intel GPUs (xpu))"),
        ("RX 7900 XTX", "serve", "Programs for RX 7900 XTX: vLLM (ROCm), on Linux."),
        ("K80", "chat", "no current build of llama.cpp"),
    ],
)
def test_old_cards_and_those_of_other_makers_are_told_what_runs_on_them(
    gpu: str, workload: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rank", "--gpu", gpu, "--workload", workload, "--limit", "1"]) == 0
    assert said in capsys.readouterr().out


def test_a_card_that_every_program_runs_on_is_told_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "--gpu", "RTX 3090", "--limit", "1"]) == 0
    assert "Programs" not in capsys.readouterr().out
