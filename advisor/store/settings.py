"""The settings file."""

from advisor.facts.kept.settings import Settings
from advisor.store.kept_file import KeptFile
from advisor.store.versions import joined_settings, second_settings

SETTINGS = KeptFile("settings.json", Settings(), joined_settings, {1: second_settings})
