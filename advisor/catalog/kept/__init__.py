"""What is made of code and cards, kept beside the code for the next start.

Door: record_rules.py.
"""
