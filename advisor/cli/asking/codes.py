"""What `rig-advisor ask` ends with, by the light; 64 where there is no answer (sysexits.h: EX_USAGE)."""

from advisor.facts.answers.usability import Usability

CODES: dict[Usability, int] = {"great": 0, "fine": 0, "slow": 1, "wont_run": 2, "unknown": 3}
