"""The constants of a calibration as a list of logarithms, and back."""

from collections.abc import Sequence
from math import exp, inf, log
from typing import Any, NamedTuple

from advisor.facts.cards.calibration import Calibration
from tools.calibrate.speed_rows import Phase

Path = tuple[str | int, ...]
"""Where a constant stands in a calibration: `("cap_bytes_per_clock", "Q4_K")`, `("prefill", 0, "sparse")`."""


class Prior(NamedTuple):
    """What a constant is weakly pulled to where no calibration of other devices has it, and what it may be."""

    value: float
    least: float = 0.0
    most: float = inf


PRIORS: dict[Phase, dict[str, Prior]] = {
    "decode": {
        "bandwidth_share": Prior(0.87, 0, 1),
        "layer_us": Prior(60),
        "core_layer_us": Prior(6),
        "clocked_layer_share": Prior(0.5, 0, 1),
        "sparse_layer_factor": Prior(2, 1),
        "post_norm_layer_factor": Prior(1.2, 1),
        "recurrent_layer_factor": Prior(3, 1),
        "kv_factor_flash": Prior(1.2, 1),
        "kv_factor_plain": Prior(1.2, 1),
        "attention_per_clock_flash": Prior(20),
        "attention_per_clock_plain": Prior(5),
        "attention_core_gmac_per_s": Prior(18),
        "cap_bytes_per_clock": Prior(5),
        "expert_cap_share": Prior(0.5, 0, 1),
        "read_nj_per_byte": Prior(0.18),
        "weight_nj": Prior(0.07),
        "unit_share": Prior(0.6, 0, 2),
        "system_share": Prior(0.6, 0, 1),
        "core_gb_per_s": Prior(20),
        "vector_share": Prior(0.05, 0, 1),
    },
    "prefill": {
        "share": Prior(0.45, 0, 1),
        "column_share": Prior(0.25),
        "prefill_tflop_per_j": Prior(0.4),
        "tflop_per_j": Prior(0.4),
        "row_passes": Prior(20),
        "fixed_columns": Prior(300),
        "launch_us": Prior(2.5),
        "state_per_clock": Prior(2.66),
        "flash_tile_tokens": Prior(48),
        "expert_share": Prior(0.8, 0, 1),
        "expert_tile_tokens": Prior(40),
        "flash": Prior(0.25, 0, 1),
        "flash_by_width": Prior(0.25, 0, 1),
        "attention_score_bytes": Prior(30),
        "prefill_core_gflop_per_s": Prior(100),
        "attention_core_gflop_per_s": Prior(30),
    },
}
"""Constants of a phase by their name or that of their table: nothing of the rows is in these figures."""

ALIKE_TABLE, ALIKE_FIRST = "cap_bytes_per_clock", "Q4_K"
ALIKE = {"Q2_K": 2.625 / 4.5, "Q5_K": 5.5 / 4.5, "Q6_K": 6.5625 / 4.5, "IQ4_XS": 4.25 / 4.5, "IQ4_NL": 1.0}
"""Types that take as long to unpack per weight as the first: their bits per weight over its bits.

Files named Q4_K_M or Q2_K mix several of them in nearly the same parts, so that rows of them cannot tell the types
apart: free, one becomes far too fast and the others pay for it. Tied, files of a model left out are predicted better
where files of several types were measured (Strix Halo, both backends).
"""


def constants_of(calibration: Calibration, phase: Phase) -> dict[Path, float]:
    """Logarithms of the constants of a phase that are above zero; a share of 1 is what others are counted in."""
    found = _numbers(calibration.model_dump(), ())
    return {
        path: log(value)
        for path, value in found.items()
        if value and prior_of(path, phase) is not None and not (path[0] == "prefill" and value == 1)
    }


def tied_of(calibration: Calibration) -> dict[Path, float]:
    """The constants that are not free: multiples of that of the first type in their table."""
    table = getattr(calibration, ALIKE_TABLE)
    return {(ALIKE_TABLE, key): ratio for key, ratio in ALIKE.items() if {key, ALIKE_FIRST} <= table.keys()}


def prior_of(path: Path, phase: Phase) -> Prior | None:
    """The prior of a constant by its own name, else by that of its table; None where the phase does not fit it."""
    named = [PRIORS[phase][key] for key in reversed(path) if isinstance(key, str) and key in PRIORS[phase]]
    return named[0] if named else None


def table_of(path: Path) -> str:
    """What a constant is of: the name of its table, or its own; shares of a prompt's blocks are one table."""
    return "/".join(_names(path)[:2] if path[0] == "prefill" else _names(path)[:1])


def pooled(path: Path, siblings: Sequence[Calibration]) -> float | None:
    """The geometric mean of a constant over calibrations of other devices; None where none has it."""
    name = _names(path)
    values = [
        log(value)
        for sibling in siblings
        for found, value in _numbers(sibling.model_dump(include={str(path[0])}), ()).items()
        if _names(found) == name and value
    ]
    return exp(sum(values) / len(values)) if values else None


def with_constants(calibration: Calibration, constants: dict[Path, float], phase: Phase) -> Calibration:
    """The calibration with other constants, kept just inside their limits."""
    fields: Any = calibration.model_dump(exclude_unset=True)
    for path, logarithm in (constants | _tied(constants, calibration)).items():
        prior = prior_of(path, phase)
        place = fields
        for key in path[:-1]:
            if isinstance(place[key], tuple):
                place[key] = list(place[key])
            place = place[key]
        value = exp(logarithm)
        place[path[-1]] = min(max(value, prior.least), prior.most) if prior else value
    return Calibration.model_validate(fields)


def _tied(constants: dict[Path, float], calibration: Calibration) -> dict[Path, float]:
    """The logarithms of the constants that follow the first of their table, where that is among these."""
    first = constants.get((ALIKE_TABLE, ALIKE_FIRST))
    return {path: first + log(ratio) for path, ratio in tied_of(calibration).items()} if first is not None else {}


def text_of(path: Path) -> str:
    """A path as people write it."""
    return ".".join(str(key) for key in path)


def _names(path: Path) -> tuple[str, ...]:
    """A path without the places in lists."""
    return tuple(key for key in path if isinstance(key, str))


def _numbers(place: Any, path: Path) -> dict[Path, float]:
    """All numbers below a place of a nested document."""
    if isinstance(place, float | int) and not isinstance(place, bool):
        return {path: float(place)}
    inner = place.items() if isinstance(place, dict) else enumerate(place) if isinstance(place, list | tuple) else ()
    return {found: value for key, part in inner for found, value in _numbers(part, (*path, key)).items()}
