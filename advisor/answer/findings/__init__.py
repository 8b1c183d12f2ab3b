"""What about a machine is worth acting on, without words.

Door: findings.py.
"""
