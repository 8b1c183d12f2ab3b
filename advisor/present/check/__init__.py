"""A person's own run beside the prediction.

Door: imported_text.py.
"""
