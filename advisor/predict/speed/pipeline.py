"""Micro batches of a prompt that follow each other through the devices of a layer split (docs/physics.md 7.6)."""

from advisor.facts.cards.quant import PLAIN_TYPES
from advisor.predict.model.subject import Run, Subject

COPIES = 4
"""Micro batches under way at once (GGML_SCHED_MAX_COPIES of llama.cpp)."""

EVEN_AFTER = 24
"""Micro batches after which the rest follow in a pattern that repeats: every one, two, three or four of them."""

LAUNCH_QUEUE = 1024
"""Launches that a CUDA device takes in before the host waits."""

LAUNCHES_PER_LAYER = 56
SIXTEEN_BIT_LAUNCHES_PER_LAYER = 46
"""Kernels of one layer on a prompt, from where rows of 2 to 8 cards stop overlapping (13 to 20 layers per card)."""

WIDE_QUEUE_SINCE = "2026-02"
WIDE_QUEUE = 4
"""llama.cpp asks for four times the queue since then (pull request 19042)."""

EXPERTS_WAIT_UNTIL = "2025-05"
"""Before, the host read which experts to use in every layer, and so waited for each (pull request 13199)."""


def pipeline_steps(batches: int, *, devices: int, queued: float) -> float:
    """Until the last micro batch has left the last device, in times one device takes for one micro batch.

    Devices and batches without waiting make batches + devices - 1; `queued` batches of launches fit one device's queue.
    """
    if batches <= 2 * EVEN_AFTER:
        return _steps(batches, devices=devices, queued=queued)
    first, both = (_steps(number, devices=devices, queued=queued) for number in (EVEN_AFTER, 2 * EVEN_AFTER))
    return both + (batches - 2 * EVEN_AFTER) * (both - first) / EVEN_AFTER


def _steps(batches: int, *, devices: int, queued: float) -> float:
    """The same, followed batch by batch.

    One host thread hands out the work, device by device. It goes on when the launches that a device has not worked off
    yet fit its queue, which holds those of `queued` micro batches: with a short queue little overlaps.
    """
    host, starts = 0.0, [[0.0] * 0 for _ in range(devices)]
    for batch in range(batches):
        if batch >= COPIES:
            host = max(host, starts[-1][batch - COPIES] + 1)
        ready = 0.0
        for device in starts:
            device.append(max(host, ready, device[-1] + 1 if device else 0.0))
            ready = device[-1] + 1
            worked_off = batch + 1 - queued
            if worked_off > 0:
                last = min(int(worked_off), batch)
                host = max(host, device[last] + worked_off - last)
    return starts[-1][-1] + 1


def at_once(subject: Subject, run: Run, *, batches: int) -> float:
    """How many devices of a layer split are at work on the prompt at a time, on average.

    Layers are whole: the device with the most of them holds the others up wherever they overlap.
    """
    slots = subject.shape.layers + 1  # the head counts as one
    widest = -(-slots // run.devices) * run.devices / slots
    steps = pipeline_steps(batches, devices=run.devices, queued=queued_batches(subject, run))
    return batches * run.devices / (run.devices + (steps - run.devices) * widest)


def queued_batches(subject: Subject, run: Run) -> float:
    """How many micro batches of one device's layers its launch queue holds: queue / (launches a layer x layers)."""
    if subject.is_sparse and run.build_date is not None and run.build_date < EXPERTS_WAIT_UNTIL:
        return 0.0
    is_wide = run.build_date is None or run.build_date >= WIDE_QUEUE_SINCE
    is_sixteen = subject.weights.main_type in PLAIN_TYPES
    per_layer = SIXTEEN_BIT_LAUNCHES_PER_LAYER if is_sixteen else LAUNCHES_PER_LAYER
    launches = per_layer * subject.shape.layers / run.devices
    return LAUNCH_QUEUE * (WIDE_QUEUE if is_wide else 1) / launches
