"""Page Compare.

Door: page_compare.py.
"""
