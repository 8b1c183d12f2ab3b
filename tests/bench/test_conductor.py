"""The conductor with real children that do what a scenario says."""

import itertools
import json
import signal
import sys
import time
from collections.abc import Sequence
from typing import Any

import pytest

from advisor.bench import conductor
from advisor.bench.conductor import NO_ADAPTER, TOO_LATE, Conductor, was_killed
from advisor.bench.host import host_of
from advisor.bench.jobs import Choice, WorkerPlan
from advisor.bench.measured_record import collected
from advisor.bench.names import (
    ALL_NAMES,
    CPU_NAMES,
    CUDA_TOO_NAMES,
    GRAPHICS_NAMES,
    KERNEL_NAMES,
    MATRIX_NAMES,
    NVIDIA_NAMES,
)
from advisor.facts.kept.history import Crash
from advisor.facts.machine.machine import Gpu, Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.values.message import Message, Progress
from advisor.facts.values.reason import reason
from advisor.present.words.reasons.in_words import in_words
from advisor.run.watch import ChildOutcome
from tests.fakes.children import LEAF_CHILD
from tests.fakes.machines import machine, nvidia_card, seen

ON_CARD = set(ALL_NAMES) - set(CPU_NAMES)
MEMORY = ("memory_read", "memory_copy")


class Run:
    """One run with scenarios by the kind of child."""

    def __init__(
        self,
        detected: Machine,
        choice: Choice | None = None,
        crashes: Sequence[Crash] = (),
        began_s: float | None = None,
        is_slowed: bool = False,
        **scenarios: str,
    ) -> None:
        self.plans: list[WorkerPlan] = []
        self.crashes: list[Crash] = []
        conducted = Conductor(
            detected,
            host_of(detected, {}),
            choice or Choice(),
            began_s=time.monotonic() if began_s is None else began_s,
            crashes=crashes,
            remember=self.crashes.append,
            command=lambda plan: self._command(plan, scenarios),
            is_slowed=lambda: is_slowed,
        )
        self.messages: list[tuple[float, Message]] = [(time.monotonic(), one) for one in conducted.events()]

    def _command(self, plan: WorkerPlan, scenarios: dict[str, str]) -> list[str]:
        self.plans.append(plan)
        return [sys.executable, "-S", LEAF_CHILD, json.dumps(scenarios), plan.model_dump_json()]

    @property
    def found(self) -> Measurements:
        return collected(message for _, message in self.messages)

    @property
    def figures(self) -> set[tuple[str, str]]:
        return {(one.name, one.device) for one in self.found.results}

    def reasons(self, device: str | None = None) -> dict[str, str]:
        return {one.name: in_words(one.reason) for one in self.found.failures if one.device == device}


def card(**fields: Any) -> Machine:
    return machine(gpus=(nvidia_card(**fields),))


def radeon(**fields: Any) -> Gpu:
    driver = fields.pop("driver", seen("amdgpu"))
    return nvidia_card(name="Radeon RX 7900 XTX", pci_id="1002:744c", vendor=seen("amd"), driver=driver, **fields)


def test_without_a_card_the_processor_alone_is_measured() -> None:
    run = Run(machine())
    assert [plan.kind for plan in run.plans] == ["cpu"]
    assert run.figures == {(name, "cpu") for name in CPU_NAMES}
    assert run.reasons() == dict.fromkeys(ON_CARD, in_words(reason("no_gpu_found")))
    assert 8.0 < run.plans[0].seconds < 10.0


def test_each_device_has_its_child() -> None:
    run = Run(card())
    assert [plan.kind for plan in run.plans] == ["cpu", "nvidia", "adapters", "graphics"]
    nvidia, graphics = run.plans[1], run.plans[3]
    assert (nvidia.device, nvidia.names, nvidia.pci_address) == ("gpu0", NVIDIA_NAMES, "0000:01:00.0")
    assert (graphics.adapter_index, graphics.backend) == (1, "Vulkan")
    assert graphics.free_bytes == nvidia.free_bytes
    assert run.figures == {(name, "cpu") for name in CPU_NAMES} | {(name, "gpu0") for name in ON_CARD}
    assert run.found.failures == ()


