"""Texts made to take time: a name, an option or a request of many thousand characters is answered like a short one."""

import json
import time

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.predict import answers
from advisor.present.words.reasons.in_words import told_json

CATALOG = load_catalog()
LONG, MOST_S, MOST_SAID = 20_000, 5.0, 4000
PIECES = ("(", "\n", " ", "[", "1 ", "RTX 4090 + ", "a/", "-it")
ASKED = {"id": "a", "task": "generate", "device": "RTX 4090", "model": "Llama-3.1-8B", "quant": "Q4_K_M"}


@pytest.mark.parametrize("field", ["device", "model", "quant", "engine", "backend", "workload", "task"])
def test_a_request_with_a_text_without_end_is_answered_in_time_and_in_short(field: str) -> None:
    begun_s = time.process_time()
    for piece in PIECES:
        (answer,) = answers([json.dumps({**ASKED, field: piece * LONG})], CATALOG)
        assert len(told_json(answer)) < MOST_SAID
    assert time.process_time() - begun_s < MOST_S * len(PIECES)


def test_the_cpu_of_a_request_too() -> None:
    begun_s = time.process_time()
    for piece in PIECES:
        (answer,) = answers([json.dumps({**ASKED, "host": {"cpu": piece * LONG}})], CATALOG)
        assert len(told_json(answer)) < MOST_SAID
    assert time.process_time() - begun_s < MOST_S * len(PIECES)
