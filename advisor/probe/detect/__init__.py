"""Asks every reader and assembles the machine.

Door: detect.py.
"""
