"""Hugging Face's config.json: shape and stored form of a model.

Door: model_config.py.
"""
