"""What a plain question wants explained of a computer that it names, with figures.

Door: `explained`.
"""
