"""The decision on both sides of every boundary."""

import pytest

from advisor.facts.values.range import Range
from advisor.predict.worth.revised import after, brings_for_nothing, for_nothing, rather_rented, small_step, to_think
from advisor.predict.worth.verdict import (
    FAR_LIVES,
    LITTLE_USD,
    UNASKED_USD,
    Case,
    Decision,
    Option,
    decide,
    worth_order,
)

LIFE_DAYS = 1000.0
SLOW, ENOUGH = Range(0.3, 0.4, 0.5), Range(2.0, 3.0, 4.0)
CARD = Option("card", enough=ENOUGH, gain=Range(5, 6, 7), price_usd=500.0, saved_usd_per_day=1.0)


def decided(*options: Option, now: Range | None = SLOW, **fields: object) -> Decision:
    known = {"is_speed_unknown": False, "hours_per_day": 2.0, "stays_here": None, "life_days": LIFE_DAYS}
    return decide(Case(now=now, options=options, **{**known, **fields}))  # type: ignore[arg-type]


def saving(usd_per_day: float | None) -> Option:
    return CARD._replace(saved_usd_per_day=usd_per_day)


def test_what_is_fast_enough_at_its_low_end_needs_nothing() -> None:
    assert decided(CARD, now=Range(1.0, 2.0, 3.0)) == Decision("no", "enough", "sure", None)


def test_what_is_fast_enough_only_in_the_middle_is_less_sure() -> None:
    found = decided(CARD, now=Range(0.9, 1.1, 1.3))
    assert (found.verdict, found.reason, found.sureness) == ("no", "enough", "likely")


def test_that_nothing_helps_at_an_end_is_no_word_for_enough() -> None:
    found = decided(now=Range(0.8, 1.15, 1.6))
    assert (found.verdict, found.reason, found.sureness) == ("no", "enough", "likely")


def test_a_middle_between_two_ends_that_say_otherwise_is_open() -> None:
    odd = CARD._replace(enough=Range(2.0, 0.5, 2.0), gain=Range(5.0, 1.0, 5.0))
    assert decided(odd).sureness == "depends"


@pytest.mark.parametrize(("usd_per_day", "reason"), [(0.5, "pays_back"), (0.499, "may_it_leave")])
def test_a_purchase_pays_for_itself_within_its_life_or_not(usd_per_day: float, reason: str) -> None:
    assert decided(saving(usd_per_day)).reason == reason


@pytest.mark.parametrize(
    ("stays_here", "usd_per_day", "reason", "verdict"),
    [
        (None, -1.0, "may_it_leave", "depends"),
        (True, -1.0, "for_here", "yes"),
        (False, -1.0, "cheaper_elsewhere", "no"),
        (False, 0.5 / FAR_LIVES, "pays_back_late", "depends"),
        (False, 0.49 / FAR_LIVES, "cheaper_elsewhere", "no"),
        (None, None, "for_here", "yes"),
    ],
)
def test_elsewhere_it_may_be_cheaper(
    stays_here: bool | None, usd_per_day: float | None, reason: str, verdict: str
) -> None:
    found = decided(saving(usd_per_day), stays_here=stays_here)
    assert (found.reason, found.verdict) == (reason, verdict)


@pytest.mark.parametrize(("gain", "reason"), [(1.3, "still_slow"), (1.29, "nothing_helps")])
def test_what_is_not_felt_does_not_help(gain: float, reason: str) -> None:
    faster = Option("sticks", Range(0.5, 0.6, 0.7), Range(gain, gain, gain), None, None)
    assert decided(faster).reason == reason


def test_of_what_is_enough_the_better_for_its_money_comes_first() -> None:
    sticks = CARD._replace(id="sticks", price_usd=40.0, saved_usd_per_day=None)
    assert decided(CARD._replace(saved_usd_per_day=0.0), sticks).best_id == "sticks"


def test_what_makes_it_fast_enough_comes_before_what_only_makes_it_faster() -> None:
    cheap = Option("cheap", Range(0.5, 0.6, 0.7), Range(2, 2, 2), 10.0, 10.0)
    assert decided(cheap, saving(-1.0)).best_id == "card"


def test_what_needs_parts_nobody_sells_with_it_leads_only_where_nothing_else_is_enough() -> None:
    makeshift = CARD._replace(id="no fan", price_usd=40.0, is_makeshift=True)
    short = Option("sticks", Range(0.5, 0.6, 0.7), Range(1.4, 1.4, 1.4), 500.0, None)
    assert decided(makeshift, CARD).best_id == "card"
    assert decided(makeshift, short).best_id == "no fan"
    nearly = short._replace(id="nearly", enough=Range(0.7, 0.85, 0.95), gain=Range(4, 4, 4))
    found = decided(makeshift, short, nearly)
    assert (found.reason, found.best_id) == ("faster_yet_slow", "nearly"), "an eighth is no reason for a blower"


