"""Page Overview, the first one.

Door: page_overview.py.
"""
