"""From the first line to the first paint: checks, display, single instance, faults.

Door: application.py.
"""
