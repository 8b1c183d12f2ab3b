"""Work beside the window: child processes, jobs, ticks.

Door: job.py.
"""
