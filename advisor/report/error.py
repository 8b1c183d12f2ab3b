"""Why a report could not be written."""

from advisor.facts.values.sentence_error import SentenceError


class ReportError(SentenceError):
    """The report could not be written."""
