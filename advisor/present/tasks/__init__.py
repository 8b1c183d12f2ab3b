"""Page Will it run? for every task: one view, and one class for each task.

Door: view.py.
"""
