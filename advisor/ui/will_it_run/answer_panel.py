"""The card at the top of page Will it run?: the answer in words, and what can be done with it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from advisor.charts.chart_frame import SteadyLabel
from advisor.present.words.view import WillItRunView
from advisor.present.words.words import say
from advisor.ui.parts.boxes import stacked
from advisor.ui.parts.panel import MeasureButton, ShareButton, button_grid, push_button
from advisor.ui.parts.toned_panel import TonedPanel
from advisor.ui.parts.wrapping import Wrapping


class AnswerPanel(TonedPanel):
    """Shows the words of a `WillItRunView`. The page connects the buttons and says which of them are of use."""

    def __init__(self, share: ShareButton) -> None:
        super().__init__()
        self.share = share
        self.answer = SteadyLabel("title", say("Waiting for your hardware …"))
        self._detail = SteadyLabel("soft")
        self._gpu = SteadyLabel("heading")
        self._launch = SteadyLabel("small")
        self._launch.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._launch.setToolTip(say("Starts llama.cpp as this answer assumes; put the name of your file in"))
        self.measure = MeasureButton()
        self.run = self._button(say("Run it"), say("Steps for Ollama, LM Studio and llama.cpp"))
        self.typing = self._button(say("Watch it type"), say("A text appears at the predicted speed"))
        self.why = self._button(say("Why this number"))
        self.check = self._button(
            say("Check this prediction"), say("Compare it with what a program reached here, and keep that")
        )
        texts = stacked(self.answer, self._detail, self._gpu, self._launch, None, spacing=4)
        grid = button_grid((self.run, self.typing, self.why, self.check, self.share))
        self.body.addWidget(Wrapping(self.beside_icon(texts, spacing=12), stacked(self.measure, grid, None, spacing=8)))
        self.show_tone("unknown", "")

    def show_view(self, view: WillItRunView) -> None:
        """Show an answer."""
        self.answer.setText(view.answer)
        self._detail.setText(view.detail)
        self._gpu.setText(view.gpu_sentence)
        self._launch.setText(view.launch)
        self.setAccessibleName(view.answer)
        self.setAccessibleDescription(view.detail)
        self.show_tone(view.state, view.state_word)

    def show_trouble(self, sentence: str) -> None:
        """Say why there is no answer."""
        self.answer.setText(sentence)
        for label in (self._detail, self._gpu, self._launch):
            label.setText("")
        self.show_tone("unknown", "")

    def _button(self, text: str, hint: str = "") -> QPushButton:
        button = push_button(text, lambda: None)
        button.setToolTip(hint)
        return button
