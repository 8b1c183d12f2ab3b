"""The parts of ranges as keys of cards."""

from pathlib import Path

from advisor.catalog.cards.catalog import load_catalog
from tests.tools.deviations import drawn
from tools.calibrate.ranges.components import components
from tools.calibrate.spread import card_lines, write_keys


def test_keys_are_written_in_their_place(tmp_path: Path) -> None:
    rows = drawn(20)
    lines = list(card_lines("llama-cpp-cuda", rows, components(rows), load_catalog()))
    card = tmp_path / "card.toml"
    card.write_text(
        'name = "a"\ndecode_spread = { dense = [0.1, 9] }\nlayer_us = 3\n\n[tiled]\na = 1\n\n[[prefill]]\nflash = 1\n'
    )
    for _ in range(2):
        write_keys(card, lines)
    text = card.read_text()
    assert "decode_spread = { source = [0." in text
    assert 'decode_seen = { hardware = ["gpus/nvidia/rtx-4090"], architectures = ["ada"], types = ["Q4_K"] }' in text
    assert text.count("decode_spread") == 1
    assert text.index("layer_us") < text.index("decode_spread") < text.index("[tiled]") < text.index("[[prefill]]")


def test_a_phase_without_rows_keeps_the_widest_range() -> None:
    rows, catalog = drawn(20), load_catalog()
    found = components(rows)
    assert list(card_lines("vllm", rows, found, catalog)) == []
    assert all(line.startswith("decode_") for line in card_lines("llama-cpp-cuda", rows, found, catalog))
