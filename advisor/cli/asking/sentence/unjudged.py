"""What people ask about that no answer here rests on: it is understood, and said not to be judged."""

import re

from advisor.cli.asking.sentence.sentence import Sentence
from advisor.facts.cards.language import LANGUAGE_CODES

_LANGUAGES = rf"(?:{'|'.join(one for one in LANGUAGE_CODES if one != 'english')})"
_CLONED = re.compile(r"\b(?:voices? clon\w+|clon(?:e|es|ing)(?: [\w']+)? voices?|clon(?:e|es|ing))\b", re.IGNORECASE)
"""Looked for in all of the text: beside it that text is read aloud was understood."""
_CLONING = "voice cloning (Chatterbox does it; Kokoro and Piper have fixed voices)"
"""By github.com/hexgrad/kokoro/issues/2 and CoreWorxLab/CAAL/issues/53."""
LANGUAGE = "how well it knows a language"
HEAT, WAITING = "heat", "whether to wait"
_KINDS = tuple(
    (name, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for name, words in (
        ("whether a model refuses",
         r"un-?censored|nsfw|abliterated|unfiltered|jailb\w+|(?:no|without) (?:filter|censorship|refusals?)"),
        (LANGUAGE, rf"(?:in |speak(?:s|ing)? |understand(?:s|ing)? )?{_LANGUAGES}(?: language)?"),
        ("the operating system",
         r"(?:on |under |with )?(?:windows(?: 1[01])?|linux|ubuntu|fedora|debian|arch linux|wsl2?"
         r"|macos|proxmox|unraid|truenas|docker)"),
        ("NVLink and the lanes of PCIe",
         r"nv-?link|pcie?(?: ?[2345](?:\.0)?)?(?: ?x ?\d+)?(?: (?:slots?|lanes?))?"
         r"|x(?:1|4|8|16) (?:slots?|lanes?|risers?)|oculink|risers?|thunderbolt(?: [345])?|usb ?4"),
        ("a draft model (speculative decoding)",
         r"speculative(?: decoding)?|(?:[\d.]+b )?draft(?: models?)?|eagle ?[23]?"),
        ("ECC memory", r"(?:registered |buffered )?ecc(?: (?:ram|memory|ddr[345]))?"),
        ("noise", r"(?:too )?(?:loud|noisy|noise)"),
        (HEAT, r"(?:too )?(?:hot|heat|temps?|temperatures?|thermals?|cooling)"),
        ("reliability",
         r"reliab\w+|(?:too )?risk(?:y|s)?|warranty|scams?|lifespan|burn(?:ed|t)? out|mining cards?|ex-?mining"),
        ("resale value", r"resale(?: value)?|resell(?:ing)?|hold(?:s)? (?:its )?value"),
        ("the exact program",
         r"(?:with |in |using |via )?(?:open ?web ?ui|sillytavern|invoke(?:ai)?|vs ?code|continue\.dev)"),
        (WAITING,
         r"(?:should|shall) (?:i|we) (?:just |rather |better )?wait|or (?:just |rather |should (?:i|we) )?wait|wait or"
         r"|wait for (?:prices?|black friday|a sale|the next|new(?:er)?\b)(?: \w+)?"),
        ("games", r"games?|gaming(?! (?:laptop|pc|rig|computer|notebook|desktop|machine))|1440p"),
    )
)  # fmt: skip
_OF_PROGRAMS = ("the operating system", "the exact program")
_WORKS = tuple(
    (name, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for name, words in (
        ("making music", r"musicgen|music(?: (?:generation|models?|making))?|songs?|suno|ace-?step|yue"),
        ("making 3D models",
         r"3d(?: (?:models?|generation|assets?|mesh(?:es)?))?|hunyuan ?3d|trellis|image[ -]to[ -]3d"),
        ("enlarging pictures and films",
         r"upscal\w+(?: (?:4k|hd|old|my|the))*(?: (?:videos?|films?|images?|pictures?|photos?))?"
         r"|super[ -]?resolution|topaz|seedvr2?|interpolat\w+"),
        ("swapping faces and voices", r"face ?swap\w*|deepfakes?|lip ?sync\w*|voice (?:conversion|chang\w+)|rvc"),
        ("training a voice", r"train\w* (?:a |my )?(?:own )?(?:tts|voices?)"),
        ("playing chess, folding proteins and the like", r"alphafold|stockfish|leela|protein folding|weather models?"),
        ("rendering", r"blender|rendering|unreal engine"),
        ("mining", r"crypto ?mining|mine (?:bitcoin|crypto)"),
    )
)  # fmt: skip
CONSOLES = r"switch 2|ps[45]|xbox"
"""As a part of a pattern."""
_SMALL = re.compile(
    r"\b(?:phones?|smartphones?|android|iphone(?: \d+)?(?: pro)?|tablets?|ipads?"
    r"|snapdragon(?! ?x)(?: 8| 7| gen| elite|\d)*"
    r"|(?:raspberry )?pi (?:zero(?: 2)?(?: w)?|[1-3]b?\+?)(?! ?gb)|esp32|arduino|microcontrollers?"
    rf"|{CONSOLES})\b",
    re.IGNORECASE,
)


def names_small(sentence: Sentence) -> bool:
    """Whether a computer is meant that is none of those that are known here: a phone, a tablet, an old board."""
    return bool(sentence.take(_SMALL))


def works_not_here(sentence: Sentence) -> list[str]:
    """Kinds of work that nothing here answers."""
    return [name for name, pattern in _WORKS if sentence.take(pattern)]


def language_among(text: str) -> str:
    """The language that is named; empty for none."""
    found = re.search(rf"\b{_LANGUAGES}\b", text, re.IGNORECASE)
    return found[0].lower() if found is not None else ""


def unjudged_among(sentence: Sentence, *, is_of_programs: bool = False) -> str:
    """All of it as one sentence; empty for none. `is_of_programs`: what runs which program is answered."""
    found = [_CLONING] if _CLONED.search(sentence.text) is not None else []
    sentence.take(_CLONED)
    found += [name for name, pattern in _KINDS if sentence.take(pattern)]
    found = [one for one in found if not (is_of_programs and one in _OF_PROGRAMS)]
    return f"Not judged here: {', '.join(found)}." if found else ""
