"""An answer about a model whose layers are not known: what it weighs stands, its speed would be a guess."""

from advisor.facts.estimate import Estimate
from advisor.facts.rig_answer import RigAnswer, Sweep
from advisor.predict.speed import unknown_speed


def without_speed(answer: RigAnswer, reason: str) -> RigAnswer:
    """The same answer with every speed unknown for `reason`; nothing is compared by speed any more."""
    return answer.changed(
        chosen=_estimate(answer.chosen, reason),
        cpu=_estimate(answer.cpu, reason) if answer.cpu else None,
        estimates=tuple(_estimate(one, reason) for one in answer.estimates),
        mixed=_estimate(answer.mixed, reason) if answer.mixed else None,
        sweeps=tuple(_sweep(one) for one in answer.sweeps),
        rooflines=(),
        candidates=(),
    )


def _estimate(one: Estimate, reason: str) -> Estimate:
    unknown = unknown_speed(reason)
    return one.changed(decode=unknown, prefill=unknown, time_to_first_token_s=None, speed_gap=reason)


def _sweep(one: Sweep) -> Sweep:
    points = (point.changed(tokens_per_s=None, low_tokens_per_s=None, high_tokens_per_s=None) for point in one.points)
    return one.changed(points=tuple(points))
