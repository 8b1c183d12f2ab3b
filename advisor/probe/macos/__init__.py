"""Readers of macOS.

Door: cpu.py, gpus.py.
"""
