"""What one rig can do as a whole: all models ranked on it, rigs compared, the figures that articles ask for.

Door: rank.py.
"""
