"""pyqtgraph items fed with ready-made series; nothing is computed here."""
