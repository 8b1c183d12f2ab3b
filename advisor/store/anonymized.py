"""A profile as it may be shown to anyone: without folders of people, names of containers and of their own files."""

import re

from advisor.facts.kept.profile import Profile
from advisor.facts.machine.measurement import OwnRun

OWN_MODEL = "a model of one's own"
_HIDDEN = "..."
_NAMES = re.compile(
    r"(?<=/home/)[^/\s\"':]+"
    r"|(?<=/Users/)[^/\s\"':]+"
    r"|(?<=\\Users\\\\)[^\\\"':]+"  # as JSON writes a backslash
    r"|(?<=/fs/cgroup/)[^\s\"':]+(?=/[\w.]+)"
)


def anonymized_json(profile: Profile) -> str:
    """The document as JSON. Detection reads no serial numbers and no names; paths and files can hold some."""
    measurements = profile.measurements
    if measurements is not None and measurements.own_runs:
        runs = tuple(_without_file(run) for run in measurements.own_runs)
        profile = profile.changed(measurements=measurements.changed(own_runs=runs))
    return _NAMES.sub(_HIDDEN, profile.model_dump_json(indent=1)) + "\n"


def _without_file(run: OwnRun) -> OwnRun:
    """A run of a model that is not in the catalog is named after its file."""
    if run.model is None:
        return run
    return run.changed(model_id=OWN_MODEL, model=run.model.changed(name=OWN_MODEL))
