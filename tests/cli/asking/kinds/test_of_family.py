"""`rig-advisor ask` where a family of models is named alone: a sentence that answers stands before the list."""

import pytest

from advisor.__main__ import main

Said = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("dual xeon e5-2690 v4 with 256gb ddr4, can it do deepseek", "A small one: DeepSeek-"),
        ("can a 3090 run deepseek", "A small one: DeepSeek-R1-Distill Qwen 32B as Q4_K_M (great, "),
        ("will kimi run on 4x rtx pro 6000", "Yes: Kimi "),
        ("can my macbook air m2 16gb run deepseek", "Only small ones, which can do little: DeepSeek-R1-"),
        ("kimi on a 4gb gtx 1650 with 8gb ram, possible?", "No: none of kimi runs here."),
    ],
)
def test_whether_it_runs_is_said_first(words: str, first: str, capsys: Said) -> None:
    main(["ask", words])
    assert capsys.readouterr().out.startswith(first)
