"""`rig-advisor fleet` as scripts call it."""

import csv
import io
import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from advisor.__main__ import main
from advisor.advice.fleet import asking
from advisor.advice.fleet.reading import read_rigs, sources
from advisor.advice.sharing import shared_result, shared_text
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.hardware.machine_cards import with_cards
from advisor.facts.answers.fleet import Fleet
from advisor.facts.kept.profile import Profile
from advisor.facts.machine.measurement import Measurements
from advisor.facts.values.local_time import local_today
from advisor.facts.values.range import Range
from advisor.present.rank.fleet_group import users_sentence
from advisor.present.words.words import uncapital
from advisor.store.profile import save_machine
from tests.cli.test_share import own_run
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.sure import sure
from tests.fakes.systems.special_files import link, named_pipe

MODEL = ["--model", "Llama 3.1 8B"]


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """A folder with one fast rig, two equal slow ones, and one in a folder of its own."""
    folder = tmp_path / "lab"
    (folder / "upstairs").mkdir(parents=True)
    save_machine(folder / "fast.rig", machine(gpus=(nvidia_card(),)))
    save_machine(folder / "slow-1.rig", machine())
    save_machine(folder / "slow-2.rig", machine())
    save_machine(folder / "upstairs" / "small.json", machine(memory_gib=3.8, available_gib=3.0))
    return folder


def fleet(arguments: list[str], capsys: pytest.CaptureFixture[str], *, code: int = 0) -> Fleet:
    assert main(["fleet", *arguments, "--json"]) == code
    return Fleet.model_validate_json(capsys.readouterr().out)


