"""Page Overview: what the rig is best for, whether something slows it down, whether more of it pays.

Door: tiles.py.
"""
