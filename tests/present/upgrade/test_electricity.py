"""What is counted of the electricity of a model that thinks."""

from advisor.present.upgrade.text import reasons
from advisor.present.upgrade.worth import worth
from advisor.present.words.money import currency_of
from tests.present.upgrade.test_worth import asked


def test_it_is_said_that_electricity_leaves_out_thinking() -> None:
    """A year of a model that thinks seemed to cost what its answers alone do."""
    for model, thinks in (("Qwen3.6 35B-A3B", True), ("Gemma 3 12B", False)):
        answer = asked("gaming PC", "chat", model)
        said = [note for note in worth(answer).notes if "counted without thinking" in note]
        assert bool(answer.counted.now.light.thinks) == thinks
        assert len(said) == thinks, model
        currency = currency_of(answer.question.money)
        told = [line for lines in reasons(answer, currency) for line in lines if "lectricity" in line]
        assert all(("without thinking" in line) == thinks for line in told)
