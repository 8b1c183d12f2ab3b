"""Rig and answer as one picture for a forum: what stands in it, without names of computers, people or folders."""

from dataclasses import replace
from typing import TYPE_CHECKING

from advisor.facts.values.frozen import frozen
from advisor.present.upgrade.view import WorthView
from advisor.present.words.series import Chart, RigPicture
from advisor.present.words.verdict import Figure
from advisor.present.words.view import MyRigView, WillItRunView
from advisor.present.words.words import say

if TYPE_CHECKING:
    from advisor.facts.answers.usability import Usability

_MOST_FACTS, _MOST_REASONS = 4, 5


@frozen
class ForumPicture:
    """The answer as title, what was asked, large figures, the rig, a chart beside it, one below it, a few lines more.

    `light` is that of the title, where it is a verdict. `facts` are names with their values, in one row below; `footer`
    says what made the picture and when.
    """

    title: str
    subtitle: str
    rig: RigPicture
    beside: Chart | None = None
    below: Chart | None = None
    lines: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    footer: str = ""
    light: "Usability | None" = None
    figures: tuple[Figure, ...] = ()


def rig_forum_picture(view: MyRigView, *, app: str, day: str) -> ForumPicture:
    """Page My rig: what it can do, its picture, and the first of its facts."""
    return ForumPicture(
        title=view.title,
        subtitle=view.subtitle,
        rig=view.picture,
        facts=tuple((row.name, row.text) for row in view.facts[:_MOST_FACTS]),
        footer=_footer(app, day),
    )


def answer_forum_picture(view: WillItRunView, rig: RigPicture, *, app: str, day: str) -> ForumPicture:
    """Page Will it run?: the verdict with the first two charts, beside the rig."""
    fit, found, other = view.charts["fit"], view.verdict, view.charts.get("speed") or view.charts.get("compare")
    return ForumPicture(
        title=found.title,
        light=found.light,
        subtitle=found.asked,
        figures=found.figures,
        rig=rig,
        beside=other or fit,
        below=replace(fit, axis=replace(fit.axis, label="", ticks=())) if other else None,  # its labels say all
        lines=tuple(line for line in (found.because, found.aside, view.gpu_sentence) if line),
        footer=_footer(app, day),
    )


def worth_forum_picture(view: WorthView, rig: RigPicture, *, app: str, day: str) -> ForumPicture:
    """Page Is a GPU worth it?: the verdict with its reasons and the speeds compared, beside the rig."""
    return ForumPicture(
        title=view.title,
        subtitle=view.subject,
        rig=rig,
        beside=view.speed,
        lines=(*((view.unusable,) if view.unusable else ()), *(f"•  {one}" for one in view.reasons[:_MOST_REASONS])),
        footer=_footer(app, day),
    )


def _footer(app: str, day: str) -> str:
    return say("{app} · {day} · figures and ranges are for this rig", app=app, day=day)
