"""`rig-advisor ask` what a computer costs a month: idle and at full load, with all that is in it."""

import re

import pytest

from advisor.__main__ import main

Said = pytest.CaptureFixture[str]


def _asked(capsys: Said, words: str) -> list[str]:
    main(["ask", words])
    told = capsys.readouterr()
    assert told.err == ""
    assert "Not understood" not in told.out
    return told.out.splitlines()


@pytest.mark.parametrize(
    ("words", "cost"),
    [
        ("what does my 4x3090 server cost in idle per month at 0.30", "90 kWh and $27 ($12 to $47) a month."),
        ("idle electricity cost of a 4x3090 server per month at 0.30 euro", "90 kWh and €27 (€12 to €47) a month."),
        ("how much does a 3090 cost idling at 0.25 per kwh", "55 kWh and $14 ($5 to $26) a month."),
    ],
)
def test_what_stands_idle_is_answered_with_its_watts(words: str, cost: str, capsys: Said) -> None:
    """A ranking of models was the answer."""
    title, idle, *_ = _asked(capsys, words)
    assert title.startswith("Electricity of the whole computer with ")
    assert idle.startswith("Standing idle all day: about ")
    assert idle.endswith(cost)


@pytest.mark.parametrize(
    "words",
    [
        "How much does it cost me per month to run a 3090 box 24/7 at 0.35€/kWh",
        "running costs of a 3090 rig always on, electricity is 0.35 euro",
        "is it expensive to leave my 3090 on all day? 0.35€ per kwh",
        "what does running a 3090 24/7 cost at 0.35 eur",
        "electricity cost of a 3090 pc at 35 ct per kwh",
        "what would my power bill be with a 3090 server on around the clock at 0.35€/kwh",
        "yearly power bill for an always on 3090 llm server, 0.35€ per kwh",
    ],
)
def test_a_computer_that_is_always_on_is_told_idle_and_at_full_load_with_all_of_it(words: str, capsys: Said) -> None:
    """The card at full load was all that was told; a computer mostly stands idle, and the card is not all of it."""
    title, idle, load, hour, *_ = _asked(capsys, words)
    assert title == "Electricity of the whole computer with RTX 3090, at €0.35 per kWh:"
    assert idle == "Standing idle all day: about 76 W (25 to 140 W), 55 kWh and €19 (€6 to €36) a month."
    assert load.startswith("At full load all day: about 450 W (400 to 500 W), 328 kWh and €115 (€102 to €128)")
    assert load.endswith("RTX 3090 alone 350 W, €89.")
    assert hour.startswith("Each hour of work a day adds about €")


def test_hours_of_work_and_those_of_rest_are_told_apart(capsys: Said) -> None:
    title, load, idle = _asked(capsys, "monthly electricity for a 5090 used 6 hours a day, 0.3€/kWh")
    assert "RTX 5090" in title
    assert load.startswith("At full load 6 hours a day: about 675 W")
    assert idle.startswith("Standing idle the other 18 hours: about 76 W")
    assert idle.endswith("switched off, nothing.")


def test_a_purchase_counts_the_hours_in_which_what_is_on_all_day_stands_idle(capsys: Said) -> None:
    """An eighth of it was told beside 24 hours a day, without a word on what was left out."""
    rig = ("--gpu", "RTX 3090", "--ram", "32", "--electricity", "0.35", "--currency", "EUR")
    main(["worth", "Qwen3.6 27B", *rig, "--hours-per-day", "24"])
    told = capsys.readouterr().out
    assert re.search(r"a year at 24 hours of reading a day, 3\.\d hours of them at work, ", told)
    assert "At full load without a break €1,073; the rest of the computer comes on top." in told
    main(["worth", "Qwen3.6 27B", *rig, "--hours-per-day", "3"])
    assert "without a break" not in capsys.readouterr().out
