"""Memory and time of training.

Door: training_time.py.
"""
