"""The commands: one file per command; what they share lies in rooms of its own."""
