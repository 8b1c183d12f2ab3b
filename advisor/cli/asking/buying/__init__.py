"""What a plain question about a purchase is answered with beside the verdict of `worth`.

A card at a told price, one card for several kinds of work, RAM or a GPU.
"""
