"""What is answered to who asks for a purchase: from nothing, against a bill, as memory, VRAM, a swap or for rent."""

import re

import pytest

from advisor.__main__ import main
from advisor.cli.asking.sentence.kinds.whose import is_of_mine
from advisor.cli.asking.steps import Machines
from tests.cli.asking.understood import lines_of, plan_of

Said = pytest.CaptureFixture[str]


def _asked(capsys: Said, *words: str) -> list[str]:
    main([*words])
    return capsys.readouterr().out.splitlines()


def _told(lines: list[str], start: str) -> str:
    return next((one for one in lines if one.startswith(start)), "")


@pytest.mark.parametrize("budget", [1500, 3000])
def test_who_has_no_computer_is_offered_a_pc_with_a_gpu_beside_the_others(budget: int, capsys: Said) -> None:
    lines = _asked(capsys, "ask", f"I have no computer, ${budget} for chat, what should I buy?")
    assert sum(one.startswith("PC with ") for one in lines) >= 2
    assert _told(lines, "Mac mini")
    parts = _told(lines, "The PC is to be built: ")
    assert parts.endswith(" without its GPU.")


def test_only_macs_are_listed_for_who_wants_a_mac_and_small_computers_for_who_wants_it_quiet(capsys: Said) -> None:
    for question in ("which mac for $4000", "a quiet complete computer for chat, $3000"):
        assert not _told(_asked(capsys, "ask", question), "PC with ")


def test_a_computer_is_held_against_a_bill_with_its_quality_and_volume(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "I pay $200 a month for Claude, would a Mac Studio pay for itself?")
    bills = [one for one in lines if one.startswith("Your bill of $200 a month: a Mac Studio")]
    assert len(bills) == 2
    assert all("pays for itself after" in one and "but only if" in one for one in bills)
    assert "well below what large services run" in _told(lines, "Quality: ")
    assert "million tokens a month" in _told(lines, "Volume: ")
    assert _told(lines, "The same model from an API costs $")


def test_a_local_card_that_would_pay_is_bought_and_not_there(capsys: Said) -> None:
    words = "Claude costs me 100 dollars a month for coding, would a local 5090 pay for itself?"
    told = " ".join(_asked(capsys, "ask", words))
    assert "an RTX 5090 pays for itself after " in told
    assert "--consider 'RTX 5090'" in told


@pytest.mark.parametrize(
    "words",
    [
        "I pay 200 dollars a month for claude. would my own rig be cheaper for coding?",
        "our own server for coding instead of $200 a month for cursor?",
        "I pay $200 a month for claude, is a local machine cheaper for coding?",
    ],
)
def test_a_rig_to_be_bought_in_place_of_a_bill_is_none_that_is_there(words: str, capsys: Said) -> None:
    lines = _asked(capsys, "ask", words)
    assert lines[0] == "Answered for a usual PC with a card to buy (--gpu none --ram 32)."
    assert "pays for itself after" in _told(lines, "Your bill of $200 a month: ")
    assert "--gpu none --ram 32 --bill 200" in _told(lines, "Asked as: ")


def test_what_is_called_mine_without_a_bill_is_there() -> None:
    assert is_of_mine("what can I run on my own pc", None)
    assert not is_of_mine("would building my own server be a good idea?", None)


def test_what_is_too_slow_for_the_tokens_of_a_bill_does_not_replace_it(capsys: Said) -> None:
    told = ("worth", "Qwen3.6 35B-A3B", "--gpu", "none", "--ram", "32", "--consider", "RTX 3090", "--bill", "900")
    lines = _asked(capsys, *told, "--tokens-per-day", "50000000")
    assert "cannot replace it" in _told(lines, "Your bill of $900 a month: an RTX 3090")
    lines = _asked(capsys, *told, "--tokens-per-day", "500000")
    assert "falls away only if Qwen3.6 35B-A3B as it runs here" in _told(lines, "Your bill of $900 a month")
    lines = _asked(capsys, *told, "--tokens-per-day", "8000000")
    assert "pays for itself" in _told(lines, "Your bill of $900 a month: an RTX 3090")


