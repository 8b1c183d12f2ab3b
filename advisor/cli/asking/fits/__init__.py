"""Which files of a model fit on a computer: those that memory holds whole, what others lack, which one to take.

Door: [which_fits.py](which_fits.py).
"""
