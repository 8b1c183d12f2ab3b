"""Why a report could not be written."""


class ReportError(Exception):
    """The report could not be written; the text is one plain sentence."""
