"""The cards that a command goes by: ours, a person's own, and those that `--cards` names."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.store.folder import CARDS_VARIABLE, has_own_cards


def add_cards_option(parser: argparse.ArgumentParser) -> None:
    """Add `--cards`."""
    said = "a folder or pack of cards of your own (GPUs, models, prices ...), used before all others"
    parser.add_argument("--cards", metavar="DIR", help=said)


@contextmanager
def cards_named(path: str | None) -> Iterator[None]:
    """While a command runs, what it names counts, too."""
    before = os.environ.get(CARDS_VARIABLE)
    if path:
        os.environ[CARDS_VARIABLE] = path
    try:
        yield
    finally:
        if path and before is None:
            del os.environ[CARDS_VARIABLE]
        elif path and before is not None:
            os.environ[CARDS_VARIABLE] = before


def all_cards() -> Catalog:
    """The catalog; what is wrong with own cards goes to stderr and costs only those."""
    if not has_own_cards():
        return load_catalog()
    # imported here: without own cards nobody waits for what tries them
    from advisor.advice.known_catalog import known_cards, told_faults

    known = known_cards()
    for sentence in told_faults(known.faults):
        sys.stderr.write(f"rig-advisor: {sentence}\n")
    return known.catalog
