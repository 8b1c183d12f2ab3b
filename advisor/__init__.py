"""Rig Advisor: what your own computer can do with AI models."""
