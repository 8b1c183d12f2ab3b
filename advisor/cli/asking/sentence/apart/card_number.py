"""The numbers that graphics cards are called by."""

CARD_NUMBER = r"(?:[2-5]0[5-9]0|10[5-8]0|16[56]0|[67][5-9][05]0|90[67]0)"
"""As a part of a pattern: `3090`, which is neither an amount nor a speed."""
