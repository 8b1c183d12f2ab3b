"""Work of commands on the workers of a running Dask cluster.

Door: dask_cluster.py.
"""
