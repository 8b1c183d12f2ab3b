"""What the speeds of a task are shown in."""

from advisor.facts.values.frozen import frozen


@frozen
class TaskUnit:
    """What speeds of a task are shown in: `per_s` of it are one unit a second; what one bar of its time stands for.

    `short` stands beside a large figure, where the text is too long for that.
    """

    text: str
    words: str
    per_s: float
    whole: str
    short: str = ""
