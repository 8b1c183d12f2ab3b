"""Try it now: a model whose file is here is run for real, and what it reached stands beside its prediction."""

from typing import TYPE_CHECKING, NamedTuple

from advisor.facts.answers.tried import Tried
from advisor.present.check.tried_text import tried_sentence
from advisor.ui.state.session import Session
from advisor.ui.state.trial_offer import file_to_try, has_engine

if TYPE_CHECKING:
    from advisor.present.words.view import WillItRunView
    from advisor.ui.will_it_run.page_will_it_run import WillItRunPage


class Wanted(NamedTuple):
    """What is run: a file, for this use, with this context; and the quantization that the verdict is about."""

    path: str
    workload_id: str
    context_tokens: int
    quant_id: str | None = None


class Trying:
    """Knows which file the page asks about, and what those that were run reached."""

    def __init__(self, page: "WillItRunPage", session: Session) -> None:
        self._page, self._session = page, session
        self._fits = False
        self._running: Wanted | None = None
        self._reached: dict[Wanted, str] = {}

    def show(self, view: "WillItRunView | None" = None) -> None:
        """Offer to run what the page shows, or say what is missing for it; and what it reached before."""
        self._fits = view.verdict.light != "wont_run" if view else self._fits
        wanted = self._wanted() if self._fits else None
        can_try = wanted is not None and has_engine(self._session, wanted.path)
        reached = self._reached.get(wanted, "") if wanted else ""
        self._page.card.show_trial(reached, can_try=can_try)
        self._page.explain.show_engine_missing(wanted is not None and not can_try)
        if can_try and wanted is not None and wanted.path == self._session.own.wished_trial:
            self.start()

    def start(self) -> None:
        """Run the model of the page."""
        self._running = wanted = self._wanted()
        self._session.own.wished_trial = ""
        if wanted is not None:
            self._session.own.try_model(
                wanted.path, workload_id=wanted.workload_id, context_tokens=wanted.context_tokens
            )

    def take(self, tried: Tried) -> None:
        """What the one that was started reached."""
        catalog = self._session.asking.catalog
        if self._running is not None and catalog is not None:
            is_as_asked = self._running.quant_id in (None, catalog.quants.find(tried.quant))
            self._reached[self._running] = tried_sentence(tried, names_file=not is_as_asked)
            self.show()

    def take_trouble(self, sentence: str) -> None:
        """Why the one that was started reached nothing."""
        if self._running is not None:
            self._reached[self._running] = sentence
            self.show()

    def _wanted(self) -> Wanted | None:
        """What the page asks about, as a file of this computer; None where none is here."""
        asked = self._session.asking.asked
        if asked is None or not self._session.shown.is_own or not asked[0].is_text:
            return None
        question, known = asked
        model_id = question.now.model_id
        path = file_to_try(self._session, model_id, question.quant_id)
        if path is None:
            return None
        quant_id = None if model_id in known.files else question.quant_id
        return Wanted(path, question.now.workload_id, question.context_tokens, quant_id)


def connect_trying(page: "WillItRunPage", session: Session) -> None:
    """The button beside the verdict, and what comes of it."""
    trying = Trying(page, session)
    session.asking.answered.connect(lambda view: trying.show(view))
    session.own.tried.connect(trying.take)
    session.own.trial_failed.connect(trying.take_trouble)
    session.local.changed.connect(lambda _: trying.show())
    page.try_requested.connect(trying.start)
