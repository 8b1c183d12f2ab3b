"""Every task in one table: what is asked in it, what answers it, and how a rig can do it.

Door: ask.py; a task is one entry of registry.py.
"""
