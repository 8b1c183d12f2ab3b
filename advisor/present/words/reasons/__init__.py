"""The words of every reason that a room below gives: tables of templates, one line for each code.

Door: in_words.py.
"""
