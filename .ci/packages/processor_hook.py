"""Runs in the built app before PyInstaller's own hooks: they load Qt, which ends the program on too old a processor."""

import sys

from advisor.run.processor import processor_trouble

if trouble := processor_trouble():
    sys.stderr.write(f"{trouble}\n")
    sys.exit(1)
