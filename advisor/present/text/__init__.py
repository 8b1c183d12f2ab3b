"""What is said of a model that writes text: its choices, its file, how it types, why its numbers.

Door: why.py, choices.py.
"""
