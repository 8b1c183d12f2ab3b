"""The work that a question asks for, as much of it as was told."""

from advisor.answer.tasks.ask import asked_workload, named_question
from advisor.answer.worth.question import WorthQuestion
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.kept.settings import Money

CATALOG = load_catalog()
TEAM = "serve-a-team"


def test_who_asks_for_as_much_gets_the_very_same_card() -> None:
    """What is worked out for a card is found again by it: each turned knob began anew."""
    usual, more = (named_question(TEAM, "Qwen3 14B", CATALOG, fields=fields) for fields in ({}, {"concurrency": 40}))
    assert asked_workload(usual, CATALOG) is CATALOG.other_workloads[TEAM]
    many = asked_workload(more, CATALOG)
    assert asked_workload(more, CATALOG) is many
    assert many is not CATALOG.other_workloads[TEAM]
    assert WorthQuestion(CATALOG, TEAM, "Qwen3 14B", None, Money(), users=40).workload is many
