"""Documents that a team works with: each question brings one, so its prompts are long."""

from collections.abc import Sequence
from dataclasses import replace

from advisor.answer.tasks.told_fields import PROMPT
from advisor.cli.asking.sentence.items import TOKENS_A_PAGE
from advisor.cli.asking.sentence.volume import Volume

_TEAM, _DOCUMENTS = "serve-a-team", "long-documents"
_PROMPT_TOKENS = 16_000
"""A document of some 32 pages with the question on it (a judgment)."""
_ANSWER_TOKENS = 4_000
_CONTEXT = "20k"
"""What holds it with the answer, and a little of the talk before."""


def for_documents(works: Sequence[str], volume: Volume) -> tuple[list[str], Volume, str]:
    """The work of a team with long prompts in place of documents beside it, and a sentence that says so."""
    if not {_TEAM, _DOCUMENTS} <= set(works) or volume.pages is not None:
        return list(works), volume, ""
    left = [one for one in works if one != _DOCUMENTS]
    told = volume.fields.get(PROMPT)
    if told is not None:
        holds = volume.context or f"{told + _ANSWER_TOKENS}"
        return left, replace(volume, context=holds), ""
    pages = round(_PROMPT_TOKENS / TOKENS_A_PAGE)
    longer = replace(volume, fields={**volume.fields, PROMPT: _PROMPT_TOKENS}, context=volume.context or _CONTEXT)
    note = (
        f"Assumed: prompts of {_PROMPT_TOKENS:,} tokens, as documents of about {pages} pages are (say another length)."
    )
    return left, longer, note