def test_a_bill_is_told_of_where_what_is_there_is_enough(capsys: Said) -> None:
    """It vanished there, though what it pays for is what the own computer has to do as well."""
    told = ("worth", "Gemma 4 26B-A4B", "--gpu", "RTX 4060 8GB", "--ram", "16", "--bill", "60", "--cloud")
    lines = _asked(capsys, *told, "--hours-per-day", "1")
    assert _told(lines, "No: what you have is enough.")
    bill = _told(lines, "Your bill of $60 a month falls away only if Gemma 4 26B-A4B as it runs here ")
    assert bill.endswith("does what you pay for.")
    assert _told(lines, "Quality: Gemma 4 26B-A4B ")
    assert "this computer reads and writes " in _told(lines, "Volume: ")
    assert "$60 would buy" in _told(lines, "The same model from an API costs $")


def test_a_bill_is_told_of_where_nothing_does_so_many_tokens(capsys: Said) -> None:
    rig = ("--gpu", "RTX PRO 6000 Blackwell", "--ram", "64", "--slots", "0", "--budget", "100")
    lines = _asked(capsys, "worth", "Gemma 4 26B-A4B", *rig, "--bill", "60", "--tokens-per-day", "500000000")
    assert "this computer cannot replace it" in _told(lines, "Your bill of $60 a month: ")


def test_no_purchase_is_a_plain_yes_because_of_a_bill(capsys: Said) -> None:
    lines = _asked(capsys, "worth", "Qwen3.8 27B", "--gpu", "none", "--ram", "32", "--bill", "200")
    assert _told(lines, "It depends on how good the answers must be: ")


@pytest.mark.parametrize(
    ("words", "trouble"),
    [
        ("tesla p40 24gb for 250 bucks, good idea for llm?", "CUDA 12 builds only."),
        ("is an Instinct MI50 32GB for $300 worth it?", "figures are for Vulkan builds."),
    ],
)
def test_why_a_slower_card_comes_before_one_that_was_asked_about_is_said_beside_it(
    words: str, trouble: str, capsys: Said
) -> None:
    """A card of half the speed was "better value", and nobody was told why."""
    lines = _asked(capsys, "ask", words)
    line = _told(lines, "It would do, and faster; ")
    assert "is less trouble. " in line
    assert ": needs a blower" in line
    assert trouble in line
    assert ". Less trouble: " in _told(lines, "Great with it: ")


def test_memory_alone_is_judged_by_the_larger_models_that_it_lets_run(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "RTX 3060 12GB and 32 GB of DDR4, is upgrading to 64 GB of RAM worth it?")
    assert lines[0].startswith("It depends on the models you want: ")
    assert "64 GB" in lines[0]
    assert "120B" in lines[0], "which no file of good or lower quality lets run before"
    assert _told(lines, "- Comfort: ").count("tokens/s") >= 2
    rows = [one for one in lines if " RAM" in one or "RTX" in one]
    assert not [one for one in rows if one.startswith(("RTX ", "Add ", "Pair "))]


def test_memory_beyond_the_budget_tells_what_it_would_let_run(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "I have a 12 GB card and 32 GB of RAM, $200 for RAM: worth it?")
    assert lines[0] == "No: nothing within $200 does this well."
    assert "you could run: " in _told(lines, "- With ")
    assert not [one for one in lines if "No purchase makes" in one]


def test_one_card_with_so_much_vram_is_no_set_of_cards(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "cheapest card with at least 24GB vram for LLMs")
    assert _told(lines, "Arc Pro B60, about ")
    assert not [one for one in lines if one.startswith(tuple("2345678"))]
    lines = _asked(capsys, "ask", "cheapest way to get 24gb of vram on one gpu")
    assert not [one for one in lines if one.startswith(tuple("2345678"))]


