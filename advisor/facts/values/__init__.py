"""What every record is made of: the frozen shape, facts with their origin, units, messages.

Door: record.py, then fact.py.
"""
