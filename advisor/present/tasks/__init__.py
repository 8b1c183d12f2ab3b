"""Page Will it run? for every task: one view, and one class for each task.

Door: view.py; a task is one entry of registry.py.
"""
