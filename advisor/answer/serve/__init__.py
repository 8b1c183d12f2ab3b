"""One model serves many people at once.

Door: serve.py.
"""
