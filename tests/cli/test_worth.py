"""`rig-advisor worth` as scripts call it."""

import json
import re
from pathlib import Path

import pytest

from advisor.__main__ import main
from advisor.facts.answers.worth import Worth
from advisor.facts.kept.settings import Money, Settings
from advisor.store.profile import save_machine
from advisor.store.settings import SETTINGS
from tests.fakes.machines import machine

QUESTION = ("--model", "Qwen3-32B", "--workload", "coding")
CONTRACT = (
    "candidate",
    "kind",
    "fit",
    "tokens_per_s",
    "speed_up",
    "cost_usd",
    "break_even_days",
    "worth_below_usd",
    "newly_usable_models",
)


@pytest.fixture
def saved(tmp_path: Path) -> str:
    file = tmp_path / "rig.json"
    save_machine(file, machine())
    return str(file)


def test_one_document_as_the_contract_has_it(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worth", "--machine", saved, *QUESTION, "--json"]) == 0
    imported = capsys.readouterr()
    assert imported.err == ""
    Worth.model_validate_json(imported.out)
    found = json.loads(imported.out)
    assert {"schema_version", "verdict", "sentence", "rules", "candidates"} <= set(found)
    assert all(set(CONTRACT) <= set(one) for one in found["candidates"])
    assert {one["kind"] for one in found["candidates"]} >= {"card", "nothing"}
    assert set(found["rules"]) <= {f"R{number}" for number in range(1, 10)}
    assert len(found["reasons"]) == 3


def test_what_the_judged_file_loses_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    rig = ("--gpu", "RTX 3090", "--cpu", "Ryzen 9 7950X", "--ram", "64")
    assert main(["worth", "Qwen3 235B", *rig, "--json"]) == 0
    found = Worth.model_validate_json(capsys.readouterr().out)
    told = [one for one in found.notes if "costs quality" in one]
    assert found.quant is not None
    assert [one.split()[0] for one in told] == [found.quant]
    assert main(["worth", "Qwen3 8B", *rig, "--json"]) == 0
    assert not any("costs quality" in one for one in Worth.model_validate_json(capsys.readouterr().out).notes)


def test_people_get_the_verdict_first(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worth", "--machine", saved, *QUESTION]) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("Yes: ")
    told = [line.split(":")[0] for line in rest if line.startswith("- ")]
    assert told[:3] == ["- Comfort", "- Privacy", "- Money"]


def test_a_workload_goes_by_its_name_too(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for workload in ("long-documents", "Long documents"):
        assert main(["worth", "--machine", saved, *QUESTION[:2], "--workload", workload, "--json"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


def test_what_was_kept_about_money_is_used_and_an_option_comes_before_it(
    saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    SETTINGS.change(lambda _: Settings(money=Money(hours_per_day=0.0, stays_here=True)))
    assert main(["worth", "--machine", saved, *QUESTION, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reason"] == "not_used"
    assert main(["worth", "--machine", saved, *QUESTION, "--hours-per-day", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reason"] == "for_here"


def test_a_price_may_be_told(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worth", "--machine", saved, *QUESTION, "--price", "gpus/nvidia/rtx-3090=5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "yes"
    assert main(["worth", "--machine", saved, *QUESTION, "--price", "RTX 3090=5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "yes", "by the name that people write"


def test_both_prices_of_an_api_may_be_told(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worth", "--machine", saved, *QUESTION, "--cloud", "--json"]) == 0
    api = next(one for one in json.loads(capsys.readouterr().out)["candidates"] if one["kind"] == "api")
    assert main(["worth", "--machine", saved, *QUESTION, "--price", f"{api['id']}=400/900", "--cloud", "--json"]) == 0
    dear = next(one for one in json.loads(capsys.readouterr().out)["candidates"] if one["kind"] == "api")
    assert dear["usd_per_million"] > 900 > api["usd_per_million"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--hours-per-day", "25"), "--hours-per-day: 25.0 should be less than or equal to 24"),
        (("--hours-per-day", "-1"), "--hours-per-day: -1.0 should be greater than or equal to 0"),
        (("--budget", "-1"), "--budget: -1.0 should be greater than or equal to 0"),
        (("--currency", "EURO"), "--currency: 'EURO' is no code of three letters"),
        (("--currency", "UAH", "--budget", "300"), "say with --rate how many US dollars one UAH is"),
        (("--currency", "UAH", "--electricity", "0.4"), "say with --rate how many US dollars one UAH is"),
        (("--rate", "1.2"), "--rate is of another currency than dollars"),
        (("--rate", "0"), "--rate: 0.0 should be greater than 0"),
        (("--electricity", "nan"), "--electricity: nan should be a finite number"),
        (("--price", "sticks=much"), "no id with an amount"),
        (("--price", "=3"), "no id with an amount"),
        (("--price", "rtx-3090x=5"), "nearest known: "),
        (("--price", "sticks=1e300"), "--price: 1e+300 should be less than or equal to 1000000000"),
        (("--price", "api:qwen3-32b=3"), "no id with an amount"),
        (("--price", "api:qwen9-32=3/4"), "nearest known: api:"),
        (("--price", "sticks=-3"), "--price: -3.0 should be greater than or equal to 0"),
        (("--workload", "nothing"), "no workload is known as 'nothing'"),
        (("--model", "Nemo 99"), "no model is known as 'Nemo 99'"),
    ],
)
def test_what_cannot_be_is_one_plain_line(
    saved: str, options: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    named = ("nearest known", "no workload", "no model")
    code = main(["worth", "--machine", saved, *QUESTION, *options])
    assert code == (1 if words.startswith(named) else 2), "a value that an option cannot take is wrong usage"
    imported = capsys.readouterr()
    assert imported.out == ""
    assert words in imported.err
    assert imported.err.count("\n") == 1


def test_a_file_of_prices_comes_before_our_cards_and_is_not_kept(
    saved: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "shop.csv"
    file.write_text("of,condition,price,as_of\nRTX 3090,used,123,2026-11-20\nRTX 3095 Super,used,9,2026-11-20\n")
    assert main(["worth", "--machine", saved, *QUESTION, "--prices", str(file), "--json"]) == 0
    printed = capsys.readouterr()
    assert "nothing is known as RTX 3095 Super" in printed.err
    found = json.loads(printed.out)
    assert any("1 price of shop (2026-11-20) comes before" in note for note in found["notes"])
    assert next(one["cost_usd"] for one in found["candidates"] if one["candidate"] == "An RTX 3090") == 123
    assert SETTINGS.read().record.money.pack is None


def test_a_file_of_prices_that_cannot_be_used_is_one_sentence(
    saved: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "shop.csv"
    file.write_text("of,price,as_of\nRTX 3090,-1,2026-11-20\nRTX 4090,5,tomorrow\n")
    assert main(["worth", "--machine", saved, *QUESTION, "--prices", str(file)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "line 2 has -1" in printed.err
    assert "line 3 has tomorrow" in printed.err


def test_a_model_is_named_as_for_ask(saved: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worth", "--machine", saved, "--model", "Qwen3 32B", "--json"]) == 0
    as_option = capsys.readouterr().out
    assert main(["worth", "Qwen3", "32B", "--machine", saved, "--json"]) == 0
    assert capsys.readouterr().out == as_option
    assert main(["worth", "Qwen3 32B", "--machine", saved, "--model", "Qwen3 8B"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


@pytest.mark.broad
@pytest.mark.parametrize("workload", ["coding-agent", "films", "pictures"])
def test_without_a_model_it_is_judged_with_the_first_of_the_ranking(
    workload: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--gpu", "RTX 3090", "--ram", "64", "--workload", workload, "--json"]
    assert main(["rank", "--limit", "1", *asked]) == 0
    first = json.loads(capsys.readouterr().out)["models"][0]["model"]
    assert main(["worth", *asked]) == 0
    assert json.loads(capsys.readouterr().out)["model"] == first


@pytest.mark.parametrize(
    ("parts", "sticks"),
    [
        (("--ram", "32"), "2 sticks of 16 GB DDR5"),
        (("--ram", "32", "--cpu", "Ryzen 5 5600"), "2 sticks of 16 GB DDR4-3200"),
        (("--ram", "128", "--cpu", "Ryzen 5 5600"), "4 sticks of 32 GB DDR4-3200"),
        (("--ram", "256", "--cpu", "EPYC 7302"), "8 sticks of 32 GB DDR4-3200"),
    ],
)
def test_memory_can_be_bought_for_a_computer_of_parts_whose_sticks_are_assumed(
    parts: tuple[str, ...], sticks: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without sticks to put beside, or in place of, a box for 3,300 dollars led where 64 GB do it."""
    assert main(["worth", "gpt-oss 120B", "--gpu", "RTX 3060 12GB", *parts]) == 0
    said = capsys.readouterr().out
    assert sticks in said
    if "32" in parts:
        assert said.splitlines()[0].replace(" in all", "").partition(" RAM for $")[2]


def test_what_is_surely_beyond_the_budget_is_not_listed_for_its_missing_price(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An i5-4590 with 150 dollars was shown a Mac Studio of 512 GB: "add price"."""
    assert main(["worth", "--gpu", "none", "--cpu", "Core i5-4590", "--ram", "8", "--budget", "150", "--json"]) == 0
    found = Worth.model_validate_json(capsys.readouterr().out)
    assert not [one.id for one in found.candidates if one.kind in ("card", "computer") and one.price is None]


def test_soldered_memory_is_not_bought(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worth", "gpt-oss 120B", "--gpu", "none", "--ram", "32", "--cpu", "Core Ultra 7 258V"]) == 0
    said = capsys.readouterr().out
    assert "sticks of" not in said
    assert "of memory" not in said


@pytest.mark.parametrize(("cpu", "is_said"), [("Core i7-1260P", True), ("Core i5-12400", False)])
def test_assumed_sticks_of_a_laptop_may_be_soldered(
    cpu: str, is_said: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["worth", "Qwen3.6 35B-A3B", "--gpu", "none", "--ram", "16", "--cpu", cpu, "--budget", "400"]) == 0
    said = capsys.readouterr().out
    assert "of DDR" in said
    assert ("not soldered" in said) == is_said


@pytest.mark.broad
@pytest.mark.parametrize(
    ("model", "workload"),
    [("Wan 2.2 14B", "films"), ("FLUX.1 dev", "pictures"), ("Whisper", "speech"), ("Qwen3 8B", "chat")],
)
def test_a_model_without_a_workload_is_for_its_own_work(
    model: str, workload: str, saved: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for work in ((), ("--workload", workload)):
        assert main(["worth", model, "--machine", saved, *work, "--json"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


def _load(said: pytest.CaptureFixture[str], *load: str) -> Worth:
    parts = ("--gpu", "none", "--cpu", "Ryzen 5 5600", "--ram", "32", "--cloud", "--json")
    assert main(["worth", "Qwen3.6 35B-A3B", "--workload", "coding-agent", *parts, *load]) == 0
    return Worth.model_validate_json(said.readouterr().out)


def test_the_tokens_of_a_day_decide_what_is_paid_and_what_keeps_up(capsys: pytest.CaptureFixture[str]) -> None:
    """A card was said to pay for itself that could not do a day's work in a day."""
    few, many = (_load(capsys, "--tokens-per-day", amount) for amount in ("20000000", "600000000"))
    api = [next(one for one in answer.candidates if one.kind == "api") for answer in (few, many)]
    cost = [one.running_usd_per_day or 0.0 for one in api]
    assert cost[1] == pytest.approx(30 * cost[0], rel=0.01)
    assert any("20,000,000 tokens read and written a day" in note for note in few.notes)
    small = [next(one for one in answer.candidates if "RTX 3060 12GB" in one.candidate) for answer in (few, many)]
    assert [one.usability for one in small] == ["great", "slow"]


def test_amounts_in_another_currency_go_by_the_rate_of_a_bank_where_nobody_tells_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ("worth", "Qwen3 32B", "--gpu", "RTX 3060 12GB", "--ram", "32", "--budget", "1000", "--currency", "EUR")
    assert main(list(asked)) == 0
    stated = capsys.readouterr().out
    assert re.search(r"Assumes 1 EUR = 1\.\d+ USD \(ECB, 20\d\d-\d\d-\d\d\)\.", stated)
    assert "€" in stated
    assert main([*asked, "--rate", "1.5"]) == 0
    told = capsys.readouterr().out
    assert "1 EUR =" not in told
    assert told != stated


def test_users_alone_are_a_team_that_is_served(capsys: pytest.CaptureFixture[str]) -> None:
    served = ("worth", "Qwen3 8B", "--gpu", "RTX 3060 12GB", "--ram", "32", "--users", "8")
    told = [main([*served, *work]) or capsys.readouterr().out for work in ((), ("--workload", "serve-a-team"))]
    assert told[0] == told[1]
    assert main([*served, "--workload", "chat"]) == 2
    assert "--users goes with work that serves people" in capsys.readouterr().err


def test_users_of_work_in_which_nobody_waits_are_a_team(capsys: pytest.CaptureFixture[str]) -> None:
    served = ("worth", "gpt-oss 20B", "--gpu", "RTX 3090", "--ram", "64", "--users", "50", "--workload")
    told = []
    for work in ("serve-a-team", "serve-many"):
        assert main([*served, work]) == 0
        told.append(capsys.readouterr().out)
    team, pile = told
    assert pile.replace("Judged as --workload serve-a-team: with --users people wait for their answers.\n", "") == team
    assert "Judged as --workload serve-a-team" in pile


def test_tokens_are_of_work_that_writes_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worth", "SDXL", "--gpu", "RTX 3090", "--ram", "64", "--tokens-per-day", "1000"]) == 2
    assert "--tokens-per-day is of work that writes text" in capsys.readouterr().err


def test_more_users_need_more_of_a_card(capsys: pytest.CaptureFixture[str]) -> None:
    served = ("--workload", "serve-a-team", "--gpu", "RTX 3060 12GB", "--ram", "64", "--json")
    lights = []
    for users in ("2", "200"):
        assert main(["worth", "Qwen3 8B", *served, "--users", users]) == 0
        lights.append(Worth.model_validate_json(capsys.readouterr().out).usability)
    assert lights[0] == "great"
    assert lights[1] != "great"


@pytest.mark.parametrize(
    "load", [("--users", "0"), ("--users", "many"), ("--tokens-per-day", "-1"), ("--tokens-per-day", "nan")]
)
def test_a_load_that_cannot_be_is_wrong_usage(load: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worth", "Qwen3 8B", "--gpu", "none", "--ram", "32", *load]) == 2
    assert load[0] in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ("Gemma 4 26B-A4B", "--gpu", "RTX 4060 8GB", "--ram", "16", "--bill", "60", "--tokens-per-day", "50000000"),
        ("Gemma 4 26B-A4B", "--gpu", "none", "--ram", "16", "--bill", "5", "--consider", "RTX 5090"),
    ],
)
def test_a_payback_after_the_longest_use_is_none(options: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    main(["worth", *options, "--cloud"])
    bill = next(one for one in capsys.readouterr().out.splitlines() if one.startswith("Your bill of "))
    assert bill.endswith("never pays for itself; 6 years of use are the most assumed.")


def test_a_payback_in_time_is_told_with_its_condition(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--gpu", "none", "--ram", "16", "--bill", "200", "--consider", "RTX 3090")
    main(["worth", "Gemma 4 26B-A4B", *options, "--cloud"])
    bill = next(one for one in capsys.readouterr().out.splitlines() if one.startswith("Your bill of "))
    assert "pays for itself after " in bill
    assert "but only if " in bill


def test_a_no_lists_few_options_and_what_is_unknown_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    rig = ("worth", "gpt-oss 20b", "--gpu", "RTX 3060 12GB", "--cpu", "Ryzen 5 5600", "--ram", "32")
    assert main([*rig]) == 0
    short = capsys.readouterr().out.splitlines()
    assert short[0].startswith("No: ")
    assert sum("  " in one for one in short) <= 12, "eight, with what is advised or asked about, and the titles"
    left_out = next(one for one in short if one.endswith(" more options: --all."))
    assert sum(one.startswith("Unknown, for ") for one in short) == 1
    assert not any(one.startswith(("Free slot unknown", "Room in the case unknown")) for one in short)
    assert main([*rig, "--all"]) == 0
    whole = capsys.readouterr().out.splitlines()
    assert sum("  " in one for one in whole) == sum("  " in one for one in short) + int(left_out.split()[0])
    assert any(one.startswith("Room in the case unknown: ") for one in whole)


def test_what_was_asked_about_is_listed_however_far_down_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    rig = ("worth", "gpt-oss 20b", "--gpu", "RTX 3060 12GB", "--cpu", "Ryzen 5 5600", "--ram", "32")
    assert main([*rig, "--consider", "RTX 6000 Ada"]) == 0
    assert any(one.startswith("Replace with RTX 6000 Ada  ") for one in capsys.readouterr().out.splitlines())


def test_a_cheaper_card_that_does_the_same_is_named_beside_the_one_that_was_asked_about(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = "- For $930, an RX 7900 XTX does about the same: "
    main(["worth", "--gpu", "RTX 4070", "--consider", "RTX 3090"])
    assert told in capsys.readouterr().out
    main(["worth", "--gpu", "RTX 4070", "--consider", "RX 7900 XTX"])
    assert "does about the same" not in capsys.readouterr().out


def test_a_computer_of_a_cpu_alone_is_said_to_have_no_price(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worth", "--gpu", "none", "--ram", "16", "--consider", "Snapdragon X"]) == 1
    told = "no computer with Snapdragon X has a price here; see what it does: rig-advisor rank --cpu 'Snapdragon X'"
    assert told in capsys.readouterr().err
