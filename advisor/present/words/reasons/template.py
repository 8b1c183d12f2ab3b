"""The words of one code."""

Template = str | tuple[str, str]
"""One text, or two that differ by the parameter `count`: (for one, for many)."""
