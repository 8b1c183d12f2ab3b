"""Which model is meant, and what is predicted of it.

Door: subject.py.
"""
