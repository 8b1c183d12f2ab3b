"""What the app keeps in the user's data folder."""
