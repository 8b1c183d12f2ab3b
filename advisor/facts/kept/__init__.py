"""What is kept between two starts: settings, profiles, history, corrections.

Door: settings.py, profile.py.
"""
