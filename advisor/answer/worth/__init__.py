"""Whether something is worth its money on a rig.

Door: worth.py.
"""
