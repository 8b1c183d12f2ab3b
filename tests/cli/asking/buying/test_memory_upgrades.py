"""`rig-advisor worth` of main memory: what sticks of a type run at where nobody told, and what more of them give."""

import json

import pytest

from advisor.__main__ import main


@pytest.mark.parametrize("kind", ["DDR5", "DDR4"])
def test_a_second_stick_doubles_the_speed_of_one_in_a_desktop_that_nobody_named(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["worth", "Qwen3 8B", "--gpu", "none", "--ram", f"1x16 {kind}", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["candidates"]
    (stick,) = (one for one in found if one["id"] == "sticks")
    assert stick["speed_up"] == pytest.approx(2.0, rel=0.1)


@pytest.mark.parametrize("cpu", ["i5-12400", "i7-13700K", "Ryzen 5 5600X"])
def test_ddr4_beside_a_processor_stated_with_ddr5_is_ddr4(cpu: str, capsys: pytest.CaptureFixture[str]) -> None:
    def rate(ram: str) -> float:
        main(["ask", "Qwen3 8B", "--quant", "Q4_K_M", "--gpu", "none", "--cpu", cpu, "--ram", ram, "--json"])
        return float(json.loads(capsys.readouterr().out)["tokens_per_s"])

    assert rate("1x16 DDR4") == pytest.approx(rate("1x16 DDR4-3200"))
    assert rate("2x8 DDR4") == pytest.approx(rate("2x8 DDR4-3200"))
    assert rate("16 DDR4") == pytest.approx(rate("2x8 DDR4-3200"), rel=0.05)


@pytest.mark.parametrize("cpu", ["i5-12400", "Ryzen 5 5600X"])
def test_a_kit_for_all_channels_is_as_fast_as_a_second_stick(cpu: str, capsys: pytest.CaptureFixture[str]) -> None:
    rig = ["--gpu", "none", "--cpu", cpu, "--ram", "1x16 DDR4"]
    assert main(["worth", "Qwen3 8B", *rig, "--part", "memory", "--json"]) == 0
    found = {one["id"]: one["speed_up"] for one in json.loads(capsys.readouterr().out)["candidates"]}
    assert found["sticks"] == pytest.approx(2.0, rel=0.1)
    assert [one for kit, one in found.items() if kit.startswith("memory/")]
    assert all(one == found["sticks"] for kit, one in found.items() if kit.startswith("memory/"))
