"""How to run a model as predicted, program by program.

Door: steps.py.
"""
