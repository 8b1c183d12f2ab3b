"""Page Learn as a widget: every text of a view, names for screen readers, both themes, and narrow windows."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QLineEdit, QListView, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from advisor.advice.learning import learn_steps
from advisor.answer.claims.claims import learn_findings
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.kept.settings import Money
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import known
from advisor.facts.values.units import GB
from advisor.present.learn.text import GLOSSARY, learn_pictures, learn_view
from advisor.present.learn.view import LearnView
from advisor.present.words.series import Table
from advisor.ui.learn.page_learn import LearnPage
from advisor.ui.learn.topic_view import ClaimPanel
from advisor.ui.parts.why_dialog import WholeTable
from advisor.ui.work.looked_at import LookedAt

CATALOG = load_catalog()


def rig() -> Rig:
    cpu = cpu_processor("cpus/amd/ryzen-9-7950x", CATALOG)
    cpu = cpu.changed(bandwidth_bytes_per_s=known(80.0 * GB, origin="user", source="a test"))
    return Rig(name="a rig", processors=(cpu, gpu_processor("gpus/nvidia/rtx-4090", CATALOG)))


VIEW: LearnView = learn_view(
    learn_findings(CATALOG, rig()),
    {card_id: learn_pictures(card, rig(), CATALOG) for card_id, card in CATALOG.learn.items()},
)


@pytest.fixture
def page(qtbot: QtBot) -> LearnPage:
    shown = LearnPage()
    qtbot.addWidget(shown)
    shown.resize(900, 600)
    shown.show()
    shown.show_view(VIEW)
    return shown


def texts(page: LearnPage) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


@pytest.mark.parametrize("card", VIEW.cards, ids=lambda card: card.id)
def test_every_topic_shows_all_its_texts(page: LearnPage, card: Any) -> None:
    page.open_topic(card.id)
    QApplication.processEvents()
    shown = texts(page)
    for text in (VIEW.summary, card.title, card.idea, *card.rig, *card.rig_missing, card.source):
        assert text in shown
    for claim in card.claims:
        for text in (
            claim.title,
            claim.text,
            claim.whose,
            claim.word,
            claim.condition,
            claim.figures,
            claim.turns,
            claim.reason,
        ):
            assert text in shown
    for word in card.words:
        assert f"<b>{word.name}</b>: {word.means}" in shown
    for drawn in (*card.pictures.charts, *card.pictures.tables):
        assert drawn.title in shown
        assert drawn.sentence in shown
    assert page.topic.layer.isVisible() == card.offers_layer
    assert page.topic.horizontalScrollBar().maximum() == 0


def test_every_control_and_card_has_a_name(page: LearnPage) -> None:
    for card in VIEW.cards:
        page.open_topic(card.id)
        QApplication.processEvents()
        for kind in (QPushButton, QLineEdit, QListView, QTableView):
            assert all(one.accessibleName() for one in page.findChildren(kind) if one.isVisible())
        for one in page.findChildren(QFrame, "card"):
            assert one.accessibleName() or not one.isVisible()
        names = [one.accessibleName() for one in page.findChildren(ClaimPanel) if one.isVisible()]
        assert len(set(names)) == len(card.claims)


def test_a_word_is_found_with_its_topic_and_in_the_glossary(page: LearnPage) -> None:
    page.topics.words.setText("vram")
    assert page.topics.chosen_id == "forty-times"
    assert "A graphics card's own memory." in texts(page)
    page.topics.words.clear()
    page.open_topic(GLOSSARY)
    page.topics.words.setText("kv cache")
    page.topics.open(GLOSSARY)
    assert "<b>KV cache</b>" in texts(page)
    assert "<b>NVLink</b>" not in texts(page)
    page.topic.words.opened.emit("out-of-memory")
    assert page.topics.chosen_id == "out-of-memory"


def test_keys_move_through_the_topics(page: LearnPage) -> None:
    page.topics.list.setFocus()
    QTest.keyClick(page.topics.list, Qt.Key.Key_Down)
    assert page.topics.chosen_id == VIEW.cards[1].id
    assert VIEW.cards[1].title in texts(page)


def test_the_open_topic_stays_open_when_the_rig_changes_and_when_a_search_ends(page: LearnPage) -> None:
    page.topics.words.setText("mig")
    assert page.topics.chosen_id == "mig"
    page.topics.words.clear()
    assert page.topics.chosen_id == "mig"
    page.show_view(learn_view(learn_findings(CATALOG)))
    assert page.topics.chosen_id == "mig"
    assert "Can one GPU be split (MIG)?" in texts(page)


def test_a_topic_wished_for_before_there_are_any_is_opened_then(qtbot: QtBot) -> None:
    early = LearnPage()
    qtbot.addWidget(early)
    early.open_topic("power")
    assert "Waiting" in early._title.text()
    early.show_view(VIEW)
    assert early.topics.chosen_id == "power"


def test_only_this_computer_runs_the_layer(page: LearnPage, qtbot: QtBot) -> None:
    page.open_topic("thousand-rows")
    page.set_busy(False, is_own=False)
    assert not page.topic.layer.run.isEnabled()
    page.set_busy(False, is_own=True)
    with qtbot.waitSignal(page.layer_requested):
        page.topic.layer.run.click()


def test_both_themes(page: LearnPage) -> None:
    page.open_topic("pcie-trip")
    for theme in ("dark", "light"):
        page.set_theme(theme)
        QApplication.processEvents()
    assert page.topic.charts[0].isVisible()


def test_nothing_is_computed_before_somebody_looks(qtbot: QtBot) -> None:
    owner = LearnPage()
    qtbot.addWidget(owner)
    learning = LookedAt(owner)
    seen: list[LearnView] = []
    learning.changed.connect(seen.append)

    def ask() -> None:
        learning.ask(lambda: learn_steps(rig(), CATALOG, Money()), about=(rig(), CATALOG))

    ask()
    qtbot.wait(50)
    assert not seen
    learning.show(True)
    qtbot.waitUntil(lambda: len(seen) == 1)
    ask()
    learning.show(False)
    learning.show(True)
    qtbot.wait(50)
    assert seen == [VIEW]


def test_a_table_whose_heads_are_too_wide_breaks_them(qtbot: QtBot) -> None:
    """Its last column would end outside the page."""
    heads = ("Chip", "Multiply-adds a tick", "Peak arithmetic", "Memory bandwidth", "Memory", "Power")
    row = ("AMD EPYC (yours)", "32", "~0.18 TFLOPS", "8.2 GB/s", "23.5 GiB", "unknown")
    table = WholeTable(Table(heads, (row,)))
    qtbot.addWidget(table)
    table.resize(2000, 400)
    table.show()
    header = table.horizontalHeader()
    wide = sum(map(header.sectionSizeHint, range(len(heads))))
    high = header.height()
    table.resize(wide, 400)
    QApplication.processEvents()
    assert header.height() > high
    assert header.length() <= table.viewport().width()
    needed = [max(table.sizeHintForColumn(one), header.sectionSizeHint(one)) for one in range(1, len(heads))]
    assert [table.columnWidth(one) for one in range(1, len(heads))] >= needed
    table.resize(2000, 400)
    QApplication.processEvents()
    assert header.height() == high
