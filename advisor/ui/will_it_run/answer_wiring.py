"""Connects what page Will it run? shows beside the answer: how to run it, how it would type, more charts."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from advisor.advice.question import page_answer
from advisor.answer.asked.problem import ProblemError
from advisor.answer.rig.rig_models import users_at_once
from advisor.answer.text.text_answer import layer_steps, run_of, whole_layers_rate
from advisor.answer.what_if.edited_rig import EditOffers, board_ids
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.rig.rig import Rig
from advisor.facts.values.range import Range
from advisor.predict.model.subject import Run, Subject
from advisor.present.charts.layers_chart import layers_chart
from advisor.present.rig.edit_text import card_choices
from advisor.present.run_it.steps import run_view, system_of
from advisor.present.tasks.shown import SHOWN
from advisor.present.text.typing_view import typing_view
from advisor.ui.state.session import Session
from advisor.ui.will_it_run.run_dialog import RunDialog
from advisor.ui.will_it_run.trying import connect_trying
from advisor.ui.will_it_run.typing_dialog import TypingDialog

if TYPE_CHECKING:
    from advisor.advice.known_models import KnownModels
    from advisor.advice.question import PageQuestion
    from advisor.ui.will_it_run.page_will_it_run import WillItRunPage


SETTLED_MS = 150
"""After the last knob: the charts that take longer than an answer wait until then."""


def connect_answer(page: "WillItRunPage", session: Session) -> None:
    """The dialogs of the answer."""
    page.run_requested.connect(lambda: _open_run(page, session))
    page.typing_requested.connect(lambda: _open_typing(page, session))
    connect_trying(page, session)
    later = QTimer(page)
    later.setSingleShot(True)
    later.setInterval(SETTLED_MS)
    later.timeout.connect(lambda: _show_more(page, session))
    page.explain.more_requested.connect(later.start)


def _answer(
    session: Session, *, candidates: tuple[str, ...] | None = None, is_glance: bool = False
) -> TaskAnswer | None:
    """The answer that the page shows; None where it shows none."""
    asked, shown = session.asking.asked, session.shown.shown
    if asked is None or shown is None:
        return None
    question, known = asked
    try:
        return page_answer(question.now, shown.rig, known, candidates=candidates, is_glance=is_glance)
    except ProblemError:
        return None  # the page says why


def _text_answer(
    session: Session, *, candidates: tuple[str, ...] | None = None, is_glance: bool = False
) -> TextAnswer | None:
    """The same where it is about a model to talk to."""
    is_text = session.asking.asked is not None and session.asking.asked[0].is_text
    return _answer(session, candidates=candidates, is_glance=is_glance) if is_text else None  # type: ignore[return-value]


def _open_run(page: "WillItRunPage", session: Session) -> None:
    answer, asked, shown = _answer(session, is_glance=True), session.asking.asked, session.shown.shown
    if answer is None or asked is None or shown is None:
        return
    question, known = asked
    file, model = known.files.get(question.now.model_id), known.catalog.models.get(question.now.model_id)
    text = answer if isinstance(answer, TextAnswer) else None
    view = run_view(
        answer,
        system=system_of(shown.machine),
        path=file.path if file is not None and file.format == "gguf" else "",
        model=model,
        whole_layers=_in_whole_layers(text, shown.rig, question, known) if text else None,
    )
    if view is None:
        return
    dialog = RunDialog(view, page, can_check=session.shown.is_own and question.is_text)
    dialog.check_requested.connect(dialog.accept)
    dialog.check_requested.connect(page.check_requested)
    dialog.open()


def _open_typing(page: "WillItRunPage", session: Session) -> None:
    answer, asked = _text_answer(session), session.asking.asked
    if answer is None or asked is None:
        return
    catalog = asked[1].catalog
    cards = card_choices(EditOffers(cards=board_ids(catalog)), catalog)
    dialog = TypingDialog(typing_view(answer, answer.fastest_candidate), cards, page)

    def put_beside(card_id: str) -> None:
        other = _text_answer(session, candidates=(card_id,))
        if other is not None and other.candidates:
            dialog.show_view(typing_view(other, other.candidates[0]))

    dialog.card_requested.connect(put_beside)
    dialog.open()


def _in_whole_layers(answer: TextAnswer, rig: Rig, question: "PageQuestion", known: "KnownModels") -> Range | None:
    return whole_layers_rate(rig, *_subject_and_run(answer, question, known), known.catalog)


def _subject_and_run(answer: TextAnswer, question: "PageQuestion", known: "KnownModels") -> tuple[Subject, Run]:
    """The file and the request that an answer is about."""
    return known.subject(question.text.model_id, known.catalog.quants[question.quant_id]), run_of(answer.chosen)


def _show_more(page: "WillItRunPage", session: Session) -> None:
    """The charts of layers on the card and of several users, where there is something to show."""
    answer, asked, shown = _text_answer(session, is_glance=True), session.asking.asked, session.shown.shown
    if answer is None or asked is None or shown is None:
        page.explain.show_more({"layers": None, "users": None})
        return
    question, known = asked
    subject, run = _subject_and_run(answer, question, known)
    steps = layer_steps(shown.rig, subject, run, known.catalog)
    users = users_at_once(answer, shown.rig, known.catalog)
    page.explain.show_more(
        {
            "layers": layers_chart(steps) if steps else None,
            "users": SHOWN[users.task].steps(users) if users else None,
        }
    )
