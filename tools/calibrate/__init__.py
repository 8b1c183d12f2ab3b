"""How near predictions come to what others published in data/, and the constants and ranges that follow from it.

The door is `__main__`: `python -m tools.calibrate COMMAND`. Nothing of it goes into the wheel.
"""
