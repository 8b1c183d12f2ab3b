"""Reads files of strangers within bounds; shared by all formats.

Door: regular_file.py.
"""