def test_only_starts_what_is_needed() -> None:
    assert [plan.kind for plan in Run(card(), Choice(only=("memory_read",))).plans] == ["cpu"]
    assert [plan.kind for plan in Run(card(), Choice(only=("gpu_matrix_bf16",))).plans] == ["nvidia"]
    run = Run(card(), Choice(only=("gpu_copy",)))
    assert [plan.kind for plan in run.plans] == ["adapters", "graphics"]
    assert run.figures == {("gpu_copy", "gpu0")}


def test_links_come_from_graphics_where_there_is_no_better_way() -> None:
    run = Run(machine(gpus=(radeon(),)))
    assert [plan.kind for plan in run.plans] == ["cpu", "adapters", "graphics"]
    assert {(name, "gpu0") for name in GRAPHICS_NAMES} < run.figures
    assert run.reasons("gpu0") == dict.fromkeys(MATRIX_NAMES, in_words(reason("matrix_rates_of_nvidia_only")))


def test_its_own_driver_measures_a_card_that_no_graphics_driver_offers() -> None:
    run = Run(card(pci_id="10de:2330"))
    assert [plan.kind for plan in run.plans] == ["cpu", "nvidia", "adapters", "nvidia"]
    assert {(name, "gpu0") for name in CUDA_TOO_NAMES} < run.figures
    assert run.reasons("gpu0") == {"gpu_launch": in_words(NO_ADAPTER)}


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        ("crash", "crashed during the step “opening the driver” (signal 11)"),
        ("hang", "stopped responding during the step “waiting for the card”"),
        ("out_of_memory", "as it does when memory runs out"),
        ("garbage", "wrote a line that is no message"),
        ("error", "met an error it did not expect"),
        ("half", "no figure and no reason"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")
def test_a_bad_end_costs_its_own_figures_only(scenario: str, words: str) -> None:
    run = Run(machine(gpus=(radeon(), nvidia_card())), graphics=scenario)
    lost = run.reasons("gpu0")
    assert {(name, "cpu") for name in CPU_NAMES} < run.figures
    assert {(name, "gpu1") for name in NVIDIA_NAMES} < run.figures
    assert {name for name, device in run.figures if device == "gpu0"} | set(lost) == ON_CARD
    assert words in lost[GRAPHICS_NAMES[-1]]
    assert len(run.crashes) == 2 * (scenario == "crash")
    assert run.reasons() == {}


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")
def test_a_crashed_card_is_left_out_until_its_driver_is_another() -> None:
    (crash,) = Run(machine(gpus=(radeon(),)), Choice(only=("gpu_copy",)), graphics="crash_at_once").crashes
    again = Run(machine(gpus=(radeon(),)), Choice(only=("gpu_copy",)), crashes=(crash,))
    assert [plan.kind for plan in again.plans] == ["adapters"]
    assert "crashed on" in again.reasons("gpu0")["gpu_copy"]
    assert "--retry" in again.reasons("gpu0")["gpu_copy"]
    newer = Run(machine(gpus=(radeon(driver=seen("amdgpu 2")),)), Choice(only=("gpu_copy",)), crashes=(crash,))
    assert newer.figures == {("gpu_copy", "gpu0")}


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")
def test_a_list_of_adapters_that_crashes_costs_no_matrix_rates() -> None:
    run = Run(card(), adapters="crash_at_once")
    assert {(name, "gpu0") for name in NVIDIA_NAMES} < run.figures
    assert "crashed" in run.reasons("gpu0")["gpu_launch"]
    assert [crash.part for crash in run.crashes] == ["adapters"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")
def test_memory_is_measured_without_a_kernel_that_crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(machine(), cpu="crash_with_kernel")
    assert run.figures == {(name, "cpu") for name in CPU_NAMES if name not in KERNEL_NAMES}
    assert all("signal 4" in run.reasons()[name] for name in KERNEL_NAMES)
    (crash,) = run.crashes
    later = Run(machine(), crashes=(crash,), cpu="crash_with_kernel")
    assert len(later.plans) == 1
    assert later.figures == run.figures
    assert "the measuring kernel of today" in later.reasons()["fma_fp32"]
    monkeypatch.setattr(conductor, "kernel_sign", lambda: "another")
    assert ("fma_fp32", "cpu") in Run(machine(), crashes=(crash,)).figures


def test_memory_is_measured_without_a_kernel_that_hangs() -> None:
    run = Run(machine(), Choice(seconds=300.0), cpu="hang_with_kernel")
    assert run.figures == {(name, "cpu") for name in CPU_NAMES if name not in KERNEL_NAMES}
    assert all("stopped responding" in run.reasons()[name] for name in KERNEL_NAMES)
    assert run.crashes == []


def test_where_no_signals_are_a_hanging_kernel_was_not_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, where memory then went unmeasured and a crash was not remembered."""
    hung = ChildOutcome(kind="timed_out", step=None, sentence=reason("no_sign_of_life"))
    monkeypatch.delattr(signal, "SIGKILL", raising=False)
    assert not was_killed(hung)


def test_software_is_never_a_card() -> None:
    run = Run(card(pci_id="10de:9999"), Choice(only=("gpu_launch",)))
    assert run.reasons("gpu0") == {"gpu_launch": in_words(NO_ADAPTER)}
    allowed = Run(machine(), Choice(only=("gpu_copy",), allow_software=True))
    assert allowed.figures == {("gpu_copy", "software")}


def test_equal_cards_are_taken_in_order_and_that_is_said() -> None:
    pair = machine(gpus=(nvidia_card(), nvidia_card(pci_address=seen("0000:02:00.0"))))
    run = Run(pair, Choice(only=("gpu_copy",)))
    assert [plan.adapter_index for plan in run.plans if plan.kind == "graphics"] == [1, 2]
    assert all(any("order" in in_words(warning) for warning in one.warnings) for one in run.found.results)


def test_a_sleeping_card_sleeps_on_unless_it_is_named() -> None:
    asleep = card(state=seen("asleep"))
    run = Run(asleep, Choice(only=("gpu_copy",)))
    assert run.plans == []
    assert run.reasons("gpu0") == {"gpu_copy": in_words(reason("card_asleep", device="gpu0"))}
    assert Run(asleep, Choice(only=("gpu_copy",), wake=("gpu0",))).figures == {("gpu_copy", "gpu0")}


def test_a_card_without_a_driver_is_not_asked() -> None:
    run = Run(card(state=seen("no_driver")), Choice(only=("gpu_copy", "gpu_matrix_bf16")))
    assert run.reasons("gpu0") == dict.fromkeys(("gpu_copy", "gpu_matrix_bf16"), "No driver installed for this card.")


def test_what_is_too_late_is_left_out() -> None:
    run = Run(card(), began_s=time.monotonic() - 13.8)
    assert [plan.kind for plan in run.plans][:1] == ["cpu"]
    assert set(run.reasons("gpu0").values()) == {in_words(TOO_LATE)}
    assert {(name, "cpu") for name in CPU_NAMES} == run.figures


def test_what_is_late_because_of_other_programs_is_measured() -> None:
    run = Run(card(), began_s=time.monotonic() - 13.8, is_slowed=True)
    assert in_words(TOO_LATE) not in run.reasons("gpu0").values()
    assert {device for _, device in run.figures} == {"cpu", "gpu0"}


def test_a_flood_is_survived() -> None:
    assert Run(machine(), Choice(only=MEMORY), cpu="flood").figures == {(name, "cpu") for name in MEMORY}


def test_one_bar_for_all_children() -> None:
    whole_s = 4.0
    run = Run(card(), Choice(seconds=whole_s), cpu="slow", nvidia="slow", graphics="slow")
    seen_at = [(at_s, one.per_mille) for at_s, one in run.messages if isinstance(one, Progress)]
    shown = [per_mille for _, per_mille in seen_at]
    assert shown == sorted(shown)
    assert shown[-1] > 850
    for (before_s, before), (after_s, after) in itertools.pairwise(seen_at):
        assert after - before < 250 + 1000 * (after_s - before_s) / whole_s, "as far as time went on, and little more"


def test_a_soak_keeps_its_device_for_its_time() -> None:
    run = Run(machine(), Choice(soak_s=30.0))
    (plan,) = run.plans
    assert (plan.soak, plan.seconds, plan.names) == (True, 30.0, ("memory_read", "fma_fp32"))
