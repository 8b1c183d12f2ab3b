"""Which architectures of llama.cpp see only a window of tokens in some layers, where their files do not say it."""

from typing import NamedTuple


class WindowRule(NamedTuple):
    """Every p-th layer sees everything: the last of p, or the first (`dense_first`); of 0 layers none does.

    `window_tokens` is the window the program itself sets where the file states none; None where there is none then.
    `fixed`: it sets it whatever the file states.
    """

    full_attention_every: int
    dense_first: bool = False
    window_tokens: int | None = None
    fixed: bool = False

    def window(self, stated_tokens: int | None) -> int | None:
        """The window where the file states this one."""
        return self.window_tokens if self.fixed else stated_tokens or self.window_tokens


WINDOW_RULES = {
    "afmoe": WindowRule(4),
    "cohere2": WindowRule(4),
    "cohere2moe": WindowRule(4, dense_first=True),
    "deepseek4": WindowRule(0),
    "exaone-moe": WindowRule(4, window_tokens=128),
    "exaone4": WindowRule(4),
    "gemma-embedding": WindowRule(6),
    "gemma2": WindowRule(2, window_tokens=4096),
    "gemma3": WindowRule(6),
    "gemma3n": WindowRule(5),
    "gemma4": WindowRule(6),
    "gpt-oss": WindowRule(2),
    "laguna": WindowRule(4, dense_first=True),
    "llama4": WindowRule(4, window_tokens=8192, fixed=True),
    "mellum": WindowRule(4),
    "modern-bert": WindowRule(3, dense_first=True),
    "olmo2": WindowRule(4),
    "plamo3": WindowRule(8),
    "smallthinker": WindowRule(4, dense_first=True, window_tokens=4096, fixed=True),
}
"""By architecture: `set_swa_pattern` in src/models/*.cpp of llama.cpp, checked 2026-11-20.

An architecture that is not listed and whose file has no pattern attends to everything in every layer, whatever window
its file states (phi3, llama).
"""
