"""What other programs print of a run or a device: text in, records out.

Door: imported_text.py.
"""
