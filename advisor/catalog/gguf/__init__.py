"""GGUF files: header, shape and weights.

Door: model.py.
"""
