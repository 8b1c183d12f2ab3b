"""Where the app keeps its files."""

import os
from pathlib import Path

import platformdirs

FOLDER_VARIABLE = "RIG_ADVISOR_DATA"
"""Names another folder, for a portable copy and for tests."""


def data_folder() -> Path:
    """The user's data folder for this app; it need not exist yet."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_data_path("rig-advisor", appauthor=False)
