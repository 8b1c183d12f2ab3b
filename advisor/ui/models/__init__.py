"""Page What can I run?, all models ranked.

Door: page_what_can_i_run.py.
"""
