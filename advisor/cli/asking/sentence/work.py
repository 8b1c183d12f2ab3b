"""What a model is used for, by the words that people have for it."""

import re

from advisor.cli.asking.sentence.sentence import Sentence

_PLAYED = r"role[ -]?play\w*|e?rp|(?:writing|telling) stories|story ?telling"
_WORKS = tuple(
    (work, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for work, words in (
        ("fine-tune-full", r"full(?:y)?[ -](?:parameter |weights? )?(?:fine[ -]?tun\w+|ft\b)(?: all weights)?|fft"),
        ("fine-tune-qlora", r"q-?loras?(?: fine[ -]?tun\w+| training)?|fine[ -]?tun\w+ with q-?lora"),
        ("fine-tune-lora", r"loras?(?: fine[ -]?tun\w+| training)?|fine[ -]?tun\w+(?: with lora)?|finetuning"),
        ("pre-train", r"pre-?train\w*|train\w*[^.?!]{0,40}? from (?:scratch|nothing)"),
        (
            "coding-agent",
            r"cod(?:ing|e) agents?|agentic(?: coding)?|agents?|claude code|cline|roo ?code|kilo ?code|aider|opencode"
            r"|openhands|codex(?: cli)?|gemini cli|windsurf|cursor(?: (?:ide|pro|ai))?",
        ),
        ("coding", r"cod(?:e|er|ing)|programming|copilot|autocomplete|software development|refactor\w*"),
        ("serve-a-team", r"serv(?:e|es|ing)|vllm|sglang|multi-?user|concurrent(?:ly)?|many users"),
        ("rerank", r"rerank\w*"),
        ("embeddings", r"embed\w*|semantic search|vectori[sz]\w+|chunks"),
        ("speech", r"transcri\w+|speech[ -](?:to[ -]text|recognition)|stt|asr|subtitles?|dictat\w+"),
        ("speak", r"text[ -]to[ -]speech|tts|read aloud|voice clon\w+|narrat\w+"),
        ("detect-objects", r"object detection|detect objects?|frigate|surveillance|security cameras?"),
        ("films", r"videos?(?! ?(?:cards?|ram|memory))|clips?|films?|movies?"),
        (
            "pictures",
            r"pictures?|images?|pics|photos?|stable diffusion|sd(?! ?cards?)|comfy ?ui|image generation|artwork",
        ),
        ("long-documents", r"long documents?|documents?|docs|pdfs?|summari[sz]\w+|books?|contracts?"),
        ("chat", r"chat\w*|assistants?|conversations?|talk\w*|llms?|" + _PLAYED),
    )
)
_ROLE_PLAY = re.compile(rf"\b(?:{_PLAYED})\b", re.IGNORECASE)
_LONG = re.compile(r"\b(?:long|longer|large|big|huge)[ -]context(?:s|[ -](?:windows?|lengths?))?\b", re.IGNORECASE)
_COMFY = re.compile(r"\bcomfy ?ui\b", re.IGNORECASE)
_OF_FILMS = re.compile(
    r"\bwan ?2(?:\.\d)?\b|\bwan2gp\b|\bhunyuan ?video\b|\bltx\b|\bltx-?(?:2|video)|\bframepack\b|\bcogvideo|\bmochi\b",
    re.IGNORECASE,
)
"""Families of models that film: in ComfyUI, too, which most people draw with."""
_PLANS = (
    ("coding-agent", re.compile(r"\b(?:cursor|claude code|codex|windsurf)\b", re.IGNORECASE)),
    ("coding", re.compile(r"\bcopilot\b", re.IGNORECASE)),
)
_OF_AGENTS = re.compile(r"\bclaude (?:max|pro)\b|\bchat ?gpt pro\b", re.IGNORECASE)
"""Plans that people who program have for the agent that comes with them."""
_ON_DOCUMENTS = r"(?=(?:pdfs|documents|docs|files|notes|papers|emails|library|archive|wiki)\b)"
_RETRIEVAL = re.compile(
    r"\b(?:(?:local |private |graph|agentic |hybrid )*rag"
    r"(?: (?:pipelines?|systems?|set-?ups?|index\w*|apps?|chatbots?|bots?))?"
    r"|retrieval(?:[ -]augmented(?: generation)?)?"
    r"|(?:talk|chat)(?:ting|s)? (?:with|to|over) (?:all )?(?:(?:my|our|the|company|many|\d+) )+(?:\w+ )?"
    r"(?=(?:pdfs|documents|docs|files|notes|papers|books|emails|library|archive|wiki)\b)"
    r"|(?:ask|query|q&a (?:over|on)|questions? (?:about|on|over|to)) (?:all )?(?:my|our) (?:\w+ )?"
    rf"{_ON_DOCUMENTS}"
    r"|(?:chat ?bots?|assistants?) (?:[\w' ]{0,30}? )?(?:over|on|about|from|with|for) (?:my|our|the|company) (?:\w+ )?"
    rf"{_ON_DOCUMENTS}"
    r"|(?:search|searching|index|indexing) (?:in |through |over |across |of )*(?:all )?(?:my|our|the|company) (?:\w+ )?"
    rf"{_ON_DOCUMENTS}"
    r"|(?:personal |company |local )*knowledge[ -]?bases?|vector (?:database|db|store)s?|second brain)\b",
    re.IGNORECASE,
)
"""Passages are looked up and handed to the model, not whole documents."""
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


_STILL = r"(?:photo(?:graph)?s?|pictures?|images?|pics?|stills?|drawings?|portraits?|paintings?)"
_SOME = r"(?:(?:my|our|an?|the|some|one|old|family|still|single|few|of|grandma'?s?) )*"
_IN_MOTION = re.compile(
    rf"\b(?:(?:short |little )?(?:videos?|clips?|films?|movies?|animations?) (?:from|out of|of) {_SOME}{_STILL}"
    rf"|(?:image|picture|photo|img)s?[ -]?(?:to|2)[ -]?videos?|i2v"
    rf"|animat(?:e|es|ing|ion of) {_SOME}{_STILL}"
    rf"|(?:bring|bringing|make|making|let) {_SOME}{_STILL} (?:(?:back )?to life|move|come alive)"
    rf"|(?:turn|turning|make|making|convert|converting) {_SOME}{_STILL} into (?:an? |short |little )*"
    r"(?:videos?|clips?|films?|movies?|animations?))\b",
    re.IGNORECASE,
)
"""A film begins with a picture that is there."""


def sets_in_motion(text: str) -> bool:
    """Whether films are to be made from pictures."""
    return _IN_MOTION.search(text) is not None


def is_of_role_play(text: str) -> bool:
    """Whether a chat is wanted for its own sake, which other work beside it does not stand for."""
    return _ROLE_PLAY.search(text) is not None


def is_of_retrieval(sentence: Sentence) -> bool:
    """Whether answers rest on passages that are looked up among many documents."""
    return bool(sentence.take(_RETRIEVAL)) or names_retrieval(sentence)


def names_retrieval(sentence: Sentence) -> bool:
    """The same where the words for it may be taken, such as how many documents there are."""
    return _RETRIEVAL.search(sentence.text) is not None


def is_of_voice(sentence: Sentence) -> bool:
    """Whether somebody wants to talk with a model: `a voice assistant`, `speech to speech`, `replace Alexa`."""
    return bool(sentence.take(_VOICE))


def works_among(sentence: Sentence) -> list[str]:
    """The ids of the works that are named, in their order."""
    found = dict[str, int]()
    for work, pattern in (("films", _IN_MOTION), *_WORKS):
        for one in sentence.take(pattern):
            found.setdefault(work, one.start())
    if found.keys() & {"pictures", "films"} == {"pictures"} and _OF_FILMS.search(sentence.text) is not None:
        alone = _COMFY.search(sentence.text)
        if alone is not None and found["pictures"] == alone.start():
            found["films"] = found.pop("pictures")
    if (long := sentence.take(_LONG)) and not set(found) - {"chat"}:
        found = {"long-documents": long[0].start()}
    if not set(found) - {"coding"}:  # a plan that is taken as what is paid tells the work all the same
        found |= {work: 0 for work, pattern in _PLANS if pattern.search(sentence.text) is not None}
    if "coding" in found and _OF_AGENTS.search(sentence.text) is not None:
        found = {"coding-agent" if work == "coding" else work: place for work, place in found.items()}
    if "coding-agent" in found:  # `claude code or local coding` is one job, and the agent asks the more
        found.pop("coding", None)
    if len([one for one in found if one.startswith("fine-tune")]) > 1:
        found.pop("fine-tune-lora", None)
    return sorted(found, key=lambda one: found[one])