def test_so_much_vram_is_reached_with_sets_of_equal_cards(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "cheapest way to 96 GB of VRAM")
    rows = [one.split("  ")[0] for one in lines if "96 GB  " in one]
    assert {"4x RTX 3090", "4x RX 7900 XTX"} <= set(rows)
    assert " ".join(lines[0].split()) == "Cards VRAM Price Cards take Power supply Slots wide Memory speed Mind"
    old = next(place for place, one in enumerate(rows) if "Tesla" in one or "Instinct" in one)
    assert old > rows.index("4x RTX 3090")
    assert _told(lines, "Three cards or more: ")
    single = _asked(capsys, "ask", "cheapest 24gb vram card")
    assert not [one for one in single if one.startswith(tuple("2345678"))]


def test_one_more_of_the_cards_that_are_there_is_listed_with_what_it_lets_run(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "I have two RTX 3090, is a third worth it?")
    assert "3 x16 slots in all" in _told(lines, "Add RTX 3090")
    assert not _told(lines, "RTX 3090 ")
    assert re.search(r"With an added RTX 3090 for [^-]* you could run: ", "".join(lines))


def test_what_is_sold_is_held_against_what_is_bought_for_it(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "Should I sell my two 3090s and buy one 5090?")
    assert [_told(lines, "2x RTX 3090 ") != "", _told(lines, "RTX 5090 ") != ""] == [True, True]
    money = _told(lines, "Money: RTX 5090 costs ")
    assert "2x RTX 3090 brings about " in money
    assert money.endswith(" to pay.")


def test_as_many_cards_are_rented_as_are_named(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "rent 8x H100 for a weekend")
    assert _told(lines, "Renting 8x H100 SXM 80GB: about ").endswith(" for 48 hours.")
    assert _told(lines, "Rented 8x H100 SXM 80GB")


@pytest.mark.parametrize(
    ("question", "command"),
    [
        ("2x16GB DDR4, 3060 12gb, ryzen 5600: spend $300 on more ram?",
         "worth --gpu RTX 3060 12GB --cpu ryzen 5600 --ram 2x16 DDR4 --budget 300 --part memory"),
        ("my $20 claude subscription, would a 5060 ti 16gb pay off?",
         "worth  --bill 20 --consider RTX 5060 Ti 16GB --cloud best on --gpu RTX 5060 Ti 16GB --ram 32"),
        ("should I buy more ram or a better gpu, 3060 and 32gb of ram, $500?",
         "worth --gpu RTX 3060 12GB --ram 32 --budget 500"),
    ],
)  # fmt: skip
def test_what_is_to_be_bought_is_understood(question: str, command: str) -> None:
    assert lines_of(question) == [command]


def test_ram_that_is_to_be_bought_is_not_there_yet(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "should I wait or buy 64gb ddr5 now for glm 4.5 air? I have a 4070 ti super")
    assert any(one.startswith("Yes, for this model: 64 GB of DDR5 RAM in all for ") for one in lines)
    assert _told(lines, "Assumed: 32 GB of RAM now (--ram).")
    assert _told(lines, "Not judged here: whether to wait.")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("i7 7700, buy 32gb ram for qwen3 30b a3b?", "--cpu i7-7700 --ram 16 --part memory --consider 32GB RAM"),
        ("I have a 3090 and 32gb, buy 64gb ddr5 for gpt-oss 120b?", "--gpu RTX 3090 --ram 32 DDR5"),
        (
            "should I add 64gb more ram for glm 4.5 air, 4070 ti super?",
            "--gpu RTX 4070 Ti SUPER --ram 32 --part memory --consider 96GB RAM",
        ),
    ],
)
def test_the_ram_before_a_purchase_is_half_of_it_where_nothing_is_told(words: str, line: str) -> None:
    assert lines_of(words)[-1].endswith(line)


