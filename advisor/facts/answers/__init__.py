"""What is answered, as commands print it and the window shows it.

Door: answer.py.
"""
