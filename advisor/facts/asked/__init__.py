"""What may be asked: one record per kind of question.

Door: request.py.
"""
