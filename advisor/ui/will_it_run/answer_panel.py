"""The card at the top of page Will it run?: the answer in words, and what can be done with it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout

from advisor.charts.chart_frame import SteadyLabel
from advisor.present.words.palette import Theme, color
from advisor.present.words.view import WillItRunView
from advisor.present.words.words import say
from advisor.ui.look.theme import icon_pixmap
from advisor.ui.parts.panel import Panel, ShareButton, button_grid, icon_label, paint_edge, push_button
from advisor.ui.parts.wrapping import Wrapping


class AnswerPanel(Panel):
    """Shows the words of a `WillItRunView`. The page connects the buttons and says which of them are of use."""

    def __init__(self, share: ShareButton) -> None:
        super().__init__(edged=True)
        self.share = share
        self._painted = ("", "")
        self.icon = icon_label()
        self.answer = SteadyLabel("title", say("Waiting for your hardware …"))
        self._detail = SteadyLabel("soft")
        self._gpu = SteadyLabel("heading")
        self._launch = SteadyLabel("small")
        self._launch.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._launch.setToolTip(say("Starts llama.cpp as this answer assumes; put the name of your file in"))
        self.measure = self._button(say("Measure"))
        self.measure.setObjectName("primary")
        self.measure.hide()
        self.run = self._button(say("Run it"), say("Steps for Ollama, LM Studio and llama.cpp"))
        self.typing = self._button(say("Watch it type"), say("A text appears at the predicted speed"))
        self.why = self._button(say("Why this number"))
        self.check = self._button(
            say("Check this prediction"), say("Compare it with what a program reached here, and keep that")
        )
        self._lay_out()

    def show_view(self, view: WillItRunView, theme: Theme) -> None:
        """Show an answer."""
        self.answer.setText(view.answer)
        self._detail.setText(view.detail)
        self._gpu.setText(view.gpu_sentence)
        self._launch.setText(view.launch)
        self.setAccessibleName(view.answer)
        self.setAccessibleDescription(view.detail)
        self.paint(view, theme)

    def show_trouble(self, sentence: str, theme: Theme) -> None:
        """Say why there is no answer."""
        self.answer.setText(sentence)
        for label in (self._detail, self._gpu, self._launch):
            label.setText("")
        self.paint(None, theme)

    def paint(self, view: WillItRunView | None, theme: Theme) -> None:
        """Edge and icon in the color of the verdict."""
        state, word = (view.state, view.state_word) if view else ("unknown", "")
        paint_edge(self.edge, state, theme)
        if (state, theme) != self._painted:
            self._painted = state, theme
            self.icon.setPixmap(icon_pixmap(state, color(state, theme)))
            self.icon.setAccessibleName(word)
            self.icon.setToolTip(word)

    def _button(self, text: str, hint: str = "") -> QPushButton:
        button = push_button(text, lambda: None)
        button.setToolTip(hint)
        return button

    def _lay_out(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(4)
        for label in (self.answer, self._detail, self._gpu, self._launch):
            texts.addWidget(label)
        texts.addStretch(1)
        said = QHBoxLayout()
        said.setSpacing(12)
        said.addWidget(self.icon, 0, Qt.AlignmentFlag.AlignTop)
        said.addLayout(texts, 1)
        grid = button_grid((self.run, self.typing, self.why, self.check, self.share))
        buttons = QVBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.measure)
        buttons.addLayout(grid)
        buttons.addStretch(1)
        self.body.addWidget(Wrapping(said, buttons))