def test_a_setting_costs_nothing_and_is_no_purchase() -> None:
    setting = CARD._replace(id="smaller", price_usd=0.0, is_setting=True)
    assert decided(CARD, setting) == Decision("no", "costs_nothing", "sure", "smaller")


def test_a_price_of_zero_pays_back_at_once() -> None:
    assert decided(CARD._replace(price_usd=0.0, saved_usd_per_day=-1.0)).reason == "pays_back"


def test_nothing_pays_where_it_is_not_used_and_nothing_within_the_budget_helps() -> None:
    assert decided(CARD, hours_per_day=0.0).reason == "not_used"
    assert decided(CARD._replace(is_dear=True)).reason == "over_budget"
    assert decided(CARD, now=None, is_speed_unknown=True) == Decision("depends", "speed_unknown", "depends", None)
    assert decided().reason == "nothing_helps"


@pytest.mark.parametrize(("price_usd", "reason"), [(LITTLE_USD, "for_here"), (LITTLE_USD + 1, "may_it_leave")])
def test_what_makes_it_enough_for_little_money_is_bought(price_usd: float, reason: str) -> None:
    assert decided(saving(-1.0)._replace(price_usd=price_usd)).reason == reason


def test_what_runs_at_all_helps_where_no_line_is_drawn() -> None:
    runs = CARD._replace(enough=None, gain=None, saved_usd_per_day=-1.0)
    assert decided(runs, now=None, stays_here=True).reason == "for_here"
    assert decided(runs._replace(enough=SLOW), now=None, stays_here=True).reason == "nothing_helps"


@pytest.mark.parametrize(("has_budget", "reason"), [(False, "dear"), (True, "for_here")])
def test_more_than_a_good_computer_costs_is_advised_only_where_it_may_cost_that(has_budget: bool, reason: str) -> None:
    dear = CARD._replace(price_usd=UNASKED_USD + 1)
    assert decided(dear, stays_here=True, has_budget=has_budget).reason == reason


def test_what_fits_for_a_little_more_comes_before_what_is_divided() -> None:
    """9 tokens/s for 500 dollars, a part of it in main memory, against 39 for 750."""
    divided = CARD._replace(id="divided", enough=Range(1.5, 1.8, 2.2), price_usd=500.0, ease=0.5)
    fits = CARD._replace(id="fits", enough=Range(6.0, 7.8, 9.0), price_usd=750.0)
    found = sorted((divided, fits), key=lambda one: worth_order(one, SLOW))
    assert [one.id for one in found] == ["fits", "divided"]


def test_a_way_without_a_price_stands_below_those_with_one() -> None:
    unpriced = CARD._replace(id="unpriced", price_usd=None)
    slow = CARD._replace(id="slow", enough=SLOW)
    found = sorted((unpriced, slow, CARD), key=lambda one: worth_order(one, SLOW))
    assert [one.id for one in found] == ["card", "slow", "unpriced"]


def test_what_is_surely_enough_is_bought_before_what_may_disappoint() -> None:
    """Twice enough in the middle is sure enough, too."""
    wide = CARD._replace(id="wide", enough=Range(0.7, 1.9, 4.0), price_usd=100.0)
    assert decided(wide, stays_here=True).verdict == "yes"
    assert min((wide, CARD), key=lambda one: worth_order(one, SLOW)) == CARD
    twice = wide._replace(enough=Range(0.7, 2.0, 4.0))
    assert min((twice, CARD), key=lambda one: worth_order(one, SLOW)) == twice


def test_what_costs_little_and_is_felt_is_no_plain_no() -> None:
    """A second stick of memory for 55 dollars: half of enough, and 1.6 times as fast."""
    stick = CARD._replace(enough=Range(0.4, 0.53, 0.7), gain=Range(1.6, 1.6, 1.6), price_usd=55.0)
    assert decided(stick, stays_here=True).reason == "faster_yet_slow"
    assert decided(stick._replace(price_usd=550.0), stays_here=True).reason == "still_slow"


def test_what_does_it_for_less_than_a_computer_comes_before_one_that_nobody_set_money_aside_for() -> None:
    """Twice the sticks for 700 dollars let a large mixture run; a box for 3,300 runs it faster."""
    box = saving(None)._replace(id="box", enough=Range(6.0, 9.0, 12.0), price_usd=3300.0)
    kit = saving(None)._replace(id="kit", enough=Range(1.3, 2.6, 5.0), price_usd=900.0, ease=0.4)
    found = decided(box, kit)
    assert (found.best_id, found.reason) == ("kit", "for_here")
    assert decided(box).reason == "dear"


