"""Work of commands in other processes: workers of a running Dask cluster, or processes of this computer.

Door: dask_cluster.py, spread.py.
"""
