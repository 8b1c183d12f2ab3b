"""What it costs, and the rules that tell whether a purchase pays.

Door: verdict.py.
"""
