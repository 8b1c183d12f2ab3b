"""Whether a server with several CPUs and no GPU is good for models: the verdict, the long prompt, what two CPUs add."""

import re
from collections.abc import Iterator, Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.cards.name_key import one_of
from advisor.cli.asking.answered import answer_if_any, in_file_of, pairs
from advisor.cli.asking.best_of_all import first_answers
from advisor.cli.asking.explained.good_for import good_for
from advisor.cli.asking.sentence.said import Said
from advisor.facts.answers.ask import AskAnswer
from advisor.present.words.quantity import duration, speed_number, tokens

_JUDGED = re.compile(
    r"\b(?:good|great|ok(?:ay)?|fine|decent|suitable|viable|usable|useful|capable|enough|useless|bad|any use|worth\w*"
    r"|makes? sense|cheap\w*|bargain|can (?:i|you|we) use|could (?:i|we) use|better than nothing)\b",
    re.IGNORECASE,
)
_WHICH = re.compile(
    r"\b(?:which|what|whats|what's|recommend\w*|best|fastest|how (?:fast|many|much)|vs\.?|versus)\b", re.IGNORECASE
)
_TRIED = 6
_LONG_TOKENS, _ROOM_TOKENS = 8000, 10240
"""A few pages, and room for the answer."""
_ADDS = 1.3
"""From so many times the speed on a second CPU is said to add some (a judgment)."""


def asks_if_two_cpus(told: Said, rig: Sequence[str]) -> bool:
    """Whether a computer of several CPUs without a GPU is judged, and not which model it runs."""
    text, hardware = told.wording.text, told.hardware
    is_one = len(hardware.computers) < 2 and not any(one.gpus or one.chip for one in hardware.computers)
    is_other = (
        told.is_bought
        or told.models
        or told.quants
        or told.volume.users
        or told.spent is not None
        or told.wording.is_voice
        or told.wording.is_retrieval
    )
    is_asked = _JUDGED.search(text) is not None and _WHICH.search(text) is None
    return is_asked and is_one and not is_other and bool(_cpu(rig))


def two_cpus_words(
    rig: Sequence[str], workload: str, settings: Sequence[str], catalog: Catalog, *, is_there: bool
) -> str:
    """The verdict with the best model there, dense ones beside it, a long prompt, and one of the CPUs alone."""
    best = next(
        (one for one, _ in first_answers(rig, workload, catalog, settings, count=_TRIED) if one.is_useful), None
    )
    first, *weak = [*good_for(rig, workload, settings, catalog), ""]
    if any(weak):
        first = first.replace("Yes (", "Partly (", 1).replace(": the best", ": mixtures of experts run. The best", 1)
    figures = [*_of_long(best, rig, catalog), *_of_one(best, rig, catalog)] if best is not None else []
    return "\n".join(filter(None, (first, *weak, *figures, "" if is_there else _IDLE)))


_IDLE = (
    "Before you buy: such a server is loud and draws much also while it waits; its electricity may cost more than it."
)


def _cpu(rig: Sequence[str]) -> str:
    """One of the CPUs by its name where there are several; empty otherwise."""
    number, name = one_of(dict(pairs(rig)).get("--cpu", ""))
    return name if number > 1 else ""


def _of_long(best: AskAnswer, rig: Sequence[str], catalog: Catalog) -> Iterator[str]:
    """How long a prompt of some pages is waited for."""
    room = ("--context", f"{_ROOM_TOKENS}", "--set", f"prompt_tokens={_LONG_TOKENS}")
    full = answer_if_any((best.model, *in_file_of(best), "--workload", best.workload, *rig, *room), catalog)
    if full is not None and full.first_token_s is not None:
        yield f"Long prompts wait: {tokens(_LONG_TOKENS)} take {best.model} {duration(full.first_token_s)} to read."


def _of_one(best: AskAnswer, rig: Sequence[str], catalog: Catalog) -> Iterator[str]:
    """What one of the CPUs does alone, as far as it is known, and why both are hardly faster."""
    cpu = _cpu(rig)
    alone = [cpu if before == "--cpu" else word for before, word in zip(("", *rig), rig, strict=False)]
    one = answer_if_any((best.model, *in_file_of(best), "--workload", best.workload, *alone), catalog)
    if one is None or not one.tokens_per_s or not best.tokens_per_s:
        return
    gain = best.tokens_per_s.middle / one.tokens_per_s.middle
    first = "A second CPU adds little" if gain >= _ADDS else "Two CPUs are hardly faster than one for one reader"
    yield (
        f"{first}: each reads the other's memory slowly (NUMA). {best.model} writes about "
        f"{speed_number(one.tokens_per_s.middle)} tokens/s on one alone, "
        f"{speed_number(best.tokens_per_s.middle)} on both. {_MEASURED}"
    )


_MEASURED = "On two Xeon Gold 5218 somebody got 4 on both and 8 on one: try numactl --cpunodebind=0 --membind=0."
"""github.com/mozilla-ai/llamafile/issues/765, read 2026-12-01."""
