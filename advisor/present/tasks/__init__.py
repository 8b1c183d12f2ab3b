"""Page Will it run? for every other task.

Door: view.py.
"""
