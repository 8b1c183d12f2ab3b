"""Parts of documents that a program makes; they stand between two comments."""

from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]


def renew(document: Path, name: str, maker: str, part: str) -> None:
    """Put a part in the place of the one that `maker`, a command line, made before."""
    begin, end = f"<!-- {name}: made by {maker} -->", f"<!-- end of {name} -->"
    before, rest = document.read_text("utf-8").split(begin)
    document.write_text(f"{before}{begin}\n{part}{end}{rest.split(end)[1]}", "utf-8")
