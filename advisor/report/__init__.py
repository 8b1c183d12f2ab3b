"""The PDF, built from the same views as the window."""