@pytest.mark.parametrize("words", ["rent a 5090 or buy one, 2 hours a day", "is it cheaper to rent or buy a 5090"])
def test_rent_is_held_against_buying_the_card_that_is_named(words: str, capsys: Said) -> None:
    lines = _asked(capsys, "ask", words)
    assert lines[0].startswith("Rent: at 2 hours a day")
    assert "to buy; buying costs less after about" in lines[0]


def test_a_card_that_is_asked_about_alone_is_judged_with_what_it_is_bought_for(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "is a used tesla v100 32gb a good buy for local ai?")
    first = next(line for line in lines if line.startswith("It would do"))
    assert "no new drivers" in first
    assert "worth 'Qwen" in _told(lines, "Asked as: ")
    assert "No: what you have is enough." not in lines


def test_what_a_usual_pc_does_as_well_is_no_reason_to_buy(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "is the rtx 3050 worth it for ai")
    assert "Not needed: a usual PC without a GPU does this well." in lines
    assert any("times as fast as a usual PC without a GPU" in line for line in lines)


@pytest.mark.parametrize(
    "words", ["what's the best gpu for ai", "which gpu should I get for chat", "what gpu for sdxl"]
)
def test_which_card_to_take_is_a_purchase_of_one_card(words: str, capsys: Said) -> None:
    lines = _asked(capsys, "ask", words)
    asked = _told(lines, "Asked as: ")
    assert "rig-advisor worth" in asked or "rig-advisor ask" in asked
    assert not any(line.startswith("Pair of") for line in lines)


def test_a_bill_is_compared_with_the_cloud(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "should I pay 20$ a month for chatgpt or buy a gpu for 1500")
    assert any(one.startswith("Keep the subscription: ") and "Buy only for privacy" in one for one in lines)


@pytest.mark.parametrize(
    "words",
    [
        "we are 12 developers with $20,000, what should we buy for a local coding model",
        "12 developers, $20,000",
        "20 users, $30k budget, what hardware",
        "our company of 50 people wants a local chatbot for $40,000",
        "team of 12 devs, budget $20000 for local coding",
    ],
)
def test_several_people_with_much_money_are_told_of_complete_computers(words: str) -> None:
    (machines,) = plan_of(words).steps
    assert isinstance(machines, Machines)
    assert machines.workload == "serve-a-team"
    assert machines.budget_usd is not None
    assert any(one.startswith("concurrency=") for one in machines.settings)


@pytest.mark.parametrize(
    "words",
    [
        "we have a 4090 server, 12 devs, $20,000 to upgrade",
        "12 developers, which graphics card for $5,000",
        "3 users, $400 for my PC with a 3060",
        "our existing server serves 12 developers, $20,000 for it",
    ],
)
def test_what_is_there_or_a_part_is_no_complete_computer(words: str) -> None:
    assert not any(isinstance(one, Machines) for one in plan_of(words).steps)


