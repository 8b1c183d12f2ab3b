"""Opens a model's file, whatever its format.

Door: model_file.py.
"""
