"""The picture for forums: its exact size, its colors, and that it names nobody."""

import re

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.machine_cards import known_machine
from advisor.catalog.hardware.rig import assemble_rig
from advisor.charts.forum_picture import forum_image
from advisor.present.report.forum_picture import ForumPicture, answer_forum_picture, rig_forum_picture
from advisor.present.rig.my_rig import my_rig_view
from advisor.present.words.palette import Theme, color
from advisor.present.words.view import MyRigView
from tests.fakes import views
from tests.fakes.estimates import answer, text_view, too_big
from tests.fakes.rigs import RIGS

FIVE = ("laptop", "old server", "4090 desktop", "Mac M2 Max", "virtual machine")
MADE = {"app": "Rig Advisor 1.0", "day": "2026-11-20"}
PATH = re.compile(r"/home/|/Users/|[A-Z]:\\")


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def rig_view(name: str, catalog: Catalog) -> MyRigView:
    detected, measured = RIGS[name]
    machine = known_machine(detected, (), catalog)
    rig = assemble_rig(machine, measured, catalog)
    return my_rig_view(machine=machine, rig=rig, measurements=measured, answers=())


def colors(picture: ForumPicture, theme: Theme, app: QApplication) -> set[str]:
    image = forum_image(picture, theme=theme, font=app.font())
    assert (image.width(), image.height()) == (1200, 675)
    assert image.pixelColor(3, 3) == QColor.fromString(color("background", theme))
    return {image.pixelColor(x, y).name() for x in range(0, 1200, 4) for y in range(0, 675, 4)}


@pytest.mark.parametrize("name", FIVE)
def test_any_rig_becomes_a_picture_of_that_size(name: str, catalog: Catalog, qtbot: QtBot, qapp: QApplication) -> None:
    view = rig_view(name, catalog)
    drawn = colors(rig_forum_picture(view, **MADE), "light", qapp)
    assert {color(role, "light").lower() for role in ("slot", "graphics_memory")} & drawn, "no memory is drawn"
    found = answer_forum_picture(text_view(answer()), view.picture, **MADE)
    shown = colors(found, "dark", qapp)
    assert {color(role, "dark").lower() for role in ("weights", "kv_cache", "card")} <= shown


def test_an_answer_without_figures_is_a_picture_too(qtbot: QtBot, qapp: QApplication) -> None:
    empty = answer(too_big(), sweeps=(), rooflines=())
    found = answer_forum_picture(text_view(empty), views.my_rig().picture, **MADE)
    assert color("card", "light").lower() in colors(found, "light", qapp)


def test_it_says_what_was_asked_when_and_by_which_program(catalog: Catalog) -> None:
    found = answer_forum_picture(text_view(answer()), rig_view("laptop", catalog).picture, **MADE)
    assert (found.title, found.light) == ("Great: Qwen3 8B", "great")
    assert found.subtitle == "Chat: Q4_K_M, prompt 1,000, context 8,192 tokens, on RTX 4070 SUPER"
    assert found.figures[0].amount == "65 tokens/s"
    assert found.footer.startswith("Rig Advisor 1.0 · 2026-11-20")
    assert not PATH.search(repr(found))
    assert "llama-server" not in repr(found.lines), "a command may hold the name of someone's own file"
