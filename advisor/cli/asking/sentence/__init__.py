"""What a plain question says: each part takes its words out of it, and what is left nobody understood.

Door: said.py.
"""
