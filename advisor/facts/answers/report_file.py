"""The report as JSON: what `rig-advisor report --output FILE.json` writes."""

from typing import Any, Literal

from advisor.facts.values.record import Record


class ReportPart(Record):
    """A paragraph, a table, or a chart or picture with its title, its figures and what they say."""

    kind: Literal["text", "table", "chart", "picture"]
    title: str = ""
    text: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class ReportSection(Record):
    """A heading and its parts in their order; `depth` counts from 1."""

    title: str
    depth: int
    parts: tuple[ReportPart, ...]


class ReportFile(Record):
    """The whole report: the same sentences and figures as in the PDF, and the machine it is about as a profile."""

    schema_version: Literal[1] = 1
    title: str
    subject: str
    date: str
    app_version: str
    sections: tuple[ReportSection, ...]
    profile: dict[str, Any]
