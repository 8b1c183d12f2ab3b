"""Pictures, films, speech, vectors and classes.

Door: network_answer.py.
"""
