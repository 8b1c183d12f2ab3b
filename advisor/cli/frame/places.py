"""Computers that a command takes one after another: files and names, or GPUs that are in one PC."""

import argparse
import os
from collections.abc import Sequence

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.frame.gpus_in_place import are_gpus
from advisor.cli.frame.rig_options import AskedRig, asked_rig


def without_gpus(names: Sequence[str], catalog: Catalog) -> tuple[list[str], list[tuple[str, AskedRig]]]:
    """What names files and computers, and a computer for each text that names GPUs: `4x RTX 3090` are in one."""
    files, found = list[str](), list[tuple[str, AskedRig]]()
    for name in names:
        if os.path.lexists(name) or not are_gpus(name, catalog):
            files.append(name)
            continue
        parts = argparse.Namespace(gpu=[name], cpu=None, ram=None, unified=False)
        label = name if name not in dict(found) else f"{name} ({sum(one.startswith(name) for one, _ in found) + 1})"
        found.append((label, asked_rig(parts, catalog)))
    return files, found
