"""Page Is a GPU worth it?, the verdict and its money.

Door: page_worth.py.
"""
