"""What a plain question that holds two things against each other tells of each of them, or between them.

Door: [parts.py](parts.py).
"""
