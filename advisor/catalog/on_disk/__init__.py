"""Which models lie on this computer, by the folders in which programs keep them. Nothing is changed there.

Door: finder.py.
"""
