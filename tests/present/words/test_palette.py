import re
from typing import get_args

import pytest

from advisor.facts.answers.usability import Usability
from advisor.present.words.palette import COLORS, Theme, color, contrast, text_on
from advisor.present.words.series import Role

SURFACES = ("background", "card")
TEXT_ROLES = ("ink", "soft_ink", "accent", "great", "fine", "slow", "wont_run", "unknown")
"""Roles used as text color on a surface: at least 4.5:1."""
MARK_ROLES = (
    "edge",
    "this_rig",
    "processor",
    "graphics_memory",
    "weights",
    "kv_cache",
    "buffers",
    "other_programs",
    "overhead",
    "attention",
    "ceiling",
    "candidate",
    "spill",
    "guide",
    "slot",
    "empty_slot",
    "good",
    "note",
    "warning",
)
"""Roles used for marks on a card: at least 3:1."""

THEMES: tuple[Theme, ...] = ("light", "dark")


@pytest.mark.parametrize("theme", THEMES)
def test_text_reads_on_every_surface(theme: Theme) -> None:
    for role in TEXT_ROLES:
        for surface in SURFACES:
            assert contrast(color(role, theme), color(surface, theme)) >= 4.5, (role, surface)


@pytest.mark.parametrize("theme", THEMES)
def test_marks_stand_out_from_the_card(theme: Theme) -> None:
    for role in MARK_ROLES:
        assert contrast(color(role, theme), color("card", theme)) >= 3, role


@pytest.mark.parametrize("theme", THEMES)
def test_text_on_filled_areas_reads(theme: Theme) -> None:
    for role in ("weights", "kv_cache", "buffers", "other_programs", "overhead", "accent", "graphics_memory", "spill"):
        assert contrast(text_on(role, theme), color(role, theme)) >= 4.5, role
    assert contrast(color("on_accent", theme), color("accent", theme)) >= 4.5
    for text in ("ink", "soft_ink", "accent"):
        for surface in ("chosen", "hover", "part"):
            assert contrast(color(text, theme), color(surface, theme)) >= 4.5, (text, surface)


def test_every_role_has_colors() -> None:
    for role in (*get_args(Role), *get_args(Usability)):
        assert role in COLORS
    assert all(re.fullmatch("#[0-9A-F]{6}", shade) for pair in COLORS.values() for shade in pair)
