import re
from itertools import combinations
from math import dist
from typing import get_args

import pytest

from advisor.facts.answers.usability import Usability
from advisor.present.words.palette import COLORS, Role, Theme, color, contrast, text_on

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
    "activations",
    "link",
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

TOGETHER = {
    "whose speed": ("this_rig", "processor", "candidate", "ceiling", "guide"),
    "what lies in a memory": ("weights", "kv_cache", "buffers", "attention", "activations", "spill", "other_programs"),
    "where the time goes": ("weights", "kv_cache", "attention", "activations", "overhead", "link", "spill", "buffers"),
    "the picture of a rig": ("slot", "graphics_memory", "link", "other_programs"),
}
"""Roles that stand in one chart."""
STATUS = ("great", "fine", "slow", "wont_run", "good", "warning")
"""What colors say of lights and findings, never of parts."""
APART, APART_FROM_STATUS = 0.08, 0.1
"""Least distances of two colors, in which black and white are 1 apart."""

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
    for role in (*TOGETHER["what lies in a memory"], "overhead", "link", "accent", "graphics_memory", "spill"):
        assert contrast(text_on(role, theme), color(role, theme)) >= 4.5, role
    assert contrast(color("on_accent", theme), color("accent", theme)) >= 4.5
    for text in ("ink", "soft_ink", "accent"):
        for surface in ("chosen", "hover", "part"):
            assert contrast(color(text, theme), color(surface, theme)) >= 4.5, (text, surface)


@pytest.mark.parametrize("theme", THEMES)
def test_roles_of_one_chart_are_told_apart(theme: Theme) -> None:
    for roles in TOGETHER.values():
        for first, second in combinations(roles, 2):
            assert distance(color(first, theme), color(second, theme)) >= APART, (first, second)


@pytest.mark.parametrize("theme", THEMES)
def test_no_part_has_the_color_of_a_light_or_a_finding(theme: Theme) -> None:
    for role in get_args(Role):
        for status in STATUS:
            assert distance(color(role, theme), color(status, theme)) >= APART_FROM_STATUS, (role, status)


def distance(first: str, second: str) -> float:
    """How far apart two colors look: Oklab (B. Ottosson 2020, bottosson.github.io/posts/oklab)."""
    return dist(_oklab(first), _oklab(second))


def _oklab(hex_color: str) -> tuple[float, ...]:
    channels = (int(hex_color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    cones = [sumprod(row, linear) ** (1 / 3) for row in TO_CONES]
    return tuple(sumprod(row, cones) for row in TO_LAB)


def sumprod(row: tuple[float, ...], values: list[float]) -> float:
    return sum(one * other for one, other in zip(row, values, strict=True))


TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def test_every_role_has_colors() -> None:
    for role in (*get_args(Role), *get_args(Usability)):
        assert role in COLORS
    assert all(re.fullmatch("#[0-9A-F]{6}", shade) for pair in COLORS.values() for shade in pair)
