"""What a device reaches of its peaks, and how well that is known.

Door: rates.py.
"""
