"""Why a question cannot be answered."""

from advisor.facts.answers.answer import AnswerError, ErrorCode
from advisor.facts.values.sentence_error import SentenceError

_LONGEST = 80


def shortened(name: str) -> str:
    """A name as someone wrote it, cut to what a sentence can hold."""
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"


class ProblemError(SentenceError):
    """A question without an answer; `error` is what the asker is told."""

    def __init__(self, message: str, *, code: ErrorCode = "bad_request") -> None:
        super().__init__(message)
        self.error = AnswerError(code=code, message=message)
