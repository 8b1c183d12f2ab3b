"""Page What can I run?: what its heading and an empty search say."""

from dataclasses import replace

from advisor.catalog.cards.catalog import load_catalog
from advisor.present.rank.search import models_elsewhere
from advisor.ui.models.page_what_can_i_run import WhatCanIRunPage
from tests.ui.models.test_ranking import ROWS, VIEW, row, texts

CATALOG = load_catalog()


def test_the_heading_is_of_what_the_filters_leave(page: WhatCanIRunPage) -> None:
    """It named a model of 26 B beside "Up to 4B", and counted those that no filter left."""
    page.show_view(replace(VIEW, rows=(row("Old", older=True), *ROWS), use="Chat", asked="Chat: 512 tokens read."))
    assert VIEW.title in texts(page)
    page.filters.maker.setCurrentText("google")
    page.filters.maker.activated.emit(page.filters.maker.currentIndex())
    shown = texts(page)
    assert "Chat: best with these filters is Gemma 3 12B" in shown
    assert "With these filters 1 of 1 run well here.\nChat: 512 tokens read." in shown
    assert VIEW.title not in shown
    page.bar.words.setText("nothing")
    assert "Chat: best with these filters is Gemma 3 12B" in texts(page), "a search is no filter"
    page.show_all()
    assert VIEW.title in texts(page)
    page.filters.older.setChecked(True)
    assert "With these filters 5 of 5 run well here." in texts(page)


def test_an_empty_search_says_in_which_tasks_there_are_such_models(page: WhatCanIRunPage) -> None:
    page.show_elsewhere(models_elsewhere(CATALOG, "chat"))
    page.bar.words.setText("whisper")
    assert "No matching model for this work. There are some for: Transcription (" in texts(page)
    page.bar.words.setText("qqqq")
    assert "No matching model." in texts(page)
