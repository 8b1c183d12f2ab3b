"""The window itself, and how its parts are connected.

Door: main_window.py, wiring.py.
"""
