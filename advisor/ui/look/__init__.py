"""Theme, style sheet, language, motion and text size.

Door: theme.py.
"""
