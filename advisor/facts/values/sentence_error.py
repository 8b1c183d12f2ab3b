"""What cannot be done for a reason that a person can be told."""


class SentenceError(Exception):
    """The message is one plain sentence for people; whoever meets it says it, and nothing else went wrong."""
