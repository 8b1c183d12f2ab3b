"""A computer as prediction needs it: detected, carded and measured facts joined.

Door: rig.py.
"""
