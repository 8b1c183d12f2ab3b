"""A machine as plain text, for people who read it in a terminal."""

from advisor.facts.machine.machine import Finding, Gap, Machine
from advisor.present.rig.fact_rows import fact_rows
from advisor.present.words.quantity import UNKNOWN
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.view import FactRow
from advisor.present.words.words import say


def machine_text(machine: Machine) -> str:
    """Facts with where they come from, then findings with what they cost, then what is not known and why."""
    rows = fact_rows(machine)
    wide = max(len(row.name) for row in rows)
    parts = ["\n".join(_fact(row, wide) for row in rows)]
    if machine.findings:
        parts.append("\n".join((say("What stands out"), *(_finding(finding) for finding in machine.findings))))
    if machine.gaps:
        parts.append("\n".join((say("Not known"), *(_gap(gap) for gap in machine.gaps))))
    return "\n\n".join(parts)


def _fact(row: FactRow, wide: int) -> str:
    origin = row.detail if row.origin == say(UNKNOWN) else row.origin
    return f"{row.name:<{wide}}  {row.text}  ({origin})" if origin else f"{row.name:<{wide}}  {row.text}"


def _finding(finding: Finding) -> str:
    return f"- {finding.sentence.removesuffix('.')}. {finding.cost} {finding.remedy}".rstrip()


def _gap(gap: Gap) -> str:
    return f"- {gap.fact}: {in_words(gap.reason)}"
