"""What `refit` prints for people."""

from collections.abc import Iterator

from tools.calibrate.refit.held_out import Errors, HeldOutRow, Refit, Score


def refit_text(one: Refit) -> str:
    """One block: per kind of row the errors, the evidence for ranges and the worst rows; then the constants."""
    lines = [f"{one.calibration}, {one.phase}", *(line for score in one.scores for line in _score(score, one.left_out))]
    if one.constants:
        changes = (f"{name} {shipped:.3g} -> {value:.3g}" for name, (shipped, value) in one.constants.items())
        lines.append(f"  constants: {', '.join(changes)}")
    return "\n".join(lines) + "\n\n"


def _score(score: Score, left_out: str) -> Iterator[str]:
    yield f"  {score.kind}: {score.rows} rows, {score.devices} devices"
    yield f"    as shipped           {_errors(score.shipped)}"
    if score.fitted and score.held_out:
        yield f"    fitted               {_errors(score.fitted)}"
        yield f"    {left_out + ' left out':<21}{_errors(score.held_out)}"
        low, middle, high = score.ratios
        yield f"    measured / predicted p10 {low:.2f}   p50 {middle:.2f}   p90 {high:.2f}"
    yield f"    shipped ranges hold {score.covered:.0%}, median high / low {score.median_width:.2f}"
    yield from (f"    worst: {_worst(row)}" for row in score.worst)


def _errors(errors: Errors) -> str:
    return f"median {errors.median:6.1%}   p75 {errors.p75:6.1%}   p90 {errors.p90:6.1%}"


def _worst(row: HeldOutRow) -> str:
    at = f" at {row.depth_tokens} tokens" if row.depth_tokens else ""
    several = f" x {row.device_count}" if row.device_count > 1 else ""
    figures = f"measured {row.measured:.4g}, predicted {row.predicted_held_out:.4g}"
    error = row.predicted_held_out / row.measured - 1
    return f"{error:+5.0%}  {row.device}{several}, {row.model} {row.quant}{at}: {figures}"
