"""Page What can I run?, all models ranked.

Door: what_can_i_run.py.
"""
