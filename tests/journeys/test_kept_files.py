"""Kept files that cannot be read: said in a sentence at the start, set aside, and the app works without them."""

from collections.abc import Callable, Generator

import pytest

from advisor.store.folder import data_folder
from advisor.ui.window.main_window import MainWindow
from tests.journeys.conftest import says

pytestmark = pytest.mark.broad

Waits = Generator[Callable[[], bool], None, None]


def test_damaged_and_newer_files_are_told_and_kept(travel: Callable[..., int]) -> None:
    data_folder().mkdir(parents=True)
    texts = {"settings.json": '{"schema_version": 99}', "measurements.json": "{", "corrections.json": "[]"}
    for name, text in texts.items():
        (data_folder() / name).write_text(text)
    (data_folder() / "window.ini").write_bytes(b"\xff\xfe[")

    def story(window: MainWindow) -> Waits:
        yield says(window, "settings.json could not be used: it was saved by a newer version of this program.")
        yield says(window, "It is kept as measurements.json.damaged")
        yield says(window, "corrections.json could not be used")
        yield lambda: window.pages.count() >= 6

    assert travel(story) == 0
    aside = {"settings.json.newer", "measurements.json.damaged", "corrections.json.damaged"}
    kept = {file.name: file.read_text() for file in data_folder().iterdir() if file.name in aside}
    assert set(kept) == aside
    assert set(kept.values()) == set(texts.values())
