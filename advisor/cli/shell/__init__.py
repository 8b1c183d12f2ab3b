"""Completion of command lines: the words there are, and scripts that shells read.

Door: scripts.py.
"""
