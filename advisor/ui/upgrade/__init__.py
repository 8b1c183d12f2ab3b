"""Page Upgrade: the verdict, every option for its money, and rigs side by side.

Door: page_upgrade.py.
"""
