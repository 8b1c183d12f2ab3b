"""Matrix rates and pinned copies of NVIDIA cards, through the driver's own interface (CUDA driver API)."""