def test_sets_of_cards_are_among_the_computers_for_a_team(capsys: Said) -> None:
    main(["ask", "we are 12 developers with $20,000, what should we buy for a local coding model"])
    lines = capsys.readouterr().out.splitlines()
    rows = [one for one in lines if one.startswith(("PC with", "Server with"))]
    assert any(one.startswith("Server with 2x ") for one in rows)
    assert any(one.startswith("PC with ") for one in rows)
    assert any(one.startswith("The server is to be built: ") for one in lines)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("i have $0 to spend and a gtx 1660 super, what can i do with ai images",
         "rank --workload pictures --limit 10 --gpu GTX 1660 SUPER"),
        ("i have a gtx 1660 super and $0 to spend: which llm", "rank --workload chat --limit 10 --gpu GTX 1660 SUPER"),
        ("got a 3060 12gb and no money, what llm can i run", "rank --workload chat --limit 10 --gpu RTX 3060 12GB"),
        ("with $0 budget and a 1080 ti can i run qwen3 14b", "ask Qwen3 14B --gpu GTX 1080 Ti"),
        ("zero budget, laptop with 4060 8gb, which llm", "rank --workload chat --limit 10 --gpu RTX 4060 Laptop"),
        ("can't spend anything, have a 4070, best coding model", "rank --workload coding --limit 10 --gpu RTX 4070"),
        ("i am broke and have an rx 6600, which llm", "rank --workload chat --limit 10 --gpu RX 6600"),
        ("with no money to spend what can i do with a 2060 for video",
         "rank --workload films --limit 10 --gpu RTX 2060 6GB"),
        ("without buying anything, which llm on a rx 6700 xt", "rank --workload chat --limit 10 --gpu RX 6700 XT"),
    ],
)  # fmt: skip
def test_without_money_nothing_is_bought_and_what_is_there_is_answered(words: str, line: str) -> None:
    """The card that was there was one to buy."""
    assert lines_of(words) == [line]
    assert "Nothing is bought: answered for what is there." in plan_of(words).notes
    assert not plan_of(words).unknown


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("i have $300 to spend and a 3060 12gb, llm upgrade",
         "worth --workload chat --gpu RTX 3060 12GB --budget 300"),
        ("got 500 bucks to spend and an rx 580: gpu for llms?", "worth --workload chat --gpu RX 580 8GB --budget 500"),
        ("i have $700 to spend, a 3060 12gb. is a used 3090 worth it?",
         "worth --gpu RTX 3060 12GB --budget 700 --consider RTX 3090"),
        ("i have $1000 and want a 3090, good for llms?", "worth --workload chat --budget 1000 --consider RTX 3090"),
        ("i have $700, is a 3090 worth it", "worth --budget 700 --consider RTX 3090"),
        ("i got 1k and a 3080, which gpu should i get for qwen3 32b",
         "worth Qwen3 32B --gpu RTX 3080 10GB --budget 1000 --part card"),
        ("no budget limit, best gpu for llms", "worth --workload chat --part card"),
    ],
)  # fmt: skip
def test_a_card_beside_money_is_there_and_one_that_is_wanted_is_not(words: str, line: str) -> None:
    assert lines_of(words) == [line]


def test_a_swap_says_first_which_card_holds_more(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "Should I sell my 3090 and get a 9070 XT for local llms?")
    assert lines[0].startswith("Rather not: RX 9070 XT holds less, 16 GB of VRAM in place of 24 GB")
    lines = _asked(capsys, "ask", "sell my 3060 12gb and buy a 3090 for llms")
    assert lines[0].startswith("Sell it, for larger models: RTX 3090 runs Qwen3.8 27B as Q")
    assert "RTX 3090 holds more: 24 GB of VRAM in place of 12 GB." in lines


@pytest.mark.parametrize(
    "words",
    [
        "i pay 200 a month for claude max, would a pc with a 5090 replace it",
        "replace claude max 200 dollars a month by buying an rtx 5090",
    ],
)
def test_a_bill_as_it_was_told_is_held_against_the_card_that_would_be_bought(words: str, capsys: Said) -> None:
    lines = _asked(capsys, "ask", words)
    assert any(one.startswith("Your bill of $200 a month: an RTX 5090 pays for itself after ") for one in lines)


def test_a_computer_that_holds_a_smaller_file_of_a_large_model_is_among_the_ways(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "What do I need to buy for 5000 dollars to run Minimax M2 at home")
    assert any(one.startswith("It depends on what else you run: a Bosgame M5 128GB") for one in lines)


def test_who_buys_nothing_is_told_of_an_api(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "what's the cheapest way to try out llama 70b, i dont want to buy anything yet")
    assert lines[0].startswith("To try it without buying anything: the API of ")


def test_a_family_beside_a_model_is_answered_too(capsys: Said) -> None:
    lines = _asked(capsys, "ask", "is ltx or wan 2.2 5b possible? rtx 3070")
    asked = [one for one in lines if one.startswith("Asked as: ")]
    assert len(asked) == 2
    assert "LTX" in asked[1]
