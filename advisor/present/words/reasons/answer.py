"""Words for what answers say."""

from advisor.present.words.reasons.template import Template

ANSWER: dict[str, Template] = {
    "steadiness_not_said": "measured by {program}, which does not say how steady it was",
}
