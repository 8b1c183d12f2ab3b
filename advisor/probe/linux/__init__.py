"""Readers of Linux.

Door: cpu.py, gpus.py.
"""
