"""What window and commands both do, without Qt: read a machine, assemble its rig, hold the question, rank and judge.

Door: assembled.py, question.py.
"""
