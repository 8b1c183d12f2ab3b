"""Answers that one more turn of a knob would ask for, worked out while nobody waits for anything."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from advisor.answer.asked.problem import ProblemError
from advisor.facts.values.same import Same
from advisor.present.words.choice import Knob
from advisor.present.words.words import language
from advisor.ui.work.looked_at import Ticks

if TYPE_CHECKING:
    from advisor.advice.known_models import KnownModels
    from advisor.advice.question import PageQuestion
    from advisor.facts.rig.rig import Rig
    from advisor.present.words.view import WillItRunView

    Found = tuple[WillItRunView, bool]

PAUSE_MS = 300
"""So long nobody has asked for anything else before it begins: whoever draws a slider waits for none of it."""
BUDGET_S = 2.0
"""Of the processor at most, for one question: what is further away is worked out when it is asked for."""
_MOST = 96
"""So many are kept, those that were asked for last; each takes about 0.1 MB."""


class ViewsAhead(QObject):
    """Keeps answers about one rig and the models known; all go with either of them.

    One that may name something else a moment later is shown once, then worked out anew. None of a file is kept: that
    may change.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._about: object = None
        self._kept: dict[object, Found] = {}
        self._questions: Callable[[], Iterable[PageQuestion | None]] = tuple
        self._ticks = Ticks(self, slice_s=0.0, failed=lambda _: None)  # whoever asks for it is told
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._begin)
        self._rig: Rig | None = None
        self._known: KnownModels | None = None

    def view(self, question: "PageQuestion", rig: "Rig", known: "KnownModels") -> "Found":
        """The answer as the page shows it, and whether something to name instead is yet to be worked out.

        Raises ProblemError like `page_view`.
        """
        about = Same(rig), Same(known), language()
        if about != self._about:
            self._about, self._rig, self._known, self._kept = about, rig, known, {}
        key = _key(question)
        found = self._kept.pop(key, None) or _worked_out(question, rig, known)
        _, is_awaited = found
        if not is_awaited:
            self._keep(question, found)
        return found

    def _keep(self, question: "PageQuestion", found: "Found") -> None:
        now = question.now
        if self._known is not None and now.model_id not in self._known.files and not now.fields.get("model_file"):
            self._kept[_key(question)] = found
            while len(self._kept) > _MOST:
                del self._kept[next(iter(self._kept))]

    def plan(self, questions: "Callable[[], Iterable[PageQuestion | None]]") -> None:
        """Work these out after a pause in which nothing else is asked for; None is a step on the way to the next."""
        self._ticks.stop()
        self._questions = questions
        self._pause.start()

    def stop(self) -> None:
        """Nobody looks any more."""
        self._pause.stop()
        self._ticks.stop()

    def finish(self) -> None:
        """Work out at once what is planned."""
        if self._pause.isActive():
            self._pause.stop()
            self._begin()
        self._ticks.finish()

    def _begin(self) -> None:
        self._ticks.start(self._steps())

    def _steps(self) -> Iterator[None]:
        rig, known = self._rig, self._known
        if rig is None or known is None:
            return
        end_s = time.thread_time() + BUDGET_S
        for question in self._questions():
            if time.thread_time() > end_s:
                return
            if question is not None:
                self._have(question, rig, known)
            yield

    def _have(self, question: "PageQuestion", rig: "Rig", known: "KnownModels") -> None:
        """Kept as what was asked for last, whoever asked: what the knobs can ask for now goes last."""
        found = self._kept.pop(_key(question), None)
        with suppress(ProblemError):  # told to whoever asks for it
            self._keep(question, found or _worked_out(question, rig, known))


def nearest_turns(knobs: Iterable[Knob]) -> Iterator[tuple[str, str]]:
    """What each knob can be turned to, by its id: what stands beside the present choices first."""
    steps = []
    for knob in knobs:
        ids = [choice.id for choice in knob.choices]
        now = ids.index(knob.choice_id) if knob.choice_id in ids else 0
        steps += [(abs(step - now), knob.id, one) for step, one in enumerate(ids) if one != knob.choice_id]
    for _, knob_id, choice_id in sorted(steps, key=lambda one: one[0]):
        yield knob_id, choice_id


def _key(question: "PageQuestion") -> object:
    now = question.now
    return now.workload_id, now.model_id, repr(sorted(now.fields.items())), "quant" in question.own_settings


def _worked_out(question: "PageQuestion", rig: "Rig", known: "KnownModels") -> "Found":
    from advisor.advice.question import page_view
    from advisor.answer.rig.nearest import NearestSoFar

    own, nearest = "quant" in question.own_settings, NearestSoFar(known.nearest)
    view = page_view(question.now, rig, known, is_quant_own=own, nearest=nearest)
    return view, nearest.is_awaited
