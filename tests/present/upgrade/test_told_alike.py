"""What the verdict about money says in words and as a record, over many computers and kinds of work."""

import datetime
from typing import get_args

import pytest

from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.worth import answer_worth
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.worth import WorthReason
from advisor.facts.kept.settings import Money
from advisor.present.upgrade.lines import worth_lines
from advisor.present.upgrade.option_names import DOUBTS
from advisor.present.upgrade.text import VERDICTS
from advisor.present.upgrade.worth import worth
from advisor.present.words.words import capital
from tests.fakes.known_computers import known_computer

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 24)
COMPUTERS = (
    "Office PC without graphics card 16GB",
    "PC with RTX 3060 12GB",
    "Mac mini M4 16GB",
)
WORK = (
    ("chat", "Qwen3 32B"),
    ("chat", "Kimi K2 1T-A32B"),
    ("coding-agent", None),
    ("pictures", "FLUX.1 dev"),
    ("films", "Wan 2.2 T2V A14B"),
    ("fine-tune-qlora", "Llama 3.3 70B"),
)
MONEYS = (
    Money(budget_usd=300.0, psu_w=240),
    Money(budget_usd=700.0, psu_w=500, slots=1),
    Money(cloud=True),
)


def asked(computer: str, work: tuple[str, str | None], money: Money) -> WorthAnswer:
    known = known_computer(CATALOG.computers.find(computer) or "", CATALOG)
    return answer_worth(known.machine, known.rig, WorthQuestion(CATALOG, *work, None, money), today=TODAY)


def test_every_verdict_that_depends_says_on_what() -> None:
    assert VERDICTS.keys() == set(get_args(WorthReason))
    open_ones = {reason: text for reason, text in VERDICTS.items() if not text.startswith(("Yes: ", "No: "))}
    assert len(open_ones) == 13
    for reason, text in open_ones.items():
        assert text.startswith(("It depends on ", "Only if ", "Enter a price")), reason


@pytest.mark.broad
@pytest.mark.parametrize("work", WORK, ids=lambda work: " ".join(filter(None, work)))
@pytest.mark.parametrize("computer", COMPUTERS)
def test_words_and_record_say_the_same(computer: str, work: tuple[str, str | None]) -> None:
    for money in MONEYS:
        answer = asked(computer, work, money)
        said, record = "\n".join(worth_lines(answer, is_all=True)), worth(answer)
        if answer.counted.now.light.usability in ("slow", "wont_run"):
            assert "fast enough, so price" not in said
        assert record.sentence in said
        assert not record.sentence.startswith("It depends:")
        assert all(change in said for change in record.would_change)
        minded = {note for one in record.candidates for note in one.notes} & set(DOUBTS.values())
        assert all(capital(note) in said and capital(note) in "\n".join(record.notes) for note in minded)
        _check_headline(answer, record.sentence)


def _check_headline(answer: WorthAnswer, sentence: str) -> None:
    """No price beyond the budget, and the supply that is bought with it."""
    best, budget_usd = answer.best, answer.question.money.budget_usd
    if best is None or best.price is None or answer.decision.verdict == "no":
        return
    if budget_usd and best.price.usd.high > budget_usd and not answer.question.is_beyond(best.price):
        assert " or more" in sentence
        assert f"{best.price.usd.high:,.0f}" not in sentence
    if "supply_in_price" in best.doubts:
        assert "plus power supply" in sentence
