"""The charts of an answer as ready-made series.

Door: fit_chart.py, speed_chart.py.
"""
