"""`rig-advisor ask` with the number of a processor beside memory: it is no size, and no size above a board's is."""

import pytest

from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            "Should I buy 64GB more RAM to run bigger models? Ryzen 5600 DDR4-3200, RTX 3060 12GB",
            "worth --gpu RTX 3060 12GB --cpu Ryzen 5600 --ram 32 DDR4-3200 --part memory --consider 96GB RAM",
        ),
        (
            "i5 12400 DDR4-3200 and a 3060 12gb: is 32GB more RAM worth it?",
            "worth --gpu RTX 3060 12GB --cpu i5-12400 --ram 32 DDR4-3200 --part memory --consider 64GB RAM",
        ),
        (
            "what runs on a 7800X3D DDR5-6000 64GB with a 4090",
            "rank --workload chat --limit 10 --gpu RTX 4090 --cpu Ryzen 7 7800X3D --ram 64 DDR5-6000",
        ),
        (
            "Ryzen 7600 DDR5-6000 32GB and a 4070, best model?",
            "rank --workload chat --limit 10 --gpu RTX 4070 --cpu Ryzen 7600 --ram 32 DDR5-6000",
        ),
        (
            "i7 13700 DDR5 5600 64GB, no gpu, what llm?",
            "rank --workload chat --limit 10 --gpu none --cpu i7-13700 --ram 64 DDR5-5600",
        ),
        (
            "Ryzen 5 5600 32GB DDR4 3200 rtx 3060 12gb, what runs?",
            "rank --workload chat --limit 10 --gpu RTX 3060 12GB --cpu Ryzen 5 5600 --ram 32 DDR4-3200",
        ),
        (
            "32GB 5600 DDR5 and a 3090 for coding",
            "rank --workload coding --limit 10 --gpu RTX 3090 --ram 32 DDR5-5600",
        ),
    ],
)
def test_the_number_of_a_processor_is_no_memory(words: str, line: str) -> None:
    assert lines_of(words) == [line]


def test_no_size_that_no_board_takes_is_believed() -> None:
    plan = plan_of("qwen3 8b on a 3090 with 99999GB RAM")
    assert lines_of("qwen3 8b on a 3090 with 99999GB RAM") == ["ask Qwen3 8B --gpu RTX 3090"]
    assert "Not understood: 99999GB." in plan.notes
