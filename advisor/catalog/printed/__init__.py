"""What other programs print about a run or a device: one file per program, text in, records out."""
