"""Models that write no text: pictures, films, speech, vectors.

Door: network_time.py.
"""
