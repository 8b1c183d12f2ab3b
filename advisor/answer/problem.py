"""Why a question cannot be answered."""

from advisor.facts.answer import AnswerError


class ProblemError(Exception):
    """A question without an answer; `error` is what the asker is told."""

    def __init__(self, error: AnswerError) -> None:
        super().__init__(error.message)
        self.error = error
