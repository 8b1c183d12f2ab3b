"""The report in the order in which it is read.

Door: report.py.
"""
