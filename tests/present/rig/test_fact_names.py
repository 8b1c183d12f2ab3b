"""Facts are called the same on page My rig and where a command lists what is unknown."""

from typing import Any

from advisor.facts.machine.machine import WITNESSES, Gap
from advisor.facts.values.fact import Fact
from advisor.facts.values.reason import reason
from advisor.present.rig.fact_names import fact_name
from advisor.present.rig.fact_rows import fact_rows, machine_text
from tests.fakes.machines import machine, nvidia_card


def test_every_fact_of_a_machine_has_a_name() -> None:
    found = machine(gpus=(nvidia_card(), nvidia_card()))
    parts: list[tuple[str, Any]] = [("cpu", found.cpu), ("memory", found.memory), ("os", found.os)]
    parts += [(f"gpus.{index}", gpu) for index, gpu in enumerate(found.gpus)]
    for path, record in parts:
        for field in type(record).model_fields:
            if isinstance(getattr(record, field), Fact) and field not in WITNESSES:
                assert fact_name(f"{path}.{field}")
    for whole in ("cpu", "gpus", "npus"):
        assert fact_name(whole)
    assert fact_name("gpus.0.link") == "Link"
    assert fact_name("gpus.1.link") == "Link (GPU 2)"


def test_what_is_not_known_is_listed_in_words_with_one_reason_once() -> None:
    why = reason("not_told")
    found = machine().changed(gaps=tuple(Gap(fact=one, reason=why) for one in ("memory.modules", "gpus.0.link")))
    listed = machine_text(found).partition("Not known")[2]
    assert "- Memory modules, Link: " in listed
    assert "memory.modules" not in listed


def test_the_rows_of_a_part_stand_together() -> None:
    parts = [row.part for row in fact_rows(machine(gpus=(nvidia_card(),)))]
    assert list(dict.fromkeys(parts)) == ["Computer", "Memory", "GPU"]
    assert parts == sorted(parts, key=["Computer", "Memory", "GPU"].index)
