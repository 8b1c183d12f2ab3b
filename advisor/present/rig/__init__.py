"""Page My rig: picture and facts.

Door: my_rig.py.
"""
