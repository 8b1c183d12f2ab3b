"""Page Rigs: one model on many saved rigs, there once more than one is opened.

Door: page_rigs.py.
"""
