"""Page Is a GPU worth it?, the verdict and its money.

Door: view.py.
"""
