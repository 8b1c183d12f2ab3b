"""The button that shows another computer on all pages: one of the catalog, with a GPU of it, or of named parts."""

from advisor.present.words.choice import Choice
from advisor.present.words.words import say
from advisor.ui.parts.search_button import SearchButton

OWN_PARTS = "own_parts"
"""The id of the choice to name parts."""


class AnotherComputer(SearchButton):
    """Emits the id of what shall be looked at; hidden until something is offered."""

    def __init__(self) -> None:
        super().__init__(say("View another computer"), say("Type the name of a computer, server or GPU"))
        self.hide()

    def offer(self, choices: tuple[Choice, ...]) -> None:
        """Offer to look at one of these, and at one of parts that are named where a text finds none."""
        self.otherwise = next((one for one in choices if one.id == OWN_PARTS), None)
        super().offer(choices)
