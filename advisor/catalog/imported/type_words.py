"""How llama.cpp calls a model in its own words: `qwen2 7B Q4_K - Medium` (llama_model_desc of src/llama-model.cpp)."""

import re

from advisor.catalog.imported.number import LONGEST

_WORDS = re.compile(
    r"(?:^|\s)(?:mostly |all )?((?:I|T)?Q\d\w*|F16|F32|BF16|MXFP4|NVFP4)( MoE| mix)?"
    r"(?: - (Small|Medium|Large|[\d.]+ bpw))?(?: \(guessed\))?$"
)
_MIXED = {"IQ3_S": "IQ3_M"}
_WITHOUT_SIZE = ("Q2_K - Medium",)


def split_type_words(words: str) -> tuple[str, str | None]:
    """What is left of the words for the model, and the name of its file type; None where they do not say it."""
    found = _WORDS.search(words.strip()[:LONGEST])
    if found is None:
        return words.strip(), None
    base, kind, size = found[1], found[2] or "", found[3] or ""
    if kind == " MoE":
        base += "_MOE"
    elif kind == " mix":
        base = _MIXED.get(base, base)
    elif size[:1] in ("S", "M", "L") and f"{base} - {size}" not in _WITHOUT_SIZE:
        base += f"_{size[0]}"
    return words.strip()[: found.start()].strip(), base
