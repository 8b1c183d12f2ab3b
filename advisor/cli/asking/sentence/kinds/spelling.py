"""Puts right what is misspelled of work and parts before anything is looked for; names have a search of their own."""

import re
from collections.abc import Iterator

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.fillers import is_filler

_TEXT = """
agents agentic animate animation assistant assistants audiobook autocomplete benchmark chatbot chatbots classify
coding comfyui computer concurrent context conversation conversations copilot database dataset detection dictation
diffusion document documents embedding embeddings finetune finetuned finetuning framework generate generating
generation graphics image images inference knowledge laptop laptops language macbook memory meetings movies
multilingual notebook offline offload openclaw picture pictures podcast podcasts processor programming prompts
quantization quantized radeon ranking raspberry recognition recording recordings refactoring reranking reranker
retrieval roleplay server speculative speech stable streaming subtitle subtitles summarise summarize summarizing
summary surveillance tokens train training transcribe transcribing transcript transcription transcripts translate
translation unified upgrade upgrading users video videos vision voice voices whisper workstation
"""
_WORDS = frozenset(_TEXT.split())
_MOST_LETTERS = 1 + max(map(len, _WORDS))
"""No longer word is a slip from one of them."""
_OTHER_TEXT = """
serve trains loads stages words boards speed speeds coder coded chats videoed cameo vocal vocals trainee memo memoir
compute computed contest contexts graphic imaged imagine stale table staple sable vice choice invoice visions voiced
raining straining draining trains trainer trainers trained agent agency user word words severe sever served servers
serves memories processors process speeches pictured model voiceover whispers loading offloads offloaded upgraded
upgrades documented framed frameworks generated generates generator summaries subtitled translated translator
translates transcribed transcriber code codes coders coder decoding cooling codings embed embedded stabler languages
ranked recorded recorder conversion conversions quantisation quantised detecting detections chatbox dictating tuning
reasoning prompted prompting stream streams streamed rankings
"""
_OTHERS = frozenset(_OTHER_TEXT.split())
"""Words of their own that stand one letter from those above, or other forms of them."""
_WORD = re.compile(r"(?<![\w.'/-])[A-Za-z]{5,}(?![\w'/-])(?!\.\w)")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def with_spelling(text: str, catalog: Catalog) -> tuple[str, str]:
    """The text with such words put right, and a sentence that says which; empty for none."""
    changed = dict[str, str]()
    for one in _WORD.finditer(text):
        word = one[0].lower()
        if word in changed or word in _WORDS or word in _OTHERS or is_filler(word):
            continue
        near = _nearest(word)
        if near and not _is_in_a_name(word, catalog):
            changed[word] = near
    if not changed:
        return text, ""
    told = ", ".join(f'"{word}" as "{near}"' for word, near in changed.items())
    return _WORD.sub(lambda one: changed.get(one[0].lower(), one[0]), text), f"Read {told}."


def _nearest(word: str) -> str:
    """The one word that is a single slip from it: a letter too many, too few, another one, or two in turn."""
    if len(word) > _MOST_LETTERS:
        return ""
    found = {near for near in _one_slip(word) if near in _WORDS}
    return found.pop() if len(found) == 1 else ""


def _one_slip(word: str) -> Iterator[str]:
    for place in range(len(word) + 1):
        before, after = word[:place], word[place:]
        if after:
            yield before + after[1:]
        if after[1:]:
            yield before + after[1] + after[0] + after[2:]
        for letter in _LETTERS:
            yield before + letter + after
            if after:
                yield before + letter + after[1:]


def _is_in_a_name(word: str, catalog: Catalog) -> bool:
    """Whether something of the catalog is called so."""
    indexes = (catalog.models, catalog.other_models, catalog.gpus, catalog.cpus, catalog.computers, catalog.programs)
    cards = (card for index in indexes for card in index.values())
    return any(word in re.split(r"[\W\d_]+", getattr(card, "name", "").lower()) for card in cards)