def test_the_cheapest_that_is_as_good_leads() -> None:
    fine = Range(1.0, 1.5, 1.9)
    dear = CARD._replace(id="dear", enough=fine, price_usd=900.0)
    cheap = CARD._replace(id="cheap", enough=Range(0.8, 1.1, 1.6), price_usd=450.0)
    assert decided(dear, cheap).best_id == "cheap"
    assert decided(dear, cheap._replace(price_usd=800.0)).best_id == "dear", "a fifth saved is no reason"
    assert decided(dear, cheap._replace(ease=0.5)).best_id == "dear"
    assert decided(dear, cheap._replace(is_makeshift=True)).best_id == "dear"


def test_a_better_light_leads_up_to_twice_the_price() -> None:
    great = CARD._replace(id="great", enough=Range(2.0, 3.0, 4.0), price_usd=900.0)
    fine = CARD._replace(id="fine", enough=Range(1.0, 1.5, 1.9), price_usd=600.0)
    assert decided(great, fine).best_id == "great"
    assert decided(great, fine._replace(price_usd=450.0)).best_id == "fine"


def test_what_is_as_good_as_anybody_notices_leads_for_less_even_with_a_nuisance() -> None:
    """A 12 GB card for 280 dollars, a part of the model in main memory, against one of 24 GB for 930."""
    fast = CARD._replace(id="fast", enough=Range(4.0, 7.0, 9.0), price_usd=930.0, ease=0.9)
    great = CARD._replace(id="great", enough=Range(1.4, 3.0, 4.5), price_usd=280.0, ease=0.3, is_roomy=True)
    assert decided(fast, great).best_id == "great"
    assert decided(fast, great, has_budget=True).best_id == "great"
    assert decided(fast, great._replace(price_usd=700.0)).best_id == "fast", "a quarter saved is no reason"
    assert decided(fast, great._replace(is_roomy=False)).best_id == "fast"
    assert decided(fast, great._replace(ease=0.2)).best_id == "fast"
    assert decided(fast, great._replace(enough=Range(0.8, 1.4, 2.0))).best_id == "fast"
    preview = great._replace(id="preview", price_usd=270.0, ease=0.26)
    assert decided(fast, preview, great).best_id == "great", "ten dollars are no reason"


def test_what_wants_parts_that_nobody_sells_stands_last_of_what_can_be_paid() -> None:
    fan = CARD._replace(id="fan", price_usd=100.0, is_makeshift=True)
    slow = CARD._replace(id="slow", enough=SLOW, price_usd=900.0)
    found = sorted((fan, slow, CARD), key=lambda one: worth_order(one, SLOW))
    assert [one.id for one in found] == ["card", "slow", "fan"]


def test_what_holds_a_good_file_with_context_leads_up_to_twice_the_price_where_it_is_as_fast() -> None:
    """A card of 16 GB that holds a model in a small file alone, against one for the usual file and 16k of context."""
    tight = CARD._replace(id="tight", enough=Range(2.0, 4.0, 5.0), price_usd=400.0, is_tight=True)
    roomy = CARD._replace(id="roomy", enough=Range(2.0, 3.2, 4.0), price_usd=780.0, is_held=True)
    assert decided(tight, roomy, has_budget=True).best_id == "roomy"
    assert decided(tight, roomy._replace(price_usd=820.0), has_budget=True).best_id == "tight"
    assert decided(tight, roomy._replace(enough=Range(2.0, 2.9, 4.0)), has_budget=True).best_id == "tight", "felt"
    assert decided(tight, roomy._replace(is_makeshift=True), has_budget=True).best_id == "tight"
    assert decided(tight, roomy._replace(is_held=False), has_budget=True).best_id == "tight", "main memory alone"


FREE = Option("xmp", enough=ENOUGH, gain=Range(1.2, 1.4, 1.5), price_usd=0.0, saved_usd_per_day=None, is_setting=True)


def test_what_costs_nothing_and_is_felt_comes_before_every_purchase() -> None:
    assert brings_for_nothing(FREE)
    assert for_nothing(FREE) == Decision("yes", "free_gain", "sure", "xmp")
    assert for_nothing(FREE._replace(gain=Range(1.0, 1.4, 1.5))).sureness == "likely"
    hardly, reduced, bought = FREE._replace(gain=Range(1, 1.05, 1.2)), FREE._replace(is_reduced=True), CARD
    assert not any(map(brings_for_nothing, (hardly, reduced, bought)))


def test_what_is_bought_then_is_held_against_what_costs_nothing() -> None:
    case = Case(SLOW, False, (FREE, CARD), 2.0, True, LIFE_DAYS)
    then = after(case, FREE)
    assert (then.now, [one.id for one in then.options]) == (ENOUGH, ["card"])
    assert then.options[0].gain == Range(5 / 1.2, 6 / 1.4, 7 / 1.5)
    assert (decide(case).reason, decide(then).reason) == ("costs_nothing", "enough")


