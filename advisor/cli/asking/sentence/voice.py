"""Whether somebody wants to talk with a model: `a voice assistant`, `speech to speech`, `replace Alexa`."""

import re

from advisor.cli.asking.sentence.sentence import Sentence

_VOICE = re.compile(
    r"\b(?:voice[ -](?:controlled |based |only )*"
    r"(?:assistants?|chats?|chatbots?|agents?|bots?|modes?|control|conversations?)"
    r"|(?:assistants?|chatbots?) (?:with|by|i can use by) voice|spoken (?:assistants?|chats?|conversations?)"
    r"|speech[ -](?:to|2)[ -]speech"
    r"|(?:talk|speak)(?:ing)? (?:to|with) (?:an? |my |the )?(?:local )?(?:llm|ai|model|computer|pc|pi|house|home)"
    r"(?: (?:by|with) voice| out loud| aloud)?"
    r"|(?:alexa|siri|google home|jarvis)(?: (?:replacement|alternative|clone))?|home assistant voice)\b",
    re.IGNORECASE,
)


def is_of_voice(sentence: Sentence) -> bool:
    """Whether it is asked about."""
    return bool(sentence.take(_VOICE))
