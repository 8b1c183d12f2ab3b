"""What every system tells in the same form, and the seam to drivers and tools.

Door: host.py.
"""
