"""What things cost, from dated cards or from the person.

Door: prices.py.
"""
