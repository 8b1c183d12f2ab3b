"""`rig-advisor ask` what a computer costs that stands idle: its cards by known watts, and what is not known."""

import pytest

from advisor.__main__ import main


@pytest.mark.parametrize(
    ("words", "cost"),
    [
        ("what does my 4x3090 server cost in idle per month at 0.30", "$13.84 ($8.76 to $21.90) at $0.30 per kWh"),
        ("idle electricity cost of a 4x3090 server per month at 0.30 euro", "€13.84 (€8.76 to €21.90) at €0.30"),
        ("how much does a 3090 cost idling at 0.25 per kwh", "$2.88 ($1.82 to $4.56) at $0.25 per kWh"),
    ],
)
def test_what_stands_idle_is_answered_with_its_watts(words: str, cost: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A ranking of models was the answer."""
    main(["ask", words])
    told = capsys.readouterr().out
    assert told.startswith("Standing idle: ")
    assert cost in told
    assert "The rest of the computer is not known" in told
    assert "Not understood" not in told
