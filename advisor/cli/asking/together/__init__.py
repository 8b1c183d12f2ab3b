"""Several works at the same time on one computer: which they are, and whether all of it has room.

Door: [parts.py](parts.py), [loaded.py](loaded.py).
"""
