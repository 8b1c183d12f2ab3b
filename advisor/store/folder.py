"""Where the app keeps its files."""

import os
from pathlib import Path

import platformdirs

FOLDER_VARIABLE = "RIG_ADVISOR_DATA"
"""Names another folder, for a portable copy and for tests."""
_APP = "rig-advisor"


def data_folder() -> Path:
    """The user's data folder for this app; it need not exist yet."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_data_path(_APP, appauthor=False)


def log_folder() -> Path:
    """Where the system wants logs; below the data folder where another one was named. It need not exist yet."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    return Path(chosen) / "log" if chosen else platformdirs.user_log_path(_APP, appauthor=False)
