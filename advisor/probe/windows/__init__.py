"""Readers of Windows.

Door: machine.py, gpus.py.
"""
