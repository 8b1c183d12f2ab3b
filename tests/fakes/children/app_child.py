"""Stands in for the app's own child: says the lines of FOLDER/COMMAND.jsonl, then ends, hangs or crashes.

Started as `python -S app_child.py FOLDER COMMAND ...`; `COMMAND.end` beside the lines holds `hang`, `crash` or seconds.
"""

import os
import sys
import time


def say_and_end(folder: str, command: str, options: list[str]) -> None:
    name = os.path.join(folder, "layer" if "--layer" in options else command)
    with open(f"{name}.jsonl", "rb") as lines:
        sys.stdout.buffer.write(lines.read())
    sys.stdout.flush()
    with open(f"{name}.end") as file:
        end = file.read()
    if end == "crash":
        os.abort()
    time.sleep(600 if end == "hang" else float(end))
    if end != "hang":
        sys.stdout.write('{"event": "done"}\n')


say_and_end(sys.argv[1], sys.argv[2], sys.argv[3:])
