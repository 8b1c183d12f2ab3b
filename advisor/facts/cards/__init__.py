"""The records that the TOML cards of specs/ are read into.

Door: card.py; one file per kind of card.
"""
