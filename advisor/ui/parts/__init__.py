"""Small parts that pages share.

Door: panel.py.
"""
