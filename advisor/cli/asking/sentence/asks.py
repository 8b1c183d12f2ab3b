"""What is asked of a model or a computer that is no speed: what it takes, what it costs, several at once."""

import re
from typing import NamedTuple

_MEMORY_NEEDED = re.compile(
    r"\bhow (?:much|many|big)\b[^.?!]{0,16}?\b(?:v-?ram|ram|memory|gbs?|gigs?|gigabytes)\b|\bhow (?:big|large) is\b"
    r"|\b(?:v-?ram|ram|memory) (?:requirements?|needed|usage|need|for)\b"
    r"|\bwhat v-?ram\b[^?!]{0,40}\b(?:need|take|require)s?\b"
    r"|\bdo (?:i|you|we) (?:really )?need\b",
    re.IGNORECASE,
)
_NEEDS = re.compile(
    r"\b(?:minimum|min|recommended|required|cheapest|least|smallest|what|which|best|good|decent|ideal|suitable"
    r"|kind of|consumer|home)"
    r" (?:\w+ ){0,2}?(?:hardware|gpus?|cards?|specs?|requirements?|set-?ups?|systems?|rigs?|ways?)\b"
    r"|\b(?:requirements?|specs|hardware) (?:for|of|to)\b"
    r"|\bwhat (?:do|would|will|does) (?:i|you|we|it|one) (?:need|take)\b"
    r"|\bhow many (?:gpus?|cards?|[345]0[5-9]0s?)\b",
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    r"\b(?:at (?:once|the same time)|simultaneously|together|in parallel|both loaded)\b", re.IGNORECASE
)
_AT_ONCE = re.compile(
    r"\b(?:at (?:once|the same time)|simultaneous(?:ly)?|concurrently|in parallel|both loaded|side by side|alongside"
    r"|while|next to|in the background)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\bhow many (?:used |rtx |tesla |amd |nvidia |rx )*[a-z]{0,3}\d{2,4}\w*\b", re.IGNORECASE)
_SUPPLY = re.compile(
    r"\b(?:psu|power supply|\d{3,4} ?w(?:atts?)?)\b.*\b(?:enough|ok|okay|fine|sufficient|handle|feed|run|power|carry"
    r"|drive|support|do for|cope|suffice|cut it)\b|\b(?:enough|ok|need|big)\b.*\b(?:psu|power supply)\b",
    re.IGNORECASE,
)
_COST = re.compile(
    r"\b(?:costs?|expensive|bills?|electricity|(?:power|energy|electric) (?:consumption|usage|use|draw)"
    r"|how much (?:power|electricity|energy)|how many (?:watts|kwh))\b",
    re.IGNORECASE,
)
_FASTER = re.compile(
    r"\b(?:what|how|anything)\b[^.?!]{0,40}?\b(?:faster|speed (?:it|this|that|things) up"
    r"|more (?:tokens|t/s|tok/s|speed)"
    r"|(?:improve|increase|boost|raise) (?:it|this|that|the (?:speed|performance)|speed|performance))",
    re.IGNORECASE,
)
_SLOW = re.compile(
    r"\bwhy\b[^.?!]{0,60}\b(?:slow\w*|sluggish|crawl\w*|so long|(?:few|low) (?:tokens|t/s|tok/s|speed))\b"
    r"|\b(?:is|are|runs?|running|feels?|got|works?) (?:so |very |really |super |painfully |terribly |extremely "
    r"|way too |unbearably |incredibly |horribly )+(?:slow\w*|sluggish)\b"
    r"|\b(?:crawls|is crawling|sluggish|painfully slow|unusably slow|takes? (?:forever|ages)|snail'?s pace)\b",
    re.IGNORECASE,
)
_CHEAPEST = re.compile(
    r"\b(?:cheapest|least expensive|most affordable|lowest[- ]cost|for the least money"
    r"|least (?:that )?(?:i|we|you|one) (?:can|could|have to|need to|must) (?:pay|spend)"
    r"|how little (?:money )?(?:can|could|do)"
    r"|(?:cheap(?:ly)?|budget|affordable|inexpensive|low[- ]cost) (?:\w+ ){0,2}?(?:ways?|set-?ups?|builds?|options?"
    r"|rigs?|pcs?|computers?|machines?|servers?)"
    r"|as cheap(?:ly)? as (?:possible|i can|it gets)|cheaply|on (?:a|the) (?:\w+ )?budget(?! of))\b",
    re.IGNORECASE,
)
_HEAT = re.compile(r"\b(?:heats?|heating|warm\w*|hot|cool(?:ing|er)?)\b(?: up)?", re.IGNORECASE)

_MIXES = re.compile(
    r"\b(?:mix(?:es|ed|ing)?|combin\w*|alongside|work(?:s|ing)? together|pair(?:s|ed|ing)? (?:\w+ ){0,6}?with"
    r"|(?:different|unlike|unequal|unmatched|mismatched) (?:\w+ )?(?:gpus?|cards?))\b",
    re.IGNORECASE,
)
_JOINS = re.compile(
    r"\b(?:together|(?:can|could|may) (?:i|you|we|one) (?:use|run|put|have|plug|install|add|pair))\b", re.IGNORECASE
)
_SPLITS = re.compile(
    r"\b(?:split(?:s|ting)?|divid(?:e|es|ed|ing)|spread(?:ing)?|distribut\w+|shard\w*|tensor[ _-]?split)\b"
    r"|\buse (?:both|all|two|my second|the second|my other) (?:of )?(?:my |the )?(?:gpus?|cards?)\b",
    re.IGNORECASE,
)
_LAYERS = re.compile(
    r"\b(?:how many|what number of|which) (?:gpu )?layers\b|(?<!\w)-{0,2}n?gpu[- ]?layers\b|\bngl\b", re.I
)


class Asks(NamedTuple):
    """`needs`: what it takes to run a model, `memory`: how much memory alone; `cost`: what it costs.

    `heat`: how much heat that makes; `faster`: what would make it faster. `together`: several models are to be loaded
    at once. `number`: how many of a card; `supply`: whether a power supply feeds it. `mixes`: whether unlike GPUs work
    in one computer; `joins`: the same in words that also ask for something else of a model. `splits`: how a
    model is divided over GPUs; `layers`: how many layers go to the GPU. `at_once`: several works are done at once.
    `slow`: a model is slower than somebody expected. `cheapest`: for how little money it runs.
    """

    needs: bool = False
    memory: bool = False
    cost: bool = False
    together: bool = False
    number: bool = False
    supply: bool = False
    mixes: bool = False
    joins: bool = False
    heat: bool = False
    faster: bool = False
    splits: bool = False
    layers: bool = False
    at_once: bool = False
    slow: bool = False
    cheapest: bool = False


def asks_of(text: str) -> Asks:
    """What a text asks."""
    needs, memory, cost, together = (one.search(text) is not None for one in (_NEEDS, _MEMORY_NEEDED, _COST, _TOGETHER))
    return Asks(
        needs or memory,
        memory,
        cost,
        together,
        *(
            one.search(text) is not None
            for one in (_NUMBER, _SUPPLY, _MIXES, _JOINS, _HEAT, _FASTER, _SPLITS, _LAYERS, _AT_ONCE, _SLOW, _CHEAPEST)
        ),
    )
