"""Claims of articles recomputed.

Door: claims.py.
"""
