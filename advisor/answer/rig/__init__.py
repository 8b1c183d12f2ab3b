"""One question asked of a whole rig, and all models ranked on it.

Door: rig_answer.py.
"""
