"""What a model needs and does per token: tensors, weights, cache, buffers, arithmetic.

Door: subject.py.
"""
