"""Try it now: a model whose file is here is run for real, and what it reached stands beside its prediction."""

from typing import TYPE_CHECKING

from advisor.engines.programs import PROGRAMS, find_program
from advisor.engines.trial import SERVERS
from advisor.facts.answers.tried import Tried
from advisor.present.check.tried_text import tried_sentence
from advisor.ui.state.session import Session

if TYPE_CHECKING:
    from advisor.present.words.view import WillItRunView
    from advisor.ui.will_it_run.page_will_it_run import WillItRunPage


class Trying:
    """Knows which file the page asks about, and what those that were run reached."""

    def __init__(self, page: "WillItRunPage", session: Session) -> None:
        self._page, self._session = page, session
        self._fits = False
        self._running: tuple[str, str, int] | None = None
        self._reached: dict[tuple[str, str, int], str] = {}

    def show(self, view: "WillItRunView | None" = None) -> None:
        """Offer to run what the page shows, or say what is missing for it; and what it reached before."""
        self._fits = view.verdict.light != "wont_run" if view else self._fits
        asked = self._asked() if self._fits else None
        has_engine = asked is not None and (self._has_program() or self._is_served(asked[0]))
        reached = self._reached.get(asked, "") if asked else ""
        self._page.card.show_trial(reached, can_try=has_engine)
        self._page.explain.show_engine_missing(asked is not None and not has_engine)

    def _has_program(self) -> bool:
        """Whether there is one that runs a file."""
        folder = self._session.settings.now.engine_folder
        return any(find_program(name, kept=folder) for name in PROGRAMS)

    def _is_served(self, path: str) -> bool:
        """Whether a program keeps the file that runs its models itself, once it is started."""
        found = self._session.local.at(path)
        return found is not None and any(holder.program in SERVERS for holder in found.holders)

    def start(self) -> None:
        """Run the model of the page."""
        self._running = asked = self._asked()
        if asked is not None:
            path, workload_id, context_tokens = asked
            self._session.own.try_model(path, workload_id=workload_id, context_tokens=context_tokens)

    def take(self, tried: Tried) -> None:
        """What the one that was started reached."""
        if self._running is not None:
            self._reached[self._running] = tried_sentence(tried)
            self.show()

    def _asked(self) -> tuple[str, str, int] | None:
        """The file, workload and context that the page asks about; None where none of this computer is."""
        asked = self._session.asking.asked
        if asked is None or not self._session.shown.is_own or not asked[0].is_text:
            return None
        question, known = asked
        file = known.files.get(question.now.model_id)
        if file is None or file.format != "gguf":
            return None
        return file.path, question.now.workload_id, question.context_tokens


def connect_trying(page: "WillItRunPage", session: Session) -> None:
    """The button beside the verdict, and what comes of it."""
    trying = Trying(page, session)
    session.asking.answered.connect(lambda view: trying.show(view))
    session.own.tried.connect(trying.take)
    page.try_requested.connect(trying.start)
