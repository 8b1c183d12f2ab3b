"""Fonts that systems bring for scripts which the bundled font lacks."""

from advisor.present.words.words import language

_FONTS = {
    "zh": (
        "Microsoft YaHei UI",
        "PingFang SC",
        "Noto Sans CJK SC",
        "Noto Sans SC",
        "Source Han Sans SC",
        "WenQuanYi Micro Hei",
        "WenQuanYi Zen Hei",
    ),
}
"""By language, the best first: of Windows, macOS and Linux."""


def font_names(code: str | None = None) -> tuple[str, ...]:
    """The fonts for a language (BCP 47), that in force if none is named; none where the bundled font has its script."""
    return _FONTS.get((code or language().code).partition("-")[0], ())
