"""Every citation of a document of the repository has its heading there, and no file cites a document from elsewhere."""

import ast
import re
from pathlib import Path

from tests.each import each

REPOSITORY = Path(__file__).parents[2]
NUMBERED = ("physics", "detection", "measuring")
"""The documents with numbered sections, in docs/."""
SECTIONS = {
    name: set(
        re.findall(r"^#{2,3} (\d+(?:\.\d+)?) ", (REPOSITORY / f"docs/{name}.md").read_text(encoding="utf-8"), re.M)
    )
    for name in NUMBERED
}
FOLDERS = ("advisor", "tests", "tools", "specs", "resources/kernels", "resources/native", "docs")
ENDINGS = (".py", ".toml", ".md", ".c", ".wgsl", ".ptx")
CITATION = re.compile(rf"docs/({'|'.join(NUMBERED)})\.md\)?(?: (\d[\d., and]*))?")
LINK = re.compile(r"\[(\w+)\.md\]\(\w+\.md\) (\d+(?:\.\d+)?)")
OWN = re.compile(r"\((\d{1,2}\.\d{1,2})\)")
FROM_ELSEWHERE = re.compile(
    r"\b[Ss]ections? \d"
    r"|\b(?:prediction|detection|benchmark) (?:sections?|rules?) \S*\d"
    r"|(?<!docs/)\b(?:prediction|detection|benchmark|contracts|anchors|house_style|house_2|advice|screens|desktop)\.md"
)


def files() -> list[Path]:
    found = [file for folder in FOLDERS for file in sorted((REPOSITORY / folder).rglob("*"))]
    found += sorted(REPOSITORY.glob("*.md"))
    return [file for file in found if file.suffix in ENDINGS and file != Path(__file__) and file.is_file()]


def cited(text: str) -> list[tuple[str, str]]:
    """Document and section of each citation: `docs/physics.md 6.5 and 12.5` cites two; a bare name cites "nothing"."""
    return [
        (document, number)
        for document, numbers in CITATION.findall(text)
        for number in re.findall(r"\d+(?:\.\d+)?", numbers) or ["nothing"]
    ]


def cited_in(file: Path) -> list[tuple[str, str]]:
    """In the product every citation, elsewhere those with a number, and of the three also their own bare `(6.2)`."""
    text = file.read_text(encoding="utf-8")
    if file.is_relative_to(REPOSITORY / "advisor"):
        return cited(text)
    if file.suffix != ".md":
        return [one for one in cited(text) if one[1] != "nothing"]
    own = {"physics": "physics", "measuring": "physics", "detection": "detection"}.get(file.stem)
    linked = [(document, number) for document, number in LINK.findall(text) if document in NUMBERED]
    return linked + [(own, number) for number in OWN.findall(text) if own]


def test_every_citation_has_its_section() -> None:
    missing = {
        f"{file.relative_to(REPOSITORY)}: docs/{document}.md {number}"
        for file in files()
        for document, number in cited_in(file)
        if number not in SECTIONS[document]
    }
    assert not missing


def test_no_file_cites_a_document_from_elsewhere() -> None:
    found = {
        f"{file.relative_to(REPOSITORY)}: {match[0]}"
        for file in files()
        for match in FROM_ELSEWHERE.finditer(file.read_text(encoding="utf-8"))
        if file.parent.name != "docs" or file.stem not in NUMBERED or not match[0].endswith(".md")
    }
    assert not found


MODULES = [file for file in sorted((REPOSITORY / "advisor" / "predict").rglob("*.py")) if file.name != "__init__.py"]


@each("module", MODULES)
def test_predictions_name_their_section_of_the_physics(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    if cited(ast.get_docstring(tree) or ""):
        return
    public = [
        node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    ]
    silent = [node.name for node in public if not cited(ast.get_docstring(node) or "")]
    assert not silent, "cite docs/physics.md in the docstring of the module, or in each of these"
