"""Page Will it run? with its dialogs.

Door: page_will_it_run.py.
"""
