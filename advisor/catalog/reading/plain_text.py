"""Text out of someone else's file, made fit to be shown: one line, no control characters, not too long."""

_LONGEST = 200


def plain_text(text: str) -> str:
    """The text with every character that cannot be printed as a question mark, cut to the length of a line."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text[:_LONGEST])
    return shown.strip()
