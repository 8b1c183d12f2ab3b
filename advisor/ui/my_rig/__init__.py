"""Page My rig.

Door: page_my_rig.py.
"""
