"""`rig-advisor ask` whether more memory helps: what it costs, and whether anything better runs with it."""

import pytest

from advisor.__main__ import main
from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            "would going from 32 to 96gb ddr5 help with my 4080 super for larger MoE models?",
            "worth --gpu RTX 4080 SUPER --ram 32 DDR5 --part memory --consider 96GB RAM",
        ),
        (
            "is it worth upgrading from 32gb to 128gb ddr5 for big MoE models on a 4090?",
            "worth --gpu RTX 4090 --ram 32 DDR5 --part memory --consider 128GB RAM",
        ),
        (
            "I have a 5070 ti and 32gb ddr5-6000, does adding 64gb open up bigger mixture of experts models?",
            "worth --gpu RTX 5070 Ti --ram 32 DDR5-6000 --part memory --consider 96GB RAM",
        ),
        (
            "3090 + 64gb. benefit of going to 128gb?",
            "worth --gpu RTX 3090 --ram 64 --part memory --consider 128GB RAM",
        ),
        (
            "do I gain anything by upgrading from 64 to 192gb ram with a 7900 xtx for coding?",
            "worth --workload coding --gpu RX 7900 XTX --ram 64 --part memory --consider 192GB RAM",
        ),
    ],
)
def test_more_memory_is_weighed_as_a_purchase_of_memory(words: str, line: str) -> None:
    assert lines_of(words) == [line]


def test_its_price_is_told_and_whether_better_models_run(capsys: pytest.CaptureFixture[str]) -> None:
    main(["ask", "would going from 32 to 96gb ddr5 help with my 4080 super for larger MoE models?"])
    told = capsys.readouterr().out
    assert told.startswith("It depends on the models you want: 96 GB of DDR5 RAM in all for about $1,050 also runs ")
    assert "- None of these is more capable than Qwen3.8 27B, which runs well here." in told
    assert "GLM-4.5-Air" not in told.splitlines()[0]


def test_more_ram_comes_beside_what_is_there_where_nothing_is_bought(capsys: Said) -> None:
    """64 GB more were answered as 64 GB in all."""
    told = answer_lines(capsys, "I have 32 GB DDR5 and a 4070 Ti. Will 64 GB more RAM run GLM-4.5-Air?")
    assert [one.split("  ")[0] for one in told[1:3]] == ["32 GB DDR5", "96 GB DDR5"]
    told = answer_lines(capsys, "Will 64 GB more DDR5 let my RTX 4070 Ti run GLM-4.5-Air?")
    assert "Assumed: 32 GB of RAM now (--ram)." in told
    assert any("--ram '96 DDR5'" in one for one in told)
