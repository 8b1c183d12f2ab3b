"""Documents that are asked about: those of a team make its prompts long, very many pages are looked up."""

from collections.abc import Sequence
from dataclasses import replace

from advisor.answer.tasks.told_fields import PROMPT
from advisor.cli.asking.sentence.items import TOKENS_A_PAGE, Items
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.cli.asking.sentence.volume import Volume
from advisor.cli.asking.sentence.work import names_retrieval

_TEAM, _DOCUMENTS = "serve-a-team", "long-documents"
_PROMPT_TOKENS = 16_000
"""A document of some 32 pages with the question on it (a judgment)."""
_ANSWER_TOKENS = 4_000
_CONTEXT, _SHORT_CONTEXT = "20k", "8k"
"""What holds it, or passages, with the answer, and a little of the talk before."""
_PASSAGES_TOKENS = 3_000
"""Ten passages of 256 tokens, the question and an instruction (a judgment)."""
_PASSAGES = (
    f"Assumed: answers rest on passages that are looked up (RAG), prompts of {_PASSAGES_TOKENS:,} tokens; Open WebUI "
    "or AnythingLLM does that, with an embedding model beside it (1 to 2 GB)."
)
_MOST_PAGES = 500
"""More are looked up, not read at once: the longest context that usual models are made for (a judgment)."""


def for_documents(works: Sequence[str], volume: Volume, sentence: Sentence) -> tuple[list[str], Volume, str]:
    """The work of a team with long prompts in place of documents beside it, and a sentence that says so."""
    if not {_TEAM, _DOCUMENTS} <= set(works) or volume.pages is not None:
        return list(works), volume, ""
    left = [one for one in works if one != _DOCUMENTS]
    told = volume.fields.get(PROMPT)
    if told is not None:
        holds = volume.context or f"{told + _ANSWER_TOKENS}"
        return left, replace(volume, context=holds), ""
    if names_retrieval(sentence):
        return left, _with_prompts(volume, _PASSAGES_TOKENS, _SHORT_CONTEXT), _PASSAGES
    pages = round(_PROMPT_TOKENS / TOKENS_A_PAGE)
    note = (
        f"Assumed: prompts of {_PROMPT_TOKENS:,} tokens, as documents of about {pages} pages are (say another length)."
    )
    return left, _with_prompts(volume, _PROMPT_TOKENS, _CONTEXT), note


def _with_prompts(volume: Volume, prompt_tokens: int, context: str) -> Volume:
    """The same with so long prompts, in that context where none was told."""
    return replace(volume, fields={**volume.fields, PROMPT: prompt_tokens}, context=volume.context or context)


def looked_up(volume: Volume, sentence: Sentence) -> Volume:
    """The same with very many pages of documents as so many things to embed."""
    if volume.pages is None or volume.pages <= _MOST_PAGES or not names_retrieval(sentence):
        return volume
    fields = {name: value for name, value in volume.fields.items() if name != PROMPT}
    return replace(volume, pages=None, items=Items(float(volume.pages), "pages"), fields=fields)
