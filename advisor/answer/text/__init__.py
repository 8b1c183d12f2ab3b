"""One model writes text on one rig: every way it can run there.

Door: run_options.py; for one device generate.py.
"""
