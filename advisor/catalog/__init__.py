"""Reads specs/, validates, finds cards and assembles the rig."""
