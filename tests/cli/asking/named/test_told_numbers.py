"""Numbers of plain questions without a unit: a bill, a price of a kWh, what a computer is offered for, a film."""

import pytest

from advisor.__main__ import main
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.said import said
from tests.cli.asking.understood import lines_of, plan_of

Said = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "bill"),
    [
        ("claude max for 200 a month or buy a 5090 for coding, what makes sense", 200),
        ("i pay openai 60 monthly, is a 3090 better", 60),
        ("300 per month on apis or a 4090", 300),
        ("we burn 450/month with chatgpt, buy a 5090?", 450),
    ],
)
def test_a_bare_number_before_a_month_is_a_bill(words: str, bill: float) -> None:
    assert any(f"--bill {bill:g}" in one for one in lines_of(words))
    assert not plan_of(words).unknown


@pytest.mark.parametrize(
    ("words", "price"),
    [
        ("whats the electricity cost of running a 4x3090 server 24/7 at 0.30", "$0.30"),
        ("power bill of a 4090 running 8h a day, kwh is .25", "$0.25"),
        ("3090 24/7 electricity at €0.35", "€0.35"),
        ("energy cost of 2x 3090 around the clock @ 0.4", "$0.40"),
    ],
)
def test_a_bare_number_beside_electricity_is_the_price_of_a_kwh(words: str, price: str) -> None:
    told = " ".join((*lines_of(words), *plan_of(words).notes))
    assert f"at {price} per kWh" in told
    assert not plan_of(words).unknown


@pytest.mark.parametrize(
    ("words", "usd"),
    [
        ("mac studio m1 max 64gb for 1300 used good for llms?", "$1,300"),
        ("used m2 ultra 192gb at 2800, worth it for llms?", "$2,800"),
        ("m1 max 64gb refurbished for $1200, any good for qwen3 32b?", "$1,200"),
        ("macbook pro m3 max 64gb for 1900 good deal for ai?", "$1,900"),
    ],
)
def test_a_computer_at_a_price_is_an_offer_that_is_judged(words: str, usd: str) -> None:
    first, *rest = lines_of(words)
    assert first.startswith((f"told Yes, good for this: for {usd} ", f"told No: {usd} "))
    assert any(one.startswith(f"machines {'Qwen3 32B' if 'qwen3' in words else ''}") for one in rest)
    assert not plan_of(words).unknown


def test_what_costs_more_than_new_is_refused_and_what_is_there_stays_there(capsys: Said) -> None:
    main(["ask", "mac mini m4 16gb for 1200 worth it for llms?"])
    assert capsys.readouterr().out.startswith("No: $1,200 is too much, it sells for $799")
    assert lines_of("my mac studio m1 max 64gb for llms, 1300 budget")[0].startswith(
        "worth --workload chat --gpu M1 Max"
    )


@pytest.mark.parametrize(
    ("words", "fields", "film_s"),
    [
        ("how long does wan 2.2 take for a 5 second 720p video on a 4090", (1280, 720, None, None), 5),
        ("wan 2.2 14b 480p 81 frames 30 steps video on a 3090", (832, 480, 30, 81), None),
        ("ltx-2 5s clip 1080p on a 5090", (1920, 1080, None, None), 5),
        ("flux dev 1024x1024 30 steps on a 3060 12gb", (1024, 1024, 30, None), None),
        ("make a wallpaper in 4k with flux on a 4090", (3840, 2160, None, None), None),
        ("10 seconds of video with hunyuan video on a 4090", (None, None, None, None), 10),
    ],
)
def test_size_length_and_steps_are_read(words: str, fields: tuple[int | None, ...], film_s: float | None) -> None:
    volume = said(words, load_catalog()).volume
    assert tuple(volume.fields.get(name) for name in ("width", "height", "steps", "frames")) == fields
    assert volume.film_s == film_s


def test_what_was_taken_is_said(capsys: Said) -> None:
    main(["ask", "how long does wan 2.2 take for a 5 second 720p video on a 4090"])
    told = capsys.readouterr().out
    assert "Video: 1280 x 720, 81 frames, " in told
    assert "Taken: 5 s at 16 frames a second, 81 frames with the first." in told
    assert "Not understood" not in told
    main(["ask", "ltx-2 4 second clip at 30 fps on a 5090"])
    assert "Taken: 4 s at 30 frames a second, 121 frames" in capsys.readouterr().out
    main(["ask", "how long for one picture in 4k with sdxl on a 4070"])
    assert "Asked for 3840 x 2160: it draws " in capsys.readouterr().out


def test_a_context_of_thousands_is_no_size_of_a_picture() -> None:
    assert lines_of("qwen3 8b 4k context on a 3060") == ["ask Qwen3 8B --gpu RTX 3060 12GB --context 4k"]


@pytest.mark.parametrize(
    ("words", "gpu"),
    [
        ("should i add 64gb ddr5 or a second 4060 ti 16gb to run gpt-oss 120b? have 32gb and one 4060 ti",
         "RTX 4060 Ti 16GB"),
        ("i have a 5060 ti, is another 5060 ti 16gb worth it for qwen3 32b", "RTX 5060 Ti 16GB"),
        ("got one 4060 ti. buy a 2nd 4060 ti 16gb for llama 3.3 70b?", "RTX 4060 Ti 16GB"),
    ],
)  # fmt: skip
def test_a_second_card_that_is_told_with_its_memory_tells_that_of_the_first(words: str, gpu: str) -> None:
    assert any(f"--gpu {gpu}" in one for one in lines_of(words))
    assert not any("8GB" in one for one in lines_of(words))


def test_one_answer_has_one_verdict(capsys: Said) -> None:
    main(["ask", "should i add 64gb ddr5 or a second 4060 ti 16gb to run gpt-oss 120b? have 32gb and one 4060 ti"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "First of both: RAM."
    verdicts = [one for one in lines if one.startswith(("Yes", "No:"))]
    assert verdicts == ["Yes, for this model: 64 GB of DDR5 RAM in all for $700."]
    main(["ask", "should i add 64gb ddr5 or a second 4060 ti 8gb to run gpt-oss 120b? have 32gb and one 4060 ti"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "First of both: RAM."
    assert not any(one.startswith("Yes: an RTX") for one in lines)
