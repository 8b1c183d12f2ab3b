"""Writes the manifests of a release: `python -m tools.release FOLDER VERSION OUT --owner ACCOUNT`.

FOLDER holds the downloads of the release and nothing else but their SHA256SUMS and bills of parts. What is not there is
left out, and said. `--wheels` names pip's reports for Flathub, one for each kind of processor.
"""

import argparse
import sys
from pathlib import Path

from tools.release.aur import aur_files
from tools.release.facts import Release, ReleaseError, read_release
from tools.release.flathub import flathub_files
from tools.release.homebrew import cask_file
from tools.release.notes import notes_file
from tools.release.windows import scoop_file, winget_files


def manifests(release: Release, reports: list[Path]) -> dict[str, dict[str, str]]:
    """The files of each way of installing, by their paths in a folder of its own."""
    return {
        "winget": winget_files(release),
        "scoop": scoop_file(release),
        "homebrew": cask_file(release),
        "aur": aur_files(release),
        "flathub": flathub_files(release, reports),
        "github": notes_file(release),
    }


def main(arguments: list[str] | None = None) -> int:
    """Write them and print a line for each; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the downloads")
    parser.add_argument("version", help="their version, for example 0.1.0")
    parser.add_argument("out", type=Path, help="where to write")
    parser.add_argument("--owner", required=True, help="the account on GitHub that publishes")
    parser.add_argument(
        "--wheels", type=Path, nargs="*", default=[], metavar="REPORT", help="pip's reports, for Flathub"
    )
    asked = parser.parse_args(arguments)
    try:
        made = manifests(read_release(asked.folder, asked.version, asked.owner), asked.wheels)
        for way, files in made.items():
            for name, text in files.items():
                place = asked.out / way / name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(text, encoding="utf-8", newline="\n")
            sys.stdout.write(f"{way}: {', '.join(files) or 'left out, for its files are not there'}\n")
    except (ReleaseError, OSError) as error:
        sys.stderr.write(f"tools.release: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
