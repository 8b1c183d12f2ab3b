"""NVIDIA's management library.

Door: nvidia.py.
"""
