"""One question of a shell or an agent: what it is about, and the answer as one document.

Door: answer.py.
"""
