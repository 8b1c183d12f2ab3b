"""Tokens that are paid for by their number, and whether a purchase pays off: it is held against an API."""

import re

from advisor.cli.asking.sentence.sentence import Sentence

_TOKENS = re.compile(
    r"\btok(?:en)?s?\b[^.?!]{0,24}?(?:\b(?:an?|per|each|every)|/) ?(?:day|week|month|mo|year)\b"
    r"|\b(?:daily|weekly|monthly|yearly)\b[^.?!]{0,24}?\btok(?:en)?s?\b"
    r"|\btok(?:en)?s? (?:daily|weekly|monthly|yearly)\b",
    re.IGNORECASE,
)
_PAYS = re.compile(
    r"\bpay(?:s|ing)? (?:(?:it|them)sel\w+ |itself )?(?:off|back)\b|\bpay(?:s|ing)? for (?:it|them)sel\w+"
    r"|\bbreak(?:s|ing)?[ -]?even\b|\bamorti[sz]\w*|\broi\b|\breturn on investment\b|\brecoup\w*",
    re.IGNORECASE,
)
_WEIGHED = re.compile(r"\b(?:worth|cheaper|save|saving|saves|makes? sense|better off|buy(?:ing)?)\b", re.IGNORECASE)
_SERVICE = re.compile(
    r"(?:\b(?:the |an? )?(?:open ?ai'?s? |anthropic'?s? |google'?s? )?"
    r"(chat ?gpt|gpt(?!-?oss)(?:[- ]?[3-6](?:\.\d)?(?:[- ](?:mini|nano|pro|turbo))?|-4o)?|claude|gemini|grok|copilot)"
    r"(?: (?:opus|sonnet|haiku|flash|pro|fable|[\d.]+))*\b"
    r"|\b(?:the )?(openai|anthropic)\b)(?:'s)?(?: (?:apis?|calls?))?",
    re.IGNORECASE,
)
_NAMES = {"chatgpt": "ChatGPT", "claude": "Claude", "gemini": "Gemini", "openai": "OpenAI", "anthropic": "Anthropic",
          "grok": "Grok", "copilot": "Copilot"}  # fmt: skip


def paid_tokens(sentence: Sentence) -> tuple[bool, str]:
    """Whether a purchase is held against tokens that are paid for, and the service that is paid, its words taken."""
    text = sentence.text
    if _TOKENS.search(text) is None:
        return False, ""
    service = _SERVICE.search(sentence.left)
    is_weighed = _PAYS.search(text) is not None or (service is not None and _WEIGHED.search(text) is not None)
    if not is_weighed:
        return False, ""
    sentence.take(_PAYS)
    if service is None:
        return True, ""
    sentence.take(_SERVICE)
    name = next(filter(None, service.groups()))
    return True, _NAMES.get(name.lower().replace(" ", ""), name.upper())
