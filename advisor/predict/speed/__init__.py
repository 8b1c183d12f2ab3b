"""Seconds of a generated token and of a prompt, with their terms.

Door: speed.py.
"""
