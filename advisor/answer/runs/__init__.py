"""What people ran themselves, understood and judged.

Door: imported_run.py.
"""
