"""Page Upgrade: the verdict, the options with their money, rigs side by side.

Door: view.py.
"""
