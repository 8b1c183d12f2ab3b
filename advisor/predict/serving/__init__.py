"""Many sequences at once.

Door: serving.py.
"""
