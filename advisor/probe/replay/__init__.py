"""Captured machines: recording, blanking, and outputs of tools that only captures hold.

Door: recording.py.
"""
