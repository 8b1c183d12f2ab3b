"""One model writes text on one rig: every way it can run there.

Door: ways.py; for one device generate.py.
"""
