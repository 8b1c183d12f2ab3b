"""Programs for those who change the app; none of them goes into the wheel."""
