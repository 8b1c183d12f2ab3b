"""A request as it came, checked, and why one cannot be answered.

Door: checked_request.py.
"""
