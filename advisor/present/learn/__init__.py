"""Page Learn: ideas and claims with the rig's own figures.

Door: text.py.
"""
