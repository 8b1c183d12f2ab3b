"""Page Compare: several rigs on one question.

Door: compare_rigs.py.
"""
