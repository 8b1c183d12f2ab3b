"""Which processor is meant, and with which constants it is predicted.

Door: device.py.
"""
