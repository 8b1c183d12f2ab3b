"""A person's own run beside the prediction.

Door: check_text.py.
"""
