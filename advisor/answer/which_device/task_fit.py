"""How what a task needs goes into the memory of a device."""

from advisor.facts.answers.answer import Answer
from advisor.facts.answers.estimate import Fit, PoolNeed, Verdict
from advisor.facts.rig.rig import Processor
from advisor.facts.values.reason import Reason, reason
from advisor.predict.memory.fit import as_installed, budget_bytes, reserve_bytes

NOT_FITTING = reason("does_not_fit")


def fit_notes(verdict: Verdict) -> tuple[Reason, ...]:
    """That a speed is given although there is not the memory."""
    return (NOT_FITTING,) if verdict == "too_big" else ()


def task_fit(answer: Answer, processor: Processor, host: Processor | None, *, devices: int) -> Fit:
    """The verdict of the answer with the need and the memory of one device; what waits in main memory beside it."""
    need, usual = answer.device_bytes(devices), budget_bytes(processor)
    budget = usual if usual is None else max(usual, answer.own_budget_bytes or 0)
    pools = [as_installed(pool_need(processor, need), processor, host)]
    spare, moved = None if budget is None else budget - need, answer.waiting_bytes
    lacks_room = False
    if host is not None:
        for part in answer.helped_bytes:
            pools.append(pool_need(host, part))
            room = budget_bytes(host)
            spare = None if room is None or spare is None else min(spare, room - part)
    if moved is not None and (spare or 0) >= 0:
        room = budget_bytes(host) if host is not None else None
        spare = room - moved if room is not None and answer.fit == "too_big" else spare
        lacks_room = room is not None and moved > room
        pools.append(
            pool_need(host, moved) if host is not None else PoolNeed(pool="ram", need_bytes=moved, free_bytes=None)
        )
    return Fit(
        verdict=answer.fit or "unknown",
        pools=tuple(pools),
        budget_bytes=budget,
        spare_bytes=spare,
        reserve_bytes=None if budget is None or usual is None else max(0, reserve_bytes(processor) - (budget - usual)),
        is_tight_beside=lacks_room or answer.read_again_bytes > 0,
    )


def pool_need(processor: Processor, need_bytes: int) -> PoolNeed:
    """What has to lie in the memory of a processor; all of it where nobody knows what is free."""
    total, free = processor.memory_total_bytes.value, processor.memory_free_bytes.value
    return PoolNeed(
        pool=processor.pool,
        need_bytes=need_bytes,
        free_bytes=total if free is None else free,
        total_bytes=total,
    )
