"""The option `--context`: how many tokens, as people write them."""

import argparse
import re

from advisor.facts.values.units import KIB

_TOKENS = re.compile(r"(\d{1,9})([km]?)", re.IGNORECASE)
_STEP = {"": 1, "k": KIB, "m": KIB * KIB}
_MOST_TOKENS = 1 << 24


def add_context_option(parser: argparse.ArgumentParser, said: str) -> None:
    """Add `--context`."""
    parser.add_argument("--context", type=_tokens, metavar="TOKENS", help=f"{said}, for example 16k")


def context_tokens(text: str) -> int | None:
    """A length of context as people write it: 16k, 32768, 1M; None for anything else."""
    found = _TOKENS.fullmatch(text.strip())
    length = int(found[1]) * _STEP[found[2].lower()] if found else 0
    return length if 1 <= length <= _MOST_TOKENS else None


def _tokens(text: str) -> int:
    found = context_tokens(text)
    if found is None:
        raise argparse.ArgumentTypeError("must be a number of tokens, for example 16k or 32768")
    return found
