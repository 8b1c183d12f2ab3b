"""How files of earlier versions are brought into today's form: one step for each schema version."""

from typing import Any

_GONE_FROM_SETTINGS = ("theme", "page", "window", "processor_id", "recent_model_ids", "last_folder")
"""The window keeps its own place and look since."""


def second_settings(found: dict[str, Any]) -> dict[str, Any]:
    """Settings without what they no longer hold."""
    return {name: value for name, value in found.items() if name not in _GONE_FROM_SETTINGS}


def second_history(found: dict[str, Any]) -> dict[str, Any]:
    """A history whose measurements name the processor as the rig does."""
    machines = [
        {**machine, "runs": [with_present_devices(run) for run in machine["runs"]]}
        for machine in found.get("machines", [])
    ]
    return {**found, "machines": machines}


def with_present_devices(run: dict[str, Any]) -> dict[str, Any]:
    """The first measurements called the processor CPU; it is cpu since."""
    results = [
        {**result, "device": "cpu"} if result.get("device") == "CPU" else result for result in run.get("results", [])
    ]
    return {**run, "results": results}
