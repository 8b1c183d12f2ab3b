"""The chart of speeds on Upgrade says of what would be bought what its bars show."""

import re

import pytest

from advisor.present.upgrade.charts import worth_speed_chart
from tests.present.upgrade.test_worth import asked


@pytest.mark.parametrize(
    ("rig", "workload", "model", "usd"),
    [
        ("gaming PC", "chat", "Llama 3.3 70B", 3000.0),
        ("gaming PC", "coding", "Qwen3 32B", 2000.0),
        ("office PC", "chat", "Qwen3 8B", 800.0),
        ("office PC", "pictures", None, 900.0),
        ("old server", "long-documents", "Qwen3 32B", 2500.0),
    ],
)
def test_the_times_of_its_title_are_those_of_its_bars(rig: str, workload: str, model: str | None, usd: float) -> None:
    """The title counted the whole answer where the bars showed tokens a second: 3.8 times, 1.2 and 5.0."""
    answer = asked(rig, workload, model, budget_usd=usd, cloud=False)
    chart, best, now = worth_speed_chart(answer), answer.best, answer.counted.now
    told = re.search(r": ([\d.,]+) times as fast$", chart.title)
    if told is None:
        return
    assert best is not None
    assert best.reached.rate is not None
    assert now.rate is not None
    assert float(told[1].replace(",", "")) == pytest.approx(best.reached.rate.middle / now.rate.middle, rel=0.06)
