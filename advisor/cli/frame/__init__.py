"""What every command stands in: its name, its one line of error, and the rig, prices and place it is given.

Door: command.py.
"""
