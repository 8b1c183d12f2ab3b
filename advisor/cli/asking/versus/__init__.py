"""What is told of a table beside its figures: files, ratings, the best of each, two alternatives of one question.

Door: [files.py](files.py).
"""
