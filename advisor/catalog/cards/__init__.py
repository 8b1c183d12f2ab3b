"""The catalog: reads specs/, validates it, finds cards by name and makes processors of them.

Door: catalog.py.
"""
