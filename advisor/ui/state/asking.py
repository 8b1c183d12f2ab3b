"""The question of page Will it run?, its knobs, and the answer to it on the rig shown."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from advisor.answer.asked.problem import ProblemError
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.values.same import Same
from advisor.present.words.reasons.in_words import problem_words
from advisor.present.words.words import say
from advisor.ui.state.changes import Change, Changes, KeptSettings
from advisor.ui.state.shown_machine import ShownMachine
from advisor.ui.state.views_ahead import ViewsAhead, nearest_turns
from advisor.ui.work.looked_at import Ticks
from advisor.ui.work.unexpected import unexpected

if TYPE_CHECKING:
    from advisor.advice.known_models import KnownModels
    from advisor.advice.question import Chosen, PageQuestion
    from advisor.facts.asked.question import Question
    from advisor.facts.rig.rig import Rig
    from advisor.present.words.view import Knobs, MyRigView, WillItRunView

FIRST_WORKLOAD = "chat"
"""The work that the headline of a rig, and so its first question, is about."""
MOST_RECENT = 8
"""Models that are remembered from one start to the next."""


class Asking(QObject):
    """Emits finished views; the answer is worked out only where somebody looks."""

    knobs_changed = Signal(object)
    asked_anew = Signal()
    """Another question, or the same of another rig."""
    answered = Signal(object)
    failed = Signal(str, str)
    """Why there is no answer: a title, and a sentence below it or nothing."""
    best_found = Signal(object)
    """What to ask instead of that which has no answer, as an `Action`."""
    file_wished = Signal(object)
    """The path of a model that is not open yet."""
    models_wished = Signal(str)
    """The workload whose ranking is to be seen."""
    said = Signal(str)
    noted = Signal(str)
    """What happened by itself, to be read in passing."""

    def __init__(self, parent: QObject, shown: ShownMachine, settings: KeptSettings, changes: Changes) -> None:
        super().__init__(parent)
        self._shown, self._settings, self._changes = shown, settings, changes
        self.known: KnownModels | None = None
        self.view: WillItRunView | None = None
        self.question: PageQuestion | None = None
        self._is_first_guess = False
        """Whether the question was made while the hardware was still being read, and nobody turned a knob since."""
        self.knobs: Knobs | None = None
        self.recent: tuple[str, ...] = settings.now.recent_models
        """The models that a person asked about, the last first."""
        self._chosen: Chosen | None = None
        self._sizing = Ticks(self, slice_s=0.0, failed=self.give_up)
        self._choosing = Ticks(self, failed=lambda _: self._take_best(None))  # the usual model stays
        self._rig_name = ""
        """What the machine is called that the question is asked of; empty for this computer."""
        self._own: PageQuestion | None = None
        """What was asked of this computer last, while another one is shown."""
        self._picked_on: dict[str, str] = {}
        """The model that a person picked last, by the name of the machine that was shown then."""
        self._views = ViewsAhead(self)
        self._ahead = Ticks(self, failed=lambda _: None)  # whoever asks for it is told
        self._ahead_about: object = None
        self._is_watched, self._is_due = True, False
        """Whether somebody looks at the answer, and whether it is yet to be worked out."""

    @property
    def asked(self) -> "tuple[PageQuestion, KnownModels] | None":
        """The present question, and the models it can be about."""
        return (self.question, self.known) if self.question and self.known else None

    @property
    def catalog(self) -> Catalog | None:
        """All cards, once they were read."""
        return self.known.catalog if self.known else None

    def begin(self, view: "MyRigView", answers: Sequence[TextAnswer], *, is_guess: bool) -> None:
        """Ask what was asked last, else about a model that the rig shown is good for, where nobody asks yet."""
        if self.known is None or not (self.question is None or self._is_first_guess):
            return
        from advisor.advice.question import first_question

        self.question, self._rig_name = first_question(self._settings.now, view, answers, self.known), self._shown.name
        self._is_first_guess = is_guess
        self._picked_on.update(("", one) for one in self.question.picked.values())  # as the last start was
        self._choosing.stop()
        if self.question.now.workload_id != FIRST_WORKLOAD or self.question.picked:
            self._choose_model(self.question, is_other_rig=bool(self._rig_name))
        self.answer()

    @property
    def is_choosing(self) -> bool:
        """Whether the model that suits the rig and the work best is still looked for; knobs follow once it is known."""
        return self._choosing.are_under_way

    def take_rig(self, name: str) -> None:
        """Another machine is shown: ask about its best model; one that a person picked stays while it runs there."""
        if self.question is None or name == self._rig_name:
            return
        if not self._rig_name:
            self._own = None if self._is_first_guess else self.question
        self._rig_name = name
        picked_id = self.question.picked.get(self.question.now.workload_id)
        if picked_id is not None and picked_id == self._picked_on.get(name):
            self._choosing.stop()
            self._ask_about(picked_id, is_noted=False)
        else:
            self._choose_model(self.question, is_other_rig=True)

    def turn(self, knob: str, choice: str) -> None:
        """A knob was turned: take the choice over; `answer` computes."""
        if self.known and knob == "model" and choice not in self.known:
            self.file_wished.emit(Path(choice))
        elif self.question and self.known:
            from advisor.advice.question import turned

            self.change(turned(self.question, knob, choice, self.known), knob)
            if knob == "workload":
                self._choose_model(self.question)

    def name_model(self, model_id: str) -> None:
        """Ask about the model that is best for the present workload, as another page says; nobody chose it."""
        if self.question and self.known:
            from advisor.advice.question import about_model

            self.change(about_model(self.question, model_id, self.known), "model")

    def wish_models(self) -> None:
        """Have the models for the present work shown."""
        if self.question:
            self.models_wished.emit(self.question.now.workload_id)

    def change(self, question: "PageQuestion", knob: str) -> None:
        """Ask something else, which can be taken back; a slider that is drawn makes one change."""
        self._choosing.stop()
        before, self.question, self._is_first_guess = self.question, question, False
        if knob in ("model", "text_model"):
            if question.now.model_id in question.picked.values():
                self._picked_on[self._rig_name] = question.now.model_id
            self.recent = tuple(dict.fromkeys((question.now.model_id, *self.recent)))[:MOST_RECENT]
        if before is None or before == question:
            return
        turned_knob = self.knobs.knob(knob) if self.knobs else None
        usual = {"workload": say("Workload"), "automatic": say("Advanced")}
        words = turned_knob.label if turned_knob else usual.get(knob) or say("Model")
        row = knob if turned_knob is not None and turned_knob.is_scale else ""
        self._changes.note(Change("question", words, lambda: self._ask(before), lambda: self._ask(question), row))

    def _choose_model(self, asked: "PageQuestion", *, is_other_rig: bool = False) -> None:
        """Ask about the best of the ranking once it is known, if nobody turned a knob meanwhile.

        What a person chose for this work stays, on another rig while it runs there; what he chose for other work does
        where it does this, too.
        """
        from advisor.advice.usual_model import kept_pick, known_usual_model, usual_model_steps

        known, shown = self.known, self._shown.shown
        pick = kept_pick(asked, known, is_other_rig=is_other_rig) if known else None
        if known is None or shown is None or pick is None:
            return
        picked_id, is_picked = pick
        about = shown.rig, asked.now.workload_id, known.catalog
        with suppress(ProblemError):  # nothing can run it: the model stays
            at_once = known_usual_model(*about, picked_id=picked_id, while_it_runs=is_picked)
            if at_once is not None:
                self._ask_about(at_once)
                return
        steps = usual_model_steps(*about, picked_id=picked_id, while_it_runs=is_picked)
        found: list[str] = []

        def take(model_id: str | None) -> None:
            if model_id:
                found.append(model_id)

        self._choosing.start(steps, take=take, done=lambda: self._take_best(found[0] if found else None))

    def _take_best(self, model_id: str | None) -> None:
        """Whoever waits for the model is told, also where it stays the same."""
        if model_id and self._ask_about(model_id):
            self.answer()
        elif self.knobs is not None:
            self.knobs_changed.emit(self.knobs)

    def _note_replaced(self, before: "PageQuestion | None") -> None:
        """A model that a person picked does not go without a word."""
        now, known = self.question, self.known
        if before is None or now is None or known is None or before.now.model_id not in before.picked.values():
            return
        cards = {**known.catalog.models, **known.catalog.other_models}
        old, new = (cards[one.now.model_id].name for one in (before, now))
        self.noted.emit(say("{new} instead of {old}: it suits this better.", new=new, old=old))

    def _ask_about(self, model_id: str, *, is_noted: bool = True) -> bool:
        """Whether the question is another one now; nobody picked the model just now."""
        if not (self.question and self.known) or model_id == self.question.now.model_id:
            return False
        from advisor.advice.question import about_model

        before, self.question = self.question, about_model(self.question, model_id, self.known)
        if is_noted:
            self._note_replaced(before)
        return True

    def complete(self) -> None:
        """Have the answer at once, about the model that suits best."""
        self._choosing.finish()
        self.catch_up()

    def watch(self, is_watched: bool) -> None:
        """Whether somebody looks at the answer: it is worked out only then."""
        self._is_watched = is_watched
        if is_watched:
            self.catch_up()
        else:
            self._views.stop()

    def answer(self) -> None:
        """Show the present question, and the answer to it where somebody looks."""
        if not (self.known and self._shown.shown and self.question):
            return
        from advisor.advice.question import Chosen, settled
        from advisor.advice.question_knobs import knobs, needs_sizes, sizing

        self._chosen = self._chosen or Chosen()
        self.question = settled(self.question, self._shown.shown.rig, self.known, self._chosen)
        before, self.knobs = self.knobs, knobs(self.question, self.known, self.knobs)
        self.knobs_changed.emit(self.knobs)
        if needs_sizes(self.question, before):
            self._sizing.start(sizing(self.question.text.model_id, self.known), done=self._show_sizes)
        self._is_due = True
        self.asked_anew.emit()
        if self._is_watched:
            self.catch_up()

    def catch_up(self) -> None:
        """Work the answer out where that is yet to be done."""
        if not (self._is_due and self.known and self._shown.shown and self.question):
            return
        self._is_due = False
        asked, rig, known = self.question, self._shown.shown.rig, self.known
        try:
            self.view, is_awaited = self._views.view(asked, rig, known)
        except ProblemError as error:
            self.view = None
            title, *rest = problem_words(error.reason)
            self.failed.emit(title, " ".join(rest))
            self._look_for_best(asked.now, rig, known)
        else:
            self.answered.emit(self.view)
            self._look_ahead(asked.now, rig, known, is_awaited=is_awaited)
        self._views.plan(lambda: self._one_turn_away(asked, rig, known))

    def _one_turn_away(
        self, asked: "PageQuestion", rig: "Rig", known: "KnownModels"
    ) -> Iterator["PageQuestion | None"]:
        """What is asked once one knob is turned, the choices beside the present ones first, other works last.

        Steps on the way to the best model of a work yield None.
        """
        from advisor.advice.question import settled, turned
        from advisor.advice.usual_model import with_best_steps

        for knob_id, choice in nearest_turns(self.knobs.others if self.knobs else ()):
            yield settled(turned(asked, knob_id, choice, known), rig, known, self._chosen)
        for work in self.knobs.workloads if self.knobs else ():
            if work.id and work.id != asked.now.workload_id:
                for question in with_best_steps(turned(asked, "workload", work.id, known), rig, known):
                    yield settled(question, rig, known, self._chosen) if question is not None else None

    def finish_ahead(self) -> None:
        """Work out at once what one more turn of a knob may ask, as it is after a moment in which nobody turns one."""
        self._views.finish()

    def _look_ahead(self, question: "Question", rig: "Rig", known: "KnownModels", *, is_awaited: bool) -> None:
        """Work out what may be named instead while nobody waits for it; it is added to an answer that lacks it."""
        from advisor.advice.question import instead, instead_ahead

        about = (Same(rig), Same(known), question.workload_id, question.model_id)
        if is_awaited:
            self._ahead_about = None
            self._ahead.start(instead(question, rig, known), done=self._answer_again)
        elif about != self._ahead_about:
            self._ahead_about = about
            self._ahead.start(instead_ahead(question, rig, known))

    def _look_for_best(self, question: "Question", rig: "Rig", known: "KnownModels") -> None:
        """What has no answer is no dead end: offer the best model for this work, else all models."""
        from advisor.advice.usual_model import usual_model_steps
        from advisor.present.tasks.verdict import instead_action

        self._ahead_about = None
        found: list[str] = []

        def offer() -> None:
            self.best_found.emit(instead_action(found[0] if found else "", question.model_id, known.catalog))

        steps = usual_model_steps(rig, question.workload_id, known.catalog)
        self._ahead.start(steps, take=lambda one: found.extend([one] if one else []), done=offer)

    def _answer_again(self) -> None:
        """With what was not known before."""
        self._is_due = True
        if self._is_watched:
            self.catch_up()

    def give_up(self, error: Exception) -> None:
        """Work in small pieces came to no end."""
        sentence = unexpected(error)
        self.said.emit(sentence)
        if self.view is None:
            self.failed.emit(sentence, "")

    def close(self) -> None:
        """Keep what was asked of this computer, and the model where a person picked it, for the next start."""
        for work in (self._sizing, self._choosing, self._ahead, self._views):
            work.stop()
        if self.question and not self._is_first_guess:
            kept: dict[str, object] = {"workload_id": self.question.now.workload_id, "recent_models": self.recent}
            question = self._own if self._rig_name else self.question
            if question is not None:
                own, model_id = question.own_settings, question.text.model_id
                is_picked = bool(own) or model_id in question.picked.values()
                kept |= {"quant": own.get("quant"), "context_tokens": own.get("context_tokens")}
                kept |= {"model_id": model_id if is_picked else None}
            self._settings.keep(**kept)

    def _ask(self, question: "PageQuestion") -> None:
        self._choosing.stop()
        self.question = question
        self.answer()

    def _show_sizes(self) -> None:
        """How large the model is at each quantization: known a moment after the answer."""
        if self.knobs is not None and self.known is not None:
            from advisor.advice.question_knobs import sized

            self.knobs = sized(self.knobs, self.known)
            self.knobs_changed.emit(self.knobs)
