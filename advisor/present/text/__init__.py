"""Page Will it run? for a model that writes text.

Door: will_it_run.py.
"""
