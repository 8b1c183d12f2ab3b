"""What was read and measured of one computer.

Door: machine.py.
"""
