"""The kinds of memory that a model lies in."""

from typing import Literal

Pool = Literal["vram", "ram", "unified"]
