"""A verdict weighed with what else speaks: free steps, patience, harder work, larger models, poor files.

Each takes an answer and returns it, with another verdict where it has one.
"""
