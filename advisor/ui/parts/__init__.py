"""Small parts that pages share.

Door: card.py.
"""
