"""Figures of one rig beside those of others with the same part, in sentences."""

from collections.abc import Mapping, Sequence

from advisor.answer.runs.compared_results import Compared
from advisor.facts.cards.model import ModelCard
from advisor.facts.kept.shared_result import SharedFigure, SharedResult
from advisor.present.measured.text import measured_name
from advisor.present.words.quantity import percent, speed
from advisor.present.words.words import say, say_count

_SAME = 0.005
_READS = ("memory_read", "gpu_memory_read")


def compared_lines(found: Sequence[Compared], models: Mapping[str, ModelCard]) -> tuple[str, ...]:
    """One sentence for each figure, those that others have most often first."""
    return tuple(_line(one, models) for one in sorted(found, key=lambda one: -one.others))


def _line(one: Compared, models: Mapping[str, ModelCard]) -> str:
    where = _where(one)
    if isinstance(one.figure, SharedFigure):
        if one.figure.name in _READS:
            return say("Your {part} reads {where}.", part=one.part, where=where)
        return say("{name} of your {part}: {where}.", name=measured_name(one.figure.name), part=one.part, where=where)
    run = one.figure
    card = models.get(run.model.id or "")
    name = card.name if card else say("Your own model")
    text = say(
        "{model} as {quant} on your {part}: {where}.", model=name, quant=run.quant.upper(), part=one.part, where=where
    )
    return say("{said} Here {speed}, there {other}.", said=text, speed=speed(one.value), other=speed(one.median))


def _where(one: Compared) -> str:
    share, others = one.difference, one.others
    if abs(share) < _SAME:
        return say_count("as {count} other", "as the median of {count} others", others)
    text = percent(abs(share))
    if share < 0:
        return say_count(
            "{share} below {count} other", "{share} below the median of {count} others", others, share=text
        )
    return say_count("{share} above {count} other", "{share} above the median of {count} others", others, share=text)


def result_line(result: SharedResult) -> str:
    """A result in one line of a list: the day, the parts, how much it holds."""
    parts = [one.name or one.pci_id or "GPU" for one in result.gpus] or [result.cpu.name or "CPU"]
    figures = say_count("{count} figure", "{count} figures", len(result.figures))
    runs = say_count("{count} run", "{count} runs", len(result.runs))
    return f"{result.day.isoformat()}  {' + '.join(parts)}: {figures}, {runs}"
