"""Where the bytes of a loaded model lie, and whether they fit.

Door: load.py, then fit.py.
"""
