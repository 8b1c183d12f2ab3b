"""What stands beside an answer: a line on an amount of work, on power, on rent, on users, on the longest context.

Door: [volume_words.py](volume_words.py).
"""
