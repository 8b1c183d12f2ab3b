"""What commands about a rig are given: a saved machine or this one, a workload, and a model."""

import contextlib
import time
from pathlib import Path

from advisor.answer.request.named_machine import named_machine
from advisor.answer.tasks.own_work import USUAL_WORK, own_work_of_name
from advisor.catalog.cards.catalog import Catalog
from advisor.cli.frame.command import CommandError
from advisor.facts.kept.profile import Profile
from advisor.present.words.quantity import duration
from advisor.store.atomic_file import StoreError

DEFAULT_WORKLOAD = USUAL_WORK
LONG_S = 0.3
"""Reading that takes longer, as of some drivers, is not done anew for each question."""


def read_profile(path: Path | None, catalog: Catalog) -> Profile:
    """The machine of a file or of that name, or this one with what was measured on it and put right before.

    Raises:
        StoreError: the file holds no machine, or what was measured cannot be read.
    """
    if path is not None:
        return named_profile(path, catalog)
    # imported here: they read hardware, and a saved machine needs none of it
    from advisor.advice.this_machine import this_machine
    from advisor.cli.frame.place import place

    return this_machine(place(None), catalog)


def this_computer(catalog: Catalog) -> tuple[Profile, str]:
    """The computer this runs on, and a sentence that says so where it was read by a command before.

    Raises:
        StoreError: what was measured cannot be read.
    """
    from advisor.store.last_read import fresh_machine, keep_machine

    found = fresh_machine()
    if found is not None:
        from advisor.advice.own_profile import own_profile

        machine, age_s = found
        return own_profile(machine), f"Hardware and free memory as read {duration(round(age_s))} ago."
    started_s = time.monotonic()
    profile = read_profile(None, catalog)
    if time.monotonic() - started_s >= LONG_S:
        with contextlib.suppress(StoreError):
            keep_machine(profile.machine)
    return profile, ""


def named_profile(path: Path, catalog: Catalog) -> Profile:
    """The saved machine; where there is no such file, the computer of that name.

    Raises:
        StoreError: the file holds no machine, or there is none, and no computer of that name.
    """
    named = None if path.exists() else named_machine(str(path), catalog)
    if named is not None:
        return Profile(machine=named.machine)
    computers = catalog.computers
    of_name = () if path.exists() else tuple(computers[one].name for one in computers.variants(str(path)))
    near = () if path.exists() else of_name or computers.nearest(str(path))
    if near:
        raise StoreError("no_such_computer", name=path.name, near=near)
    from advisor.advice.opened_machine import opened_machine  # brings what tries a stranger's file

    return opened_machine(path, catalog).profile


def check_workload(workload_id: str, catalog: Catalog, *, command: str) -> None:
    """Raise CommandError where there is no such workload, or it is none in which a model writes text to one person."""
    if workload_id in catalog.workloads:
        return
    known = ", ".join(catalog.workloads)
    task_id = find_task(workload_id, catalog)
    if task_id is not None:
        name = catalog.other_workloads[task_id].name
        raise CommandError(
            f"{command} knows the workloads {known}; about {name} ask: rig-advisor report --workload {task_id}, "
            "or rig-advisor predict"
        )
    raise CommandError(f"no workload is known as {workload_id!r}; known: {known}")


def find_workload_id(name: str, catalog: Catalog) -> str:
    """The id of a workload by its id or one of its names. Raises CommandError where there is none."""
    workload_id = name if name in catalog.workloads else catalog.workloads.find(name) or find_task(name, catalog)
    if workload_id is None:
        known = ", ".join((*catalog.workloads, *catalog.other_workloads))
        raise CommandError(f"no workload is known as {name!r}; known: {known}")
    return workload_id


def asked_workload_id(name: str | None, model: str | None, catalog: Catalog) -> str:
    """The id of the workload that was named, else of the one that people take the named model for.

    Raises:
        CommandError: there is no such workload.
    """
    return find_workload_id(name or own_work_of_name(model, catalog) or DEFAULT_WORKLOAD, catalog)


def find_task(name: str, catalog: Catalog) -> str | None:
    """The id of a workload of another task by its id or one of its names."""
    return None if name in catalog.workloads else catalog.other_workloads.find(name)


def find_model(name: str, catalog: Catalog) -> str:
    """The id of a model by its name.

    Raises:
        CommandError: there is no such model; with the nearest known names.
    """
    model_id = catalog.models.find(name)
    if model_id is None:
        near = ", ".join(catalog.models.nearest(name))
        raise CommandError(f"no model is known as {name!r}" + (f"; nearest known: {near}" if near else ""))
    return model_id
