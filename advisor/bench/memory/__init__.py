"""Reading and copying main memory with numpy."""
