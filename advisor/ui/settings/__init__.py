"""Settings, help and about.

Door: settings_dialog.py.
"""
