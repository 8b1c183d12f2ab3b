"""One request line of `rig-advisor predict`, answered by its task.

Door: request.py.
"""
