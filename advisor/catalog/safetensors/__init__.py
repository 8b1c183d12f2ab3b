"""Safetensors files: header, names and the files that make one model.

Door: model.py.
"""
