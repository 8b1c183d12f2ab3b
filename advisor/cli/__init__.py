"""The commands of contracts: one file per command."""
