"""What other ways of installing the app need to know of a release, made of its files: `python -m tools.release`."""
