"""The option `--prices FILE`: prices that a person wrote or was given, used before those of our cards."""

import argparse
import sys
from pathlib import Path

from advisor.advice.added_prices import added_prices
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.frame.command import CommandError
from advisor.facts.kept.settings import Money


def add_prices_option(parser: argparse.ArgumentParser) -> None:
    """Add `--prices`."""
    said = "a TOML or CSV file of prices, used before those that come with the app; nothing of it is kept"
    parser.add_argument("--prices", type=Path, metavar="FILE", help=said)


def with_prices(money: Money, path: Path | None, catalog: Catalog) -> Money:
    """The amounts with the prices of that file instead of one that is kept; names nothing is known by go to stderr.

    Raises:
        CommandError: it cannot be used.
    """
    if path is None:
        return money
    added = added_prices(path, money, catalog)
    if added.money is None:
        raise CommandError(" ".join(added.sentences))
    for sentence in added.sentences:
        sys.stderr.write(f"rig-advisor: {path.name}: {sentence}\n")
    return added.money
