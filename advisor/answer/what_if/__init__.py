"""A rig with something swapped in thought, and what it can take.

Door: edited_rig.py.
"""
