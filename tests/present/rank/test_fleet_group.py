"""What to buy for many rigs, in a title and a line."""

from advisor.facts.answers.fleet import FleetBuying, FleetPurchase
from advisor.facts.kept.settings import Money
from advisor.facts.values.range import Range
from advisor.present.rank.fleet_group import buying_view
from advisor.present.words.money import currency_of

DOLLARS = currency_of(Money())


def purchase(label: str, *, rigs: int = 1, name: str = "RTX 3060", speed_up: float | None = 3.2) -> FleetPurchase:
    return FleetPurchase(
        label=label,
        rigs=rigs,
        candidate=f"an {name}",
        id=name,
        name=name,
        kind="card",
        cost_usd=279.0,
        speed_up=speed_up,
        rate_per_s=Range.exactly(40.0),
        usability="great",
        sentence="",
    )


def bought(*purchases: FleetPurchase, enough: int = 0, without: int = 0) -> FleetBuying:
    return FleetBuying(
        verdict="yes" if purchases else "no", purchases=purchases, asked=9, enough=enough, without=without
    )


def test_one_thing_for_several_rigs_is_one_purchase() -> None:
    found = buying_view(bought(purchase("pc-1", rigs=3), purchase("pc-9", speed_up=None)), DOLLARS)
    assert found.title == "Buy an RTX 3060"
    assert found.line == "For pc-1 and 3 more rigs, $279 each: Great, 3.2 times as fast."


def test_other_purchases_are_counted_beside_the_one_that_is_worth_most() -> None:
    found = buying_view(bought(purchase("pc-1", speed_up=None), purchase("pc-2", name="RTX 5090")), DOLLARS)
    assert found.line == "For pc-1, $279: Great, where it does not run now. 1 other purchase pays."


def test_a_title_has_eight_words_at_most() -> None:
    found = buying_view(bought(purchase("pc-1", name="Z b c d e f g h i j")), DOLLARS)
    assert found.title == "Buy a Z b c d e f…"


def test_buying_nothing_says_why() -> None:
    found = buying_view(bought(enough=4, without=2), DOLLARS)
    assert found.title == "Buy nothing for these rigs"
    assert found.line == "It runs well on 4 rigs. No purchase is worth its price for the other 2."
    assert buying_view(bought(without=2), DOLLARS).line == "No purchase is worth its price for any of the 2 rigs."
