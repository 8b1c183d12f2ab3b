"""Charts that one task alone has, as ready-made series.

Door: speed_chart.py, roofline_chart.py.
"""
