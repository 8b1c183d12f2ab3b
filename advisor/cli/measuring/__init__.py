"""What `rig-advisor bench` prints for people, and its runs of a layer.

Door: text.py.
"""
