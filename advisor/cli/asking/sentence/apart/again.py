"""Cards that are named once more by their number alone, and sizes that all of them have."""

import re
from collections.abc import Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.gpus import NamedPart
from advisor.cli.asking.sentence.sentence import Sentence

_SUFFIX = r" ?(?:ti|super|xtx?|gre)\b"
_AGAIN = re.compile(rf"\b(?:the|that|this) (\d{{3,4}})\b(?!{_SUFFIX})(?! ?(?:gi?b|tb|w|watts?|mhz)\b)", re.IGNORECASE)
_OF_ALL = re.compile(
    r"\b(?:both|all|each)(?: (?:with|have|has|having|are|at|of them|come with|the))* (\d{1,3}) ?gi?b\b"
    r"(?: (?:of )?(?:v-?ram|cards?|gpus?))?(?! ?(?:of )?(?:system |main )?(?:ram|memory|ddr\d|unified))",
    re.IGNORECASE,
)


def take_again(sentence: Sentence) -> None:
    """Take out `the 9070` where a 9070 XT was named before, and no 9070."""
    for one in list(_AGAIN.finditer(sentence.left)):
        before, number = sentence.text[: one.start()], one[1]
        is_longer = re.search(rf"\b{number}{_SUFFIX}", before, re.IGNORECASE) is not None
        is_alone = re.search(rf"\b{number}\b(?!{_SUFFIX})", before, re.IGNORECASE) is not None
        if is_longer and not is_alone:
            sentence.blank(one.start(1), one.end(1))


def take_size_of_all(sentence: Sentence, gpus: Sequence[NamedPart], catalog: Catalog) -> None:
    """Take out `both 16gb` where that is the memory of all cards that are named."""
    sizes = {catalog.gpus[one.card_id].memory_gib for one in gpus}
    for one in list(_OF_ALL.finditer(sentence.left)):
        if sizes == {float(one[1])}:
            sentence.blank(one.start(), one.end())
