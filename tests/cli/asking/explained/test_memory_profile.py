"""`rig-advisor ask` whether turning on the profile of the RAM (XMP, EXPO, DOCP) helps: by the speeds with both."""

import pytest

from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import plan_of


@pytest.mark.parametrize(
    ("words", "rates"),
    [
        ("Does turning on XMP help my i5-12400 with 32GB DDR4 at 2133 run Qwen3 8B?", "with DDR4-2133"),
        ("my ram runs at 2133 because xmp is off, i5-12400 32gb, does it matter for qwen3 8b", "with DDR4-2133"),
        ("Would activating DOCP speed up gpt-oss 20b on a Ryzen 5600 with 32 GB?", "with DDR4-2133"),
        ("My DDR5-6000 kit runs at 4800, should I enable EXPO? Ryzen 7 7700, Qwen3 30B-A3B", "with DDR5-4800"),
        ("Should I enable XMP/EXPO?", "with DDR5-6000"),
    ],
)  # fmt: skip
def test_it_helps_by_what_the_memory_is_read_faster(words: str, rates: str, capsys: Said) -> None:
    first, speeds, where, *_ = answer_lines(capsys, words)
    assert first.startswith("Yes, 1.")
    assert first.endswith(" times as fast, and free.")
    assert rates in speeds
    assert where.startswith("Turn it on in the BIOS: ")
    assert not plan_of(words).unknown


def test_what_runs_at_its_rated_speed_gains_nothing(capsys: Said) -> None:
    first, why, where, *_ = answer_lines(capsys, "is EXPO worth it for LLMs on a Ryzen 9 9950X with 64GB DDR5-6000?")
    assert first == "No, if it runs at DDR5-6000 now."
    assert "rated for" in why
    assert where.startswith("If the BIOS shows DDR5-4800: ")


def test_vram_has_no_profile(capsys: Said) -> None:
    first, *_ = answer_lines(capsys, "Does XMP matter for qwen3 8b on my RTX 3060 12GB?")
    assert first == "No: Qwen3 8B lies in VRAM, which has no profile."


@pytest.mark.parametrize("words", ["Qwen3 8B on i5-12400, 32GB DDR4-3200 with XMP enabled"])
def test_one_that_is_on_is_what_is_there(words: str) -> None:
    assert not any("profile" in str(one) for one in plan_of(words).steps)


def test_where_no_answer_rests_on_it_it_is_not_understood() -> None:
    plan = plan_of("XMP: i5-12400 with 32 GB, which model?")
    assert "XMP" in " ".join(plan.unknown)
