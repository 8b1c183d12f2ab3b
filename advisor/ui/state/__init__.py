"""What the window knows and does, without widgets.

Door: session.py.
"""
