"""What reasons say, for tests: their codes and parameters, without words."""

from advisor.facts.values.reason import Parameter, Reason


def said(*parts: Parameter | None) -> set[object]:
    """All codes and parameters, those of reasons within reasons as well."""
    found: set[object] = set()
    for part in parts:
        if isinstance(part, Reason):
            found |= {part.code} | said(*part.parameters.values())
        elif isinstance(part, tuple):
            found |= said(*part)
        elif part is not None:
            found.add(part)
    return found
