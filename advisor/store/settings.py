"""The settings file."""

from pathlib import Path

from advisor.facts.kept.settings import Settings
from advisor.store.document import Migrations
from advisor.store.folder import data_folder
from advisor.store.joined import joined_settings
from advisor.store.kept_file import Kept, read_kept, write_kept
from advisor.store.migrations import second_settings

_MIGRATIONS: Migrations = {1: second_settings}


def load_settings() -> Kept[Settings]:
    """The settings as saved; defaults, with a note, where there are none to be read."""
    return read_kept(_path(), Settings(), _MIGRATIONS, joined_settings)


def save_settings(settings: Settings) -> None:
    """Keep the settings; StoreError when that fails."""
    write_kept(_path(), settings)


def _path() -> Path:
    return data_folder() / "settings.json"
