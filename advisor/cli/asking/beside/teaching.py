"""Whether a model is to be trained on documents, or to look them up."""

import re

_TRAINED = r"(?:fine[ -]?tun\w*|loras?\b|qloras?\b|train\w*)"
_LOOKED_UP = r"(?:rag\b|retrieval)"
_BOTH = re.compile(
    rf"\b{_TRAINED}.{{0,120}}\b(?:or|vs\.?|versus|than|instead of)\b.{{0,120}}\b{_LOOKED_UP}"
    rf"|\b{_LOOKED_UP}.{{0,120}}\b(?:or|vs\.?|versus|than|instead of)\b.{{0,120}}\b{_TRAINED}",
    re.IGNORECASE,
)
_ON_DOCUMENTS = re.compile(
    r"\b(?:fine[ -]?tun\w*|train(?:ing)?|teach(?:ing)?)\b(?![^.?!]*\bfrom scratch)[^.?!]{0,40}?"
    r"\b(?:my|our|company|own|internal|these|the)\b[^.?!]{0,25}?"
    r"\b(?:documents?|documentation|docs|pdfs?|files|notes|wiki|manuals?|handbooks?|papers|books|knowledge|archive)\b",
    re.IGNORECASE,
)
_ANSWER = (
    "RAG first: for facts out of documents it answers better than fine-tuning, new files count at once, and it names "
    "the passage. Fine-tune for a style, a format or a task, with examples of how to answer; both together are "
    "possible."
)
"""Fine-tuning teaches facts poorly and retrieval beat it throughout (Ovadia et al., Fine-Tuning or Retrieval?, EMNLP
2024, https://arxiv.org/abs/2312.05934); style, format and tone are what it is for (Microsoft, Compare and combine
optimization strategies, learn.microsoft.com/training/modules/optimize-generative-ai-model-performance; read
2026-11-29)."""
NEEDS = (
    "RAG takes a small embedding model beside any chat model; training a 7B with QLoRA takes a GPU of 8 GB and "
    "hundreds of examples that somebody writes. Name your computer for figures of both."
)


def teaching_words(text: str) -> str:
    """What to do, and what for; empty where that is not asked."""
    is_asked = _BOTH.search(text) is not None or _ON_DOCUMENTS.search(text) is not None
    return _ANSWER if is_asked else ""
