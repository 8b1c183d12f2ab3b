"""Many computers at once: read, asked the same question, and what they can do together.

Door: asking.py.
"""
