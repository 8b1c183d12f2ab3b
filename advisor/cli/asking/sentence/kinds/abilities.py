"""What a model has to be able to do beside writing: to see, to hear, to think, to call tools."""

import re

from advisor.cli.asking.sentence.sentence import Sentence
from advisor.facts.cards.model_rating import Ability

_SHOWN = r"(?:images?|pictures?|photos?|screenshots?|diagrams?|charts?)"
_WORDS: tuple[tuple[Ability, str], ...] = (
    (
        "sees",
        r"ocr|reads? (?:pictures|images|photos|receipts|scans)|recognis\w+ text|image (?:recognition|captioning)"
        r"|caption\w*|describe (?:pictures|images|photos)|screenshots?|scans|receipts|invoices"
        rf"|(?:see|view|understand|look(?:s|ing)? at|analy[sz]e|interpret)(?:s|ing)? (?:my |the |an? )?{_SHOWN}"
        rf"|(?:image|picture|photo|visual) (?:input|understanding|analysis)s?|multi-?modal(?:ity)?|vlms?"
        r"|vision(?:[ -]language)?(?: (?:support|abilit\w+|capabilit\w+|capable))?",
    ),
    (
        "tools",
        r"(?:tools?|functions?)[ -](?:call(?:s|ing)?|us(?:e|age|ing))|call(?:s|ing)? (?:tools|functions)"
        r"|home ?assistant(?! voice)"
        r"|(?:mcp|tools?)(?: servers?)? support|mcp(?: (?:servers?|tools?))?",
    ),
    ("hears", r"audio (?:input|understanding)|(?:hear|understand)s? (?:audio|sound|speech)"),
    (
        "thinks",
        r"(?<!non-)(?<!no )(?<!without )(?:reasoning|thinking)(?= (?:llms?|models?))|that (?:thinks|reasons)",
    ),
)
_ABLE = tuple((ability, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for ability, words in _WORDS)


def abilities_among(sentence: Sentence) -> tuple[Ability, ...]:
    """All that are wished for; the words for them are taken."""
    return tuple(ability for ability, pattern in _ABLE if sentence.take(pattern))
