"""What decides about a purchase: how far the rig reaches, and what of all that helps may be advised."""

from advisor.answer.what_if.power_supply import is_small_supply
from advisor.answer.what_if.upgrade_limits import UpgradeLimits
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.days_work import LIFE_DAYS
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached
from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.cpu_named import cpu_card_id, family_of, graphics_of
from advisor.facts.rig.rig import Rig
from advisor.predict.worth.verdict import Case


def case_of(rig: Rig, now: Reached, bought: list[Compared], question: WorthQuestion, limits: UpgradeLimits) -> Case:
    """Where nothing can be put in, another computer is a matter of its own until money is set aside.

    A card of servers is no advice for an office computer, and none in place of the only card that shows a picture,
    unless somebody asks about it.
    """
    has_budget = question.money.budget_usd is not None
    with_computers = has_budget or limits.hindrance is None
    is_small, is_dark = is_small_supply(question.money.psu_w), not _shows_without_card(rig, question.catalog)

    def is_meant(one: Compared) -> bool:
        is_unfit = one.is_makeshift and (is_small or (is_dark and one.kind == "card"))
        return not is_unfit or question.asks_about(one.id)

    meant = filter(is_meant, bought)
    options = [one for one in meant if one.runs and (one.kind != "computer" or (one.price and with_computers))]
    return Case(
        now=now.enough if now.runs else None,
        is_speed_unknown=now.is_speed_unknown and question.is_interactive,
        options=tuple(one.as_option for one in options),
        hours_per_day=question.hours_per_day,
        stays_here=question.stays_here,
        life_days=LIFE_DAYS,
        has_budget=has_budget,
        is_slow_anyway=question.task == "video",
    )


def _shows_without_card(rig: Rig, catalog: Catalog) -> bool:
    """Whether a monitor may be plugged in elsewhere: at graphics in the CPU, as far as that is known, or another card.

    What has no card yet shows its picture somehow.
    """
    cpu, *_ = rig.processors
    gpus = [one for one in rig.processors if one.kind == "gpu"]
    is_known = family_of(cpu.name, catalog.cpu_families) is not None or cpu_card_id(cpu.name, catalog) is not None
    return len(gpus) != 1 or gpus[0].pool != "vram" or not is_known or graphics_of(cpu.name, catalog) is not None
