"""What people ran themselves, understood and judged.

Door: printed_answer.py.
"""
