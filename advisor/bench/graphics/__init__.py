"""Measurements of any graphics card through wgpu: one file per measurement, to be run in a child of its own."""