STICK = Option("sticks", enough=ENOUGH, gain=Range(1.5, 1.6, 1.7), price_usd=50.0, saved_usd_per_day=None)
IS_ENOUGH = Decision("no", "enough", "sure", None)


@pytest.mark.parametrize(
    ("changes", "now", "is_advised"),
    [
        ({}, Range(1.0, 2.5, 3.0), True),
        ({}, Range(4.0, 5.0, 6.0), False),
        ({"price_usd": LITTLE_USD + 1}, Range(1.0, 2.5, 3.0), False),
        ({"price_usd": None}, Range(1.0, 2.5, 3.0), False),
        ({"is_dear": True}, Range(1.0, 2.5, 3.0), False),
        ({"gain": Range(1.1, 1.2, 1.3)}, Range(1.0, 2.5, 3.0), False),
    ],
)
def test_little_money_for_a_clear_gain_is_spent_as_long_as_somebody_notices(
    changes: dict[str, object], now: Range, is_advised: bool
) -> None:
    found = small_step(IS_ENOUGH, now, STICK._replace(**changes))  # type: ignore[arg-type]
    assert found == (Decision("yes", "small_step", "likely", "sticks") if is_advised else IS_ENOUGH)


def test_who_has_a_model_think_may_want_more_than_enough() -> None:
    assert to_think(IS_ENOUGH, CARD) == Decision("depends", "to_think", "likely", "card")
    assert to_think(IS_ENOUGH, CARD._replace(gain=Range(1.5, 1.9, 2.5))) is IS_ENOUGH
    bought = Decision("yes", "for_here", "sure", "card")
    assert to_think(bought, CARD) is bought


def test_a_small_step_takes_no_purchase_its_place() -> None:
    bought = Decision("yes", "for_here", "sure", "card")
    assert small_step(bought, SLOW, STICK) is bought


def test_what_is_rented_stands_in_place_of_nothing_alone() -> None:
    none = Decision("no", "over_budget", "likely", None)
    assert rather_rented(none) == Decision("no", "cheaper_elsewhere", "likely", None)
    bought = Decision("yes", "for_here", "sure", "card")
    assert rather_rented(bought) is bought


def test_what_runs_only_in_a_worse_file_is_no_plain_yes() -> None:
    """A card that holds a 70B in three bits is a worse promise than two that hold it in four."""
    poor = CARD._replace(id="poor", ease=0.6, is_worse_file=True)
    found = decided(poor, stays_here=True)
    assert (found.verdict, found.reason, found.best_id) == ("depends", "worse_file", "poor")
    assert decided(poor, CARD._replace(price_usd=700.0), stays_here=True).best_id == "card", "weighed, it costs little"


def test_what_leaves_no_room_beside_the_model_is_no_plain_yes() -> None:
    found = decided(CARD._replace(is_cramped=True), stays_here=True)
    assert (found.verdict, found.reason, found.best_id) == ("depends", "little_room", "card")


def test_where_nothing_is_fast_what_is_many_times_as_fast_is_a_yes() -> None:
    """A film of hours becomes one of minutes: still slow, and worth its price."""
    times = Option("card", Range(0.2, 0.3, 0.4), Range(10, 12, 14), 700.0, None)
    now = Range(0.02, 0.025, 0.03)
    found = decided(times, now=now, is_slow_anyway=True)
    assert (found.verdict, found.reason, found.best_id) == ("yes", "far_faster", "card")
    assert decided(times, now=now).verdict == "no"
    twice = times._replace(gain=Range(1.8, 2, 2.2))
    assert decided(twice, now=now, is_slow_anyway=True).reason == "still_slow"
    dear = times._replace(price_usd=UNASKED_USD + 1)
    assert decided(dear, now=now, is_slow_anyway=True).reason == "dear"


def test_what_wants_an_unknown_board_and_supply_stands_behind_one_card_that_is_enough_for_no_more() -> None:
    """Two RTX 3080 of 10 GB, 1,100 W and four slots, were advised before one RX 7900 XT for less."""
    pair = CARD._replace(id="pair", price_usd=600.0, ease=0.3, needs_place=True)
    one = CARD._replace(id="one", enough=Range(0.85, 1.4, 2.1), price_usd=560.0, ease=0.9)
    assert decided(pair, one, has_budget=True).best_id == "one"
    assert decided(pair, one._replace(price_usd=610.0), has_budget=True).best_id == "pair"
    assert decided(pair._replace(needs_place=False), one, has_budget=True).best_id == "pair"
