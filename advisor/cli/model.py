"""`rig-advisor model FILE`: what a model's file holds and how much memory it takes, read from its header alone."""

import argparse
import sys
from pathlib import Path

from advisor.answer.file_description import describe_file
from advisor.catalog.catalog import load_catalog
from advisor.catalog.model_file import open_model_file
from advisor.catalog.model_file_error import ModelFileError
from advisor.cli.command import CommandError
from advisor.present.model_file_text import model_file_text


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add this command's options."""
    parser = subparsers.add_parser("model", help="show what a model's file holds: GGUF, safetensors or config.json")
    parser.add_argument("file", type=Path, metavar="FILE", help="the file, one part of it, or the folder it lies in")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Print what the file holds; what it does not say is unknown, which is an answer."""
    catalog = load_catalog()
    try:
        file = open_model_file(arguments.file, catalog)
    except ModelFileError as error:
        raise CommandError(str(error)) from error
    described = describe_file(file, catalog)
    text = described.model_dump_json(indent=2) if arguments.json else model_file_text(file, described)
    sys.stdout.write(text + "\n")
    return 0
