"""Page Learn.

Door: page_learn.py.
"""
