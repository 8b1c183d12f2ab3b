"""The settings file."""

from collections.abc import Mapping
from typing import Any

from advisor.facts.kept.settings import Money, Settings
from advisor.store.kept_file import KeptFile
from advisor.store.versions import joined_settings, second_settings

SETTINGS = KeptFile("settings.json", Settings(), joined_settings, {1: second_settings})


def keep_choices(before: Settings, values: Mapping[str, object]) -> None:
    """Keep what was chosen where the settings were as `before`; what others kept since, also within a list, stays.

    Raises:
        StoreError: it cannot be kept.
    """
    SETTINGS.change(
        lambda kept: kept.changed(
            **{name: _chosen(getattr(before, name), value, getattr(kept, name)) for name, value in values.items()}
        )
    )


def _chosen(before: Any, value: Any, kept: Any) -> Any:
    """The new value of one setting: of money the amounts changed now, of a list the entries that came and went."""
    if isinstance(value, Money) and isinstance(before, Money) and isinstance(kept, Money):
        names = (name for name in Money.annotated if getattr(value, name) != getattr(before, name))
        return kept.changed(**{name: getattr(value, name) for name in names})
    if isinstance(value, tuple) and isinstance(before, tuple) and isinstance(kept, tuple):
        mine = tuple(one for one in value if one in kept or one not in before)
        return (*mine, *(one for one in kept if one not in before and one not in value))
    return value
