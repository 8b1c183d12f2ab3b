"""Words, quantities, series and views that every page shares.

Door: words.py, quantity.py, view.py.
"""
