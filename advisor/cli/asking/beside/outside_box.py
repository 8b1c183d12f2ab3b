"""A GPU in a box of its own (eGPU): what the cable costs, and whether a desktop is the better place for it."""

import re

_BOX = re.compile(r"\b(?:e-?gpus?|external (?:gpus?|graphics(?: cards?)?))\b", re.IGNORECASE)
_CABLE = re.compile(r"\b(?:thunderbolt|oculink|usb ?4|tb ?[345])\b", re.IGNORECASE)
_LOSS = re.compile(
    r"\b(?:los(?:e|es|ing|s)|slow\w*|penalty|bottleneck\w*|overhead|impact|hurts?|how (?:fast|much|bad)|performance"
    r"|drop|tensor[ -]parallel\w*|split\w*)\b",
    re.IGNORECASE,
)
_THROUGH = re.compile(r"\b(?:over|through|via|in|inside) (?:an? |my |the )?(?:e-?gpu|external)", re.IGNORECASE)
_DESKTOP = re.compile(
    r"\b(?:desktop|tower)\b[^.?!]*\b(?:or|vs\.?|versus|than|instead of)\b[^.?!]*\b(?:e-?gpus?|external)\b"
    r"|\b(?:e-?gpus?|external \w+)\b[^.?!]*\b(?:or|vs\.?|versus|than|instead of)\b[^.?!]*\b(?:desktop|tower)\b",
    re.IGNORECASE,
)
_SPLIT = re.compile(r"\b(?:tensor[ -]parallel\w*|split\w*|two|2x?|dual|several|multiple)\b", re.IGNORECASE)
_LITTLE = (
    "Little, for a model that fits in its VRAM: it is written about 3% slower over OCuLink and 15% over Thunderbolt 4 "
    "or USB4 (an RTX 4090 with an 8B)."
)
"""RTX 4090, Llama 3.1 8B Q4_K_M: 142 tokens/s in a slot, 138 over OCuLink, 121 over Thunderbolt 4, 119 over USB4
(https://localaimaster.com/blog/egpu-local-ai-benchmarks, March 2026); an RTX 3090 with four lanes over OCuLink wrote as
fast as others in a slot (https://github.com/noonghunna/club-3090/issues/173, May 2026; both read 2026-11-29)."""
_LOADING = "Loading 20 GB takes 7 s over Thunderbolt 3, 4 or USB4, 3 s over OCuLink, 1 s in a full slot of PCIe 4.0."
"""At 2.8 GB/s (four lanes of PCIe 3.0 less what the tunnel takes), 7 and 26 GB/s; a disk may take longer."""
_SPILLED = (
    "Layers left in RAM suffer: long prompts send their weights over the cable; writing stays at the CPU's speed."
)
_OVER_SEVERAL = (
    "Over several boxes a split by layers hands over little; tensor parallel wrote 16% slower over two Thunderbolt 3 "
    "boxes than in slots (Qwen3.6 27B, FP8)."
)
"""57 against 68 tokens/s (https://github.com/noonghunna/club-3090/issues/347, June 2026; read 2026-11-29)."""
_BUILT = (
    "A desktop, where you have neither: the same GPU costs no box, loses nothing to a cable, and takes more RAM and a "
    "second GPU later. An eGPU where the laptop is there already or has to travel without it."
)


def is_of_box(word: str) -> bool:
    """Whether a word that is left names the box or its cable."""
    return _BOX.search(word) is not None or _CABLE.search(word) is not None or word.lower() in _LEFT


_LEFT = ("parallel", "tensor parallel", "tensor", "boxes", "enclosure", "penalty", "performance loss")


def box_words(text: str) -> str:
    """What a box outside costs, in lines; empty where none is asked about."""
    is_of_box, is_of_cable = _BOX.search(text) is not None, _CABLE.search(text) is not None
    if _DESKTOP.search(text) is not None:
        first = _BUILT
    elif (is_of_box and _THROUGH.search(text)) or ((is_of_box or is_of_cable) and _LOSS.search(text)):
        first = _LITTLE
    else:
        return ""
    several = _OVER_SEVERAL if _SPLIT.search(text) is not None else ""
    figures = _LITTLE if first is _BUILT else ""
    return "\n".join(filter(None, (first, figures, _LOADING, _SPILLED, several)))
