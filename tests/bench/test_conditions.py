"""What is said about the circumstances."""

import subprocess
import sys
import time

import psutil
import pytest

from advisor.bench.conditions import Circumstances, OtherLoad, cpu_state
from advisor.bench.host import Host
from advisor.facts.machine.measurement import Conditions, DeviceState
from advisor.facts.values.reason import reason, told
from advisor.facts.values.units import GIB
from advisor.present.words.reasons.in_words import in_words

FREE = Host(online_cpus=8, allowed_cpus=8, cores=8, memory_bytes=GIB, available_bytes=GIB, cache_bytes=None)
CALM = DeviceState()


def test_a_calm_machine_has_no_warning() -> None:
    for share in (0.05, None):
        assert Circumstances(FREE).warnings(Conditions(others_before=share, others_during=share)) == ()


def test_each_condition_has_its_sentence() -> None:
    limited = Circumstances(FREE.changed(allowed_cpus=4), "battery", notes=(told("Taken in order."),))
    conditions = Conditions(
        power_source="battery",
        others_before=0.0,
        others_during=0.35,
        after=DeviceState(throttle_reasons=(reason("heat"),)),
        before=DeviceState(busy_share=0.5),
    )
    found = " ".join(map(in_words, limited.warnings(conditions)))
    for words in ("Taken in order", "on battery", "35%", "4 of 8 CPUs", "held back: heat", "50% of the device"):
        assert words in found


def test_load_is_told_before_and_during() -> None:
    here = Circumstances(FREE, "mains", "performance")
    here.sampling_begins()
    told = here.conditions(CALM, cpu_state())
    assert (told.power_source, told.power_plan) == ("mains", "performance")
    assert told.others_before is None or 0 <= told.others_before <= 1
    assert Conditions.model_validate_json(told.model_dump_json()) == told


def test_load_of_another_program_is_seen() -> None:
    began_s, load = time.monotonic(), OtherLoad()
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    seen_s = taken_s = 0.0
    try:  # while it runs: once waited for, it counts as our own child
        while taken_s < 0.3 or seen_s < taken_s / 2:
            time.sleep(0.05)  # the system counts in steps of its clock, and some count late
            taken_s = psutil.Process(busy.pid).cpu_times().user
            share = load.share()
            assert share is not None
            assert 0.0 <= share <= 1.0
            seen_s = share * (time.monotonic() - began_s) * (psutil.cpu_count() or 1)
    finally:
        busy.kill()
        busy.wait()
    assert seen_s >= taken_s / 2 > 0


@pytest.mark.parametrize("plan", [None, "powersave"])
def test_power_plan_may_be_unknown(plan: str | None) -> None:
    assert Circumstances(FREE, None, plan).conditions(CALM, CALM).power_plan == plan
