"""What a model takes: memory, cards, computers with much memory, and what a wished speed takes.

Door: [needs.py](needs.py).
"""
