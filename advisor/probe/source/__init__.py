"""Where a machine is read: running or captured, and how small readings are parsed.

Door: root.py.
"""
