"""Many computers: their commands, and what these do in other processes: of a running Dask cluster, or of this computer.

Door: fleet.py, fleet_collect.py, fleet_sweep.py.
"""
