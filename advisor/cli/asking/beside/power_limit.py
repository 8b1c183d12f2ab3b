"""How fast a model is on a GPU that is held to fewer watts than its maker's limit."""

from dataclasses import replace

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.answer import asked_answer
from advisor.cli.asking.sentence.volume import Volume
from advisor.cli.asking.wish import AUTO, Wish
from advisor.cli.frame.rig_options import AskedRig
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.cards.card import GpuCard
from advisor.facts.values.fact import known
from advisor.facts.values.reason import reason
from advisor.present.words.quantity import duration, percent

_HARDLY = 0.98
"""From this share of its speed on nobody notices the rest."""
_LATER = 1.1
"""From so many times as long on the wait for the first word is told."""


def power_limit_line(volume: Volume, wish: Wish, asked: AskedRig, answer: AskAnswer, catalog: Catalog) -> str:
    """What a limit leaves of the speed of an answer to a wish, or that it is not predicted; empty for no limit."""
    machine, full = asked.profile.machine, answer.rate_per_s
    named = [one.card.value for one in machine.gpus if one.card.value is not None]
    cards = [catalog.gpus[one] for one in named if one in catalog.gpus]
    usual_w = max((one.power_w or 0 for one in cards), default=0)
    watts = volume.limit_w(usual_w)
    if watts is None:
        return ""
    if usual_w and watts >= usual_w:
        return f"{watts:.0f} W is no limit: {cards[0].name} draws at most {usual_w:g} W."
    is_known = bool(cards) and all(_is_known(one, catalog) for one in cards)
    if full is None or not is_known or answer.workload not in catalog.workloads:
        return f"Not judged: what a power limit of {watts:.0f} W does to the speed."
    limit = known(watts, origin="user", source=reason("typed_by_you"))
    gpus = tuple(one.changed(power_limit_w=limit) for one in machine.gpus)
    held = asked._replace(profile=asked.profile.changed(machine=machine.changed(gpus=gpus)))
    same_file = replace(wish, quant=answer.settings.quant or AUTO) if wish.quant in (None, AUTO) else wish
    then = asked_answer(same_file, held, catalog)[0]
    share = then.rate_per_s.middle / full.middle if then.rate_per_s is not None else 0.0
    told = "hardly slower" if share >= _HARDLY else f"about {percent(share)} of that speed"
    first_s = then.first_token_s if (then.first_token_s or 0) > _LATER * (answer.first_token_s or 0) else None
    first = f", first word after {duration(first_s)}" if first_s is not None else ""
    return f"Held to {watts:.0f} W of {usual_w:g} W: {told}{first} (rests on few published runs)."


def _is_known(card: GpuCard, catalog: Catalog) -> bool:
    """Whether runs of such a card under a limit were published."""
    return any(
        card.memory_type in one.read_nj_per_byte and card.architecture in one.weight_nj
        for one in catalog.calibrations.values()
    )
