"""One model writes text on one rig: every way it can run there.

Door: text_answer.py; for one device generate.py.
"""
