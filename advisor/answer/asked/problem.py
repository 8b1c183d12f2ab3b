"""Why a question cannot be answered."""

from typing import ClassVar

from advisor.facts.answers.answer import AnswerError, ErrorCode
from advisor.facts.values.reason import ReasonError

_LONGEST = 80


def shortened(name: str) -> str:
    """A name as someone wrote it, cut to what a sentence can hold."""
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"


class ProblemError(ReasonError):
    """A question without an answer; `error` is what the asker is told, `code` of what kind it is."""

    code: ClassVar[ErrorCode] = "bad_request"

    @property
    def error(self) -> AnswerError:
        """The answer to such a question."""
        return AnswerError(code=self.code, message=self.reason)


class UnknownModelError(ProblemError):
    """No model is known by that name."""

    code = "unknown_model"


class UnknownDeviceError(ProblemError):
    """No device is known by that name."""

    code = "unknown_device"


class BadFileError(ProblemError):
    """A file cannot be read, or nothing can be predicted of what it says."""

    code = "bad_file"
