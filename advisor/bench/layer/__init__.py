"""A dense layer run live on the processor and on graphics cards."""