def test_a_folder_is_every_saved_machine_in_it(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = fleet([str(lab), *MODEL], capsys)
    assert [one.label for one in found.rows] == ["fast", "slow-1", "slow-2", "small"]
    assert found.best == "fast"
    assert (found.rigs, found.different) == (4, 3)
    assert found.great + found.fine + found.slow + found.unknown + found.wont_run == 4
    assert sure(found.rows[0].tokens_per_s).middle > sure(found.rows[1].tokens_per_s).middle
    assert found.rows[1].tokens_per_s == found.rows[2].tokens_per_s
    assert found.rows[3].usability == "wont_run"
    assert len({one.quant for one in found.rows}) == 1


def test_patterns_files_and_names_may_be_mixed_and_each_file_counts_once(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = [str(lab / "slow-*.rig"), str(lab / "slow-1.rig"), "Mac mini M4 Pro 64GB"]
    found = fleet([*named, *MODEL], capsys)
    assert sorted(one.label for one in found.rows) == ["Mac mini M4 Pro 64GB", "slow-1", "slow-2"]


def test_rigs_keep_apart_however_long_the_way_to_them_is(
    lab: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    levels, letters = (6, 200) if sys.platform != "win32" else (0, 100)  # there a whole path has at most 260 letters
    deep, long = tmp_path.joinpath("deep", *["d" * 40] * levels), "z" * letters
    for name, file in (("x", "fast.rig"), ("y", "slow-1.rig"), (long, "fast.rig"), (f"{long}z", "slow-1.rig")):
        (deep / name).mkdir(parents=True)
        shutil.copy(lab / file, deep / name / "machine.rig")
    found = fleet([str(tmp_path / "deep"), *MODEL], capsys)
    assert len({one.label for one in found.rows}) == 4
    assert [one.price_usd is None for one in found.rows] == [one.processor.startswith("AMD") for one in found.rows]


def test_the_order_in_which_they_are_named_changes_nothing(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(map(str, lab.rglob("*.*")))
    assert fleet([*files, *MODEL], capsys) == fleet([*reversed(files), *MODEL], capsys)


def test_one_more_rig_never_makes_the_best_one_worse(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    some = fleet([str(lab / "slow-1.rig"), *MODEL], capsys)
    more = fleet([str(lab / "slow-1.rig"), str(lab / "fast.rig"), *MODEL], capsys)
    assert some.best == "slow-1"
    assert more.best == "fast"


def test_what_is_asked_for_is_shown_and_all_is_counted(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = fleet([str(lab), *MODEL, "--only", "wont_run"], capsys)
    assert [one.label for one in found.rows] == ["small"]
    assert (found.rigs, found.best) == (4, "fast")
    assert [one.label for one in fleet([str(lab), *MODEL, "--find", "rtx 4070"], capsys).rows] == ["fast"]
    assert [one.label for one in fleet([str(lab), *MODEL, "--sort", "name", "--limit", "2"], capsys).rows] == [
        "fast",
        "slow-1",
    ]


def test_without_a_model_it_is_the_best_that_all_run_well(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = fleet([str(lab)], capsys)
    assert found.for_all is not None
    assert found.for_most is not None
    assert found.for_all.rigs == 4
    assert found.model == found.for_all.model
    assert found.great + found.fine == 4
    assert found.for_most.rigs > 2


def test_a_bad_file_costs_only_itself_and_is_named(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (lab / "broken.rig").write_text("{")
    (lab / "deep.json").write_text("[" * 100_000)
    (lab / "long.json").write_bytes(b" " * (17 << 20))
    (lab / "other.json").write_text('{"schema_version": 1, "models": []}')
    (lab / "newer.json").write_text('{"schema_version": 99, "machine": {}}')
    named_pipe(lab / "pipe.json")
    good = json.loads((lab / "fast.rig").read_text())
    good["machine"]["gpus"][0]["memory_total_bytes"]["value"] = 10**400
    (lab / "huge.json").write_text(json.dumps(good))
    assert main(["fleet", str(lab), str(lab / "nowhere.rig"), *MODEL, "--json"]) == 1
    said = capsys.readouterr()
    found = Fleet.model_validate_json(said.out)
    assert [one.label for one in found.rows] == ["fast", "slow-1", "slow-2", "small"]
    assert sorted(one.label for one in found.faults) == [
        "broken", "deep", "huge", "long", "newer", "nowhere", "other", "pipe",
    ]  # fmt: skip
    assert said.err.count("\n") == len(found.faults)
    assert "broken: broken.rig is not a machine profile: it holds no JSON." in said.err


def test_a_folder_in_a_circle_is_read_once(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link(lab / "upstairs" / "again", lab)
    link(lab / "fast-again.rig", lab / "fast.rig")
    assert fleet([str(lab), *MODEL], capsys).rigs == 4


def test_files_of_one_name_are_told_apart(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_machine(lab / "upstairs" / "fast.rig", machine(cores=6))
    labels = {one.label for one in fleet([str(lab), *MODEL], capsys).rows}
    assert {str(lab / "fast.rig"), str(lab / "upstairs" / "fast.rig")} <= labels


def test_when_a_machine_was_saved_makes_no_other_rig(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = json.loads((lab / "fast.rig").read_text())
    (lab / "later.rig").write_text(json.dumps({**saved, "saved_at": "2031-01-01T00:00:00+00:00"}))
    (lab / "other-way.rig").write_text(json.dumps(dict(reversed(saved.items())), indent=3))
    found = fleet([str(lab), *MODEL], capsys)
    assert (found.rigs, found.different) == (6, 3)


def test_people_get_a_table_and_spreadsheets_rows(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fleet", str(lab), *MODEL]) == 0
    first, best, _, heading, *rows = capsys.readouterr().out.splitlines()
    assert first == "Llama 3.1 8B Q4_K_M runs well on 1 of 4 rigs."
    assert best == "Best rig: fast."
    assert heading.startswith("Rig")
    assert [row.split()[0] for row in rows] == ["fast", "slow-1", "slow-2", "small"]
    assert main(["fleet", str(lab), *MODEL, "--csv"]) == 0
    table = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert table[0]["label"] == "fast"
    assert float(table[0]["low_rate_per_s"]) < float(table[0]["rate_per_s"])


def test_another_task_is_answered_too(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = fleet([str(lab / "fast.rig"), "--model", "SDXL", "--workload", "images"], capsys)
    assert found.rows[0].rate_unit != "tokens"


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--model", "Lama 8"], 1, "no model is known as 'Lama 8'"),
        ([*MODEL, "--workload", "naps"], 1, "no workload is known as 'naps'"),
        ([*MODEL, "--quant", "tiny"], 1, "tiny"),
        ([*MODEL, "--limit", "0"], 2, "--limit"),
        (["--quant", "Q4_K_M"], 2, "--model"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(
    lab: Path, arguments: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fleet", str(lab), *arguments]) == code
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.err.count("\n") == 1


@pytest.fixture
def cards(tmp_path: Path) -> list[str]:
    """Two rigs, each with a card of 12 GB and little memory beside it."""
    for name in ("one.rig", "two.rig"):
        save_machine(tmp_path / name, machine(gpus=(nvidia_card(),), memory_gib=7.6, available_gib=6.0))
    return [str(tmp_path / "one.rig"), str(tmp_path / "two.rig")]


BIG = ["--model", "Qwen3 32B", "--quant", "Q3_K_M"]


def test_rigs_hold_together_what_none_of_them_holds(cards: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    found = fleet([*cards, *BIG, "--network", "10GbE"], capsys)
    split = sure(found.split)
    assert {one.label for one in split.parts} == {"one", "two"}
    assert sum(one.layers for one in split.parts) == 64
    assert all(0 < one.need_bytes <= one.free_bytes for one in split.parts)
    assert split.alone is None
    rate = sure(split.tokens_per_s)
    assert rate.low < rate.middle < rate.high
    assert main(["fleet", *cards, *BIG, "--network", "10GbE"]) == 0
    assert "Split by llama.cpp RPC" in capsys.readouterr().out


def test_a_better_network_is_never_slower(cards: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    networks = (["0.1", "--latency-us", "2000"], ["1GbE"], ["2.5GbE"], ["10GbE"], ["100GbE", "--latency-us", "5"])
    splits = [sure(fleet([*cards, *BIG, "--network", *one], capsys).split) for one in networks]
    rates = [sure(one.tokens_per_s).middle for one in splits]
    assert rates == sorted(rates)
    waits = [sure(one.first_token_s) for one in splits]
    assert waits == sorted(waits, reverse=True)


def test_a_small_model_is_faster_on_one_rig_alone(cards: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    split = sure(fleet([*cards, *MODEL, "--network", "25GbE"], capsys).split)
    assert split.alone == "one"
    assert sure(split.alone_tokens_per_s).middle > sure(split.tokens_per_s).middle
    assert main(["fleet", *cards, *MODEL, "--network", "25GbE"]) == 0
    assert "one alone is faster" in capsys.readouterr().out


def test_what_all_together_lack_is_said(cards: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    split = sure(fleet([*cards, "--model", "DeepSeek R1", "--network", "10GbE"], capsys).split)
    assert split.parts == ()
    assert split.missing_bytes > 100 << 30
    one = sure(fleet([cards[0], *BIG, "--network", "10GbE"], capsys).split)
    assert one.parts == ()
    assert one.missing_bytes > 0


def test_without_a_network_nothing_is_split(cards: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert fleet([*cards, *BIG], capsys).split is None


@pytest.mark.parametrize("network", ["fast", "0", "-1", "nan", "inf", "1e9"])
def test_a_network_is_a_name_or_a_rate(network: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fleet", "Mac mini M4 Pro 64GB", *MODEL, f"--network={network}"]) == 2
    assert "--network" in capsys.readouterr().err


def test_a_split_names_what_holds_it_back(cards: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    fast = sure(fleet([*cards, *BIG, "--network", "25GbE"], capsys).split)
    assert fast.slowest in ("one", "two")
    slow = sure(fleet([*cards, *BIG, "--network", "0.001"], capsys).split)
    assert (slow.slowest, slow.limit) == (None, "interconnect")
    assert main(["fleet", *cards, *BIG, "--network", "0.001"]) == 0
    assert "Held back by the network." in capsys.readouterr().out


def test_equal_gpus_share_every_layer_and_others_do_not(
    cards: list[str], lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    net = ["--network", "100GbE", "--latency-us", "5"]
    tensor = sure(fleet([*cards, *MODEL, *net], capsys).tensor)
    assert set(tensor.labels) == {"one", "two"}
    assert 0 < tensor.need_bytes <= tensor.free_bytes
    assert tensor.tokens_per_s.high > 2 * tensor.tokens_per_s.middle > 4 * tensor.tokens_per_s.low
    slower = sure(fleet([*cards, *MODEL, "--network", "1GbE", "--latency-us", "300"], capsys).tensor)
    assert slower.tokens_per_s.middle < tensor.tokens_per_s.middle
    assert fleet([cards[0], str(lab / "slow-1.rig"), *MODEL, *net], capsys).tensor is None
    whole = sure(fleet([*cards, *MODEL, "--quant", "F16", *net], capsys).tensor)
    assert (tensor.precision, whole.precision) == ("AWQ INT4", "bf16")
    assert main(["fleet", cards[0], *MODEL, *net]) == 0
    assert "needs equal GPUs that vLLM supports" in capsys.readouterr().out


def test_users_of_all_are_those_of_each_together(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = fleet([str(lab), *MODEL, "--users"], capsys)
    users = {one.label: sure(one.users) for one in found.rows}
    assert users["fast"].middle > users["slow-1"].middle
    assert users["small"] == (0, 0, 0)
    assert all(one.low <= one.middle <= one.high for one in users.values())
    assert sure(found.users).middle == sum(one.middle for one in users.values())
    assert main(["fleet", str(lab), *MODEL, "--users"]) == 0
    assert "All of them together serve" in capsys.readouterr().out


def test_one_user_is_one_whatever_else_it_may_be(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = fleet([str(lab), *MODEL, "--users"], capsys)
    assert users_sentence(found.changed(users=Range(0, 1, 3))).endswith(
        "serve 1 user (0 to 3) at once, each on one rig."
    )
    assert "serve 2,000 users at once" in users_sentence(found.changed(users=Range.exactly(2000)))


def test_who_runs_it_well_is_told_to_buy_nothing(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = sure(fleet([str(lab / "fast.rig"), *MODEL, "--buy"], capsys).buying)
    assert (found.verdict, found.purchases, found.asked, found.enough) == ("no", (), 1, 1)
    assert main(["fleet", str(lab / "fast.rig"), *MODEL, "--buy"]) == 0
    assert "Buy nothing.\nIt runs well on 1 rig.\n" in capsys.readouterr().out


def test_what_is_worth_most_for_its_money_is_bought_first(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = sure(fleet([str(lab), "--model", "Qwen3 14B", "--buy"], capsys).buying)
    assert found.verdict == "yes"
    first = found.purchases[0]
    assert first.rigs == (2 if first.label == "slow-1" else 1)
    assert sure(first.cost_usd) >= 0
    assert "fast" not in {one.label for one in found.purchases}
    assert main(["fleet", str(lab), "--model", "Qwen3 14B", "--buy"]) == 0
    said = capsys.readouterr().out
    assert f"Buy {uncapital(first.candidate)} for {first.label}" in said
    assert re.search(r"[0-9] times as fast\.$", said, re.MULTILINE)


def test_those_that_need_it_are_asked_first(
    lab: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "MOST_ADVISED", 1)
    found = sure(fleet([str(lab), "--model", "Qwen3 14B", "--buy"], capsys).buying)
    assert [one.label for one in found.purchases] == ["slow-1"]
    assert (found.asked, found.enough, found.left_out) == (2, 1, 1)


def test_a_shared_result_is_a_rig_as_its_machine_is(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    catalog = load_catalog()
    known = with_cards(machine(gpus=(nvidia_card(),)), catalog)
    ran = Measurements(results=(), own_runs=(own_run(tokens_per_s=61.0),))
    for name, profile in (
        ("shared.json", Profile(machine=known)),
        ("ran.json", Profile(machine=known, measurements=ran)),
    ):
        text = shared_text(shared_result(profile, catalog, today=local_today()))
        (lab / "upstairs" / name).write_text(text)
    found = {one.label: one for one in fleet([str(lab), *MODEL], capsys).rows}
    own, shared, measured = (sure(found[name].tokens_per_s) for name in ("fast", "shared", "ran"))
    assert shared.middle == pytest.approx(own.middle, rel=0.05)
    assert found["shared"].processor in found["fast"].processor
    assert measured.middle == pytest.approx(61, rel=0.05)
    assert measured.high / measured.low < shared.high / shared.low


def test_a_damaged_shared_result_costs_only_itself(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (lab / "odd.json").write_text('{"kind": "rig-advisor-result", "schema_version": 1, "cpu": 7}')
    (lab / "next.json").write_text('{"kind": "rig-advisor-result", "schema_version": 2}')
    found = fleet([str(lab), *MODEL], capsys, code=1)
    assert found.rigs == 4
    assert sorted(one.label for one in found.faults) == ["next", "odd"]


def test_a_computer_is_called_by_its_file_and_no_file_holds_a_name(
    lab: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "brunhilde")
    save_machine(lab / "Desk of Ada.rig", machine())
    text = (lab / "Desk of Ada.rig").read_text()
    assert all(word not in text for word in ("Ada", "Desk", "brunhilde", str(lab)))
    assert "Desk of Ada" in [one.label for one in fleet([str(lab), *MODEL], capsys).rows]


def test_many_damaged_files_keep_nothing_of_what_was_read(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rigs = read_rigs(sources([str(lab / "fast.rig"), *_damaged(lab)]), load_catalog())
    assert len(rigs.faults) == 5
    assert all(error.__traceback__ is None and error.__cause__ is None for _, error in rigs.faults)


def _damaged(lab: Path) -> list[str]:
    paths = [lab / f"broken-{number}.rig" for number in range(5)]
    for path in paths:
        path.write_text('{"machine": {}}')
    return list(map(str, paths))


def test_an_empty_folder_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fleet", str(tmp_path), *MODEL]) == 1
    assert capsys.readouterr().err == "rig-advisor: no saved machine was found there\n"


def test_a_model_too_weak_for_the_work_says_so_as_the_catalog_does(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fleet", str(lab / "fast.rig"), "--model", "Qwen3 0.6B"]) == 0
    assert "Too weak" in capsys.readouterr().out
    assert main(["rank", "--machine", str(lab / "fast.rig"), "--find", "Qwen3 0.6B", "--limit", "1"]) == 0
    assert "Too weak" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["DGX Spark", "Mac mini M4 Pro 48GB", "MacBook Air M2 8GB", "M4 Max 64GB"])
def test_a_computer_has_the_names_that_it_has_everywhere(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = fleet([name, "--model", "Qwen3 1.7B"], capsys).rows
    assert main(["ask", "Qwen3 1.7B", "--quant", row.quant or "", "--machine", name, "--json"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert sure(row.tokens_per_s).middle == pytest.approx(alone["tokens_per_s"])
