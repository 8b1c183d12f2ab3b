"""The report as PDF, Markdown or JSON, built from the same views as the window."""
