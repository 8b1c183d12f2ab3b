"""What about a machine is worth acting on.

Door: findings.py.
"""
