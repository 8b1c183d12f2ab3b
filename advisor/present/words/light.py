"""The words of the light."""

from collections.abc import Mapping

from advisor.facts.answers.usability import Usability
from advisor.present.words.view import State
from advisor.present.words.words import to_say

LIGHT_WORDS: Mapping[Usability, str] = {
    "great": to_say("Great"),
    "fine": to_say("Fine"),
    "slow": to_say("Slow"),
    "unknown": to_say("Unknown"),
    "wont_run": to_say("Won't run"),
}
LIGHT_STATES: Mapping[Usability, State] = {
    "great": "fits",
    "fine": "fits",
    "slow": "tight",
    "unknown": "unknown",
    "wont_run": "too_big",
}
"""The state whose icon and color a light has."""
