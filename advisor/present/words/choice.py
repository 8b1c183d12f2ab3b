"""What a person can choose: one entry of a list, and one thing to turn."""

from advisor.facts.values.frozen import frozen


@frozen
class Choice:
    """One entry of a list the user picks from; `search` holds more words it is found by.

    Entries with a `group` stand under its name.
    """

    id: str
    text: str
    detail: str = ""
    search: str = ""
    group: str = ""


@frozen
class Knob:
    """One thing to turn: its name, its choices and the id of the present one; amounts in order are a scale.

    `is_advanced`: it does not change what is asked, and the app chooses it where nobody does.
    """

    id: str
    label: str
    choices: tuple[Choice, ...]
    choice_id: str
    is_scale: bool = False
    is_advanced: bool = False
