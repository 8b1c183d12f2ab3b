"""Joins what detection read with cards and measurements to a rig.

Door: rig.py.
"""
