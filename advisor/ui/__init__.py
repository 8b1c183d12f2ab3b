"""The window: pages, Qt models and the job runner."""
