"""The one place colors stand: a role and its color in the light and in the dark theme, as plain data."""

from functools import cache
from typing import Literal

Role = Literal[
    "this_rig",
    "processor",
    "graphics_memory",
    "weights",
    "kv_cache",
    "buffers",
    "other_programs",
    "free",
    "overhead",
    "attention",
    "activations",
    "link",
    "ceiling",
    "candidate",
    "spill",
    "guide",
    "reserved",
]
"""What a mark means; each has a color for light and dark."""

Theme = Literal["light", "dark"]

COLORS: dict[str, tuple[str, str]] = {
    # surfaces and text
    "background": ("#F6F7F9", "#15181C"),
    "card": ("#FFFFFF", "#1E2227"),
    "line": ("#E1E5EA", "#323840"),
    "edge": ("#878F99", "#7A838E"),
    "ink": ("#1B1F24", "#E9ECEF"),
    "soft_ink": ("#5B6470", "#A3ACB7"),
    "accent": ("#0B5FA5", "#5BB0EE"),
    "on_accent": ("#FFFFFF", "#101418"),
    "accent_hover": ("#094E88", "#7FC3F4"),
    "chosen": ("#E8F0F9", "#22303B"),
    "hover": ("#F0F2F5", "#282D34"),
    # what a mark means (Role): no green, yellow, orange or red, which are for lights and tones of findings
    "this_rig": ("#0072B2", "#4AA8E0"),
    "processor": ("#A3127F", "#E65CBE"),
    "candidate": ("#2C4257", "#B9CADB"),
    "weights": ("#333398", "#6B7BF5"),
    "kv_cache": ("#1D9CB4", "#4EDDEE"),
    "buffers": ("#8A5BD8", "#BE93FF"),
    "attention": ("#1A1160", "#E6DEFF"),
    "activations": ("#B84A9B", "#F7A6DA"),
    "overhead": ("#756981", "#AC7CAA"),
    "link": ("#5B2A5E", "#8E5CC8"),
    "other_programs": ("#8A929C", "#8F98A3"),
    "free": ("#FFFFFF", "#1E2227"),
    "ceiling": ("#1B1F24", "#E9ECEF"),
    "guide": ("#5B6470", "#A3ACB7"),
    "reserved": ("#DDE2E8", "#3A424C"),
    # the memory of the GPU has the color of this rig, that of the CPU and what lies there that of the CPU
    "graphics_memory": ("#0072B2", "#4AA8E0"),
    "spill": ("#A3127F", "#E65CBE"),
    "slot": ("#A3127F", "#E65CBE"),
    # other parts of the rig picture
    "part": ("#E8F0F9", "#22303B"),
    "core": ("#FFFFFF", "#1E2227"),
    "empty_slot": ("#C4500A", "#F08A4B"),
    # lights, each at least 4.5:1 as text and told apart by color-blind people
    "great": ("#007A59", "#2BC08F"),
    "fine": ("#4B6A00", "#B4D24A"),
    "slow": ("#9A6700", "#F0C000"),
    "wont_run": ("#8C1D18", "#FF6A60"),
    "unknown": ("#5B6470", "#A3ACB7"),
    # tones of findings
    "good": ("#00805C", "#35C296"),
    "note": ("#8A929C", "#8F98A3"),
    "warning": ("#C4500A", "#F08A4B"),
}
"""Role -> (light, dark)."""


def color(role: str, theme: Theme) -> str:
    """The color of a role as #rrggbb."""
    return COLORS[role][0 if theme == "light" else 1]


@cache
def text_on(role: str, theme: Theme) -> str:
    """White or dark ink, whichever reads better on an area filled with this role's color."""
    filled = color(role, theme)
    return max((COLORS["card"][0], COLORS["ink"][0]), key=lambda text: contrast(text, filled))


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two colors by the WCAG formula, 1 to 21."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(hex_color: str) -> float:
    """Relative luminance, 0 to 1."""
    channels = (int(hex_color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
