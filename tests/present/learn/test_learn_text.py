"""Page Learn in words: every claim reads as a finished text, with the figures of the rig where there are some."""

import re

import pytest

from advisor.answer.claims.claims import learn_findings
from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.processor import cpu_processor, gpu_processor
from advisor.facts.answers.claim import ARTICLE_CLAIMS, CLAIM_UNITS
from advisor.facts.rig.rig import Rig
from advisor.facts.values.fact import known
from advisor.facts.values.units import GB, GIB, SECONDS_PER_DAY, TERA
from advisor.present.learn.articles import article_words
from advisor.present.learn.figures import claimed_text, figure_text, input_name, short_figure_text
from advisor.present.learn.formulas import FORMULAS
from advisor.present.learn.text import learn_pictures, learn_view
from advisor.present.learn.view import ClaimView, LearnView
from advisor.present.words.words import ENGLISH, Language, speak
from tests.fakes.pseudo_language import Spoken
from tests.fakes.sure import sure

CATALOG = load_catalog()


def view(card: str | None = "gpus/nvidia/rtx-3060-12gb") -> LearnView:
    cpu = cpu_processor("cpus/amd/ryzen-5-3600", CATALOG).changed(
        memory_total_bytes=known(32 * GIB, origin="detected", source="/proc/meminfo"),
        read_bytes_per_s=known(40.0 * GB, origin="measured", source="the measurement"),
    )
    cards = (gpu_processor(card, CATALOG),) if card else ()
    return learn_view(learn_findings(CATALOG, Rig(name="a rig", processors=(cpu, *cards))))


def claims(shown: LearnView) -> dict[str, ClaimView]:
    return {claim.id: claim for card in shown.cards for claim in card.claims}


def test_every_text_is_finished() -> None:
    shown = view()
    assert [card.id for card in shown.cards][:2] == ["what-a-gpu-does", "capacity-and-bandwidth"]
    for claim in claims(shown).values():
        texts = (
            claim.title,
            claim.text,
            claim.figures,
            claim.turns,
            claim.reason,
            claim.rig,
            claim.why.formula if claim.why else "",
        )
        assert not re.search(r"[{}]|None|nan|inf\b", " ".join(texts))
        assert all(text.endswith(".") for text in (claim.text, claim.figures or ".", claim.reason, claim.rig or "."))
        if claim.why is None:
            continue
        assert claim.why.formula
        for row in claim.why.inputs.rows:
            assert "_" not in row[0]
            assert row[1]


def test_the_summary_counts_what_came_of_them() -> None:
    shown = view()
    found = list(claims(shown).values())
    numbers = [int(one) for one in re.findall(r"\d+", shown.summary)]
    agrees, only_if, wrong = (sum(one.word == word for one in found) for word in _WORDS)
    assert numbers == [agrees, agrees + only_if + wrong, only_if, wrong, ARTICLE_CLAIMS]
    assert "four introductory articles" in shown.summary  # which ones the marks of the claims mean


_WORDS = ("Agrees", "Only if", "Wrong")


@pytest.mark.parametrize(
    ("claim_id", "word", "figures"),
    [
        ("fifty-four-days", "Wrong", "Claimed: 54 days. Recomputed: 62.8 days."),
        ("hours-until-paid", "Agrees", "Claimed: 6,040 hours. Recomputed: 6,041 hours."),
        ("h100-cores", "Only if", "Claimed: 16,896 cores. Recomputed: 16,896 cores."),
        ("llama-flop", "Agrees", "Claimed: 3.8 x 10^25 calculations. Recomputed: 3.8 x 10^25 calculations."),
        ("tensor-share", "Only if", "Claimed: at least 90%. Recomputed: 93.7%."),
    ],
)
def test_a_claim_stands_beside_its_figure(claim_id: str, word: str, figures: str) -> None:
    claim = claims(view())[claim_id]
    assert (claim.word, claim.figures) == (word, figures)
    assert bool(claim.condition) == (word == "Only if")


def test_the_rig_has_its_own_sentences() -> None:
    shown = claims(view())
    assert shown["forty-times"].rig == "An H100 reads its memory 84 times as fast as your RAM is read."
    assert shown["forty-times"].rig_why is not None
    assert any("measured here" in row[2] for row in shown["forty-times"].rig_why.inputs.rows)
    assert shown["card-hours"].rig.startswith("To train Llama 3.1 405B, this computer alone would need")
    assert shown["fifty-four-days"].rig == ""
    cards = {card.id: card for card in view().cards}
    assert len(cards["forty-times"].rig) == 2


def test_without_a_card_it_is_said_what_is_missing() -> None:
    shown = claims(view(None))
    assert shown["card-against-memory"].rig == ("On your rig: unknown, no GPU that can run models was found.")
    assert not shown["card-against-memory"].is_rig_known
    assert shown["forty-times"].is_rig_known


def test_formulas_use_the_words_of_the_claim() -> None:
    shown = claims(view())["forty-times"]
    assert sure(shown.why).formula == "memory bandwidth of an H100 / memory bandwidth of the desktop"
    assert len(set(FORMULAS.values())) == len(FORMULAS)


def test_a_claim_says_whose_it_is_and_what_is_only_explained_has_a_source() -> None:
    shown = claims(view())
    assert shown["h100-cores"].whose == 'From "Why does AI need a GPU?" (claim 1 of 40)'
    assert shown["token-flop"].whose == "Often said by others"
    explained = [one for one in shown.values() if one.word == "Explained"]
    assert {one.whose for one in explained} == {
        'From "GPU glossary", "Why does AI need a GPU?" (claim 37 of 40)',
        'From "Why does AI need a GPU?" (claim 40 of 40)',
    }
    for one in explained:
        assert "Source: http" in one.reason or "Source: CUDA" in one.reason
        assert not one.figures


def test_claims_of_the_articles_stand_first_in_their_topic() -> None:
    for card in view().cards:
        said = [claim.whose.startswith("Said by the articles") for claim in card.claims if claim.word != "Explained"]
        assert said == sorted(said, reverse=True)


def test_titles_are_short_questions_and_topics_stand_in_their_order() -> None:
    shown = view()
    assert [topic.text.partition(". ")[0] for topic in shown.topics[:-1]] == [
        str(number) for number in range(1, len(shown.topics))
    ]
    assert all(len(card.title.split()) <= 8 for card in shown.cards)
    assert shown.topics[-1].text == "Glossary"


def test_the_glossary_explains_the_words_of_every_topic_once() -> None:
    shown = view()
    glossary = shown.cards[-1].words
    names = [word.name for word in glossary]
    assert names == sorted(names, key=str.casefold)
    assert len(set(names)) == len(names) >= 35
    wanted = {"VRAM", "RAM", "GPU", "CPU", "memory bandwidth", "tokens/s", "context", "KV cache", "quantization",
              "Q4_K_M", "MoE", "GGUF", "offload", "batch", "prompt processing", "LoRA", "QLoRA", "token"}  # fmt: skip
    assert wanted <= set(names)
    cards = {card.id: card for card in shown.cards}
    for word in glossary:
        assert word in cards[word.topic.id].words
        assert word.means.endswith(".")
        assert len(re.findall(r"[.:?](?:\s|$)", word.means)) <= 3


def test_tables_set_the_rig_beside_other_chips() -> None:
    rig = Rig(name="a rig", processors=(cpu_processor("cpus/amd/ryzen-5-3600", CATALOG),))
    for card_id, column in (("what-a-gpu-does", 1), ("cost-of-arithmetic", 3), ("training-and-answering", 2)):
        (table,) = learn_pictures(CATALOG.learn[card_id], rig, CATALOG).tables
        own = [row for row in table.table.rows if row[0] == "Ryzen 5 3600 (yours)"]
        assert len(own) == 1
        assert own[0][column] != "unknown"
        assert len(table.table.rows) == 1 + len(CATALOG.learn[card_id].chips)
    (sides,) = learn_pictures(CATALOG.learn["what-a-gpu-does"], rig, CATALOG).tables
    assert sides.table.rows[0][1] == "96"
    assert "the compute of your CPU" in sides.sentence


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (20_000 * 365 * SECONDS_PER_DAY, "s", "20,000 years"),
        (7.94 * 365 * SECONDS_PER_DAY, "s", "7.9 years"),
        (62.75 * SECONDS_PER_DAY, "s", "63 days"),
        (3 * 3600, "s", "3 hours"),
        (20e-6, "s", "20 µs"),
        (45 * TERA, "tokens", "45 trillion tokens"),
        (1, "cards", "1 GPU"),
        (0.1883, "usd_per_kwh", "$0.1883 per kWh"),
    ],
)
def test_figures_in_words(value: float, unit: str, text: str) -> None:
    assert figure_text(value, unit) == text


def test_every_unit_has_a_text() -> None:
    assert all(claimed_text(2 * factor, unit) for unit, (_, factor) in CLAIM_UNITS.items())
    assert input_name("rows") == "rows"


def test_no_card_shows_a_raw_web_address() -> None:
    """Batching said "(https://johnmusgrave.com/p/vllm-throughput-latency-sweep-on)" in the middle of a card."""
    cards = view().cards
    claims = [claim for card in cards for claim in card.claims if claim.why is not None]
    assert not [claim.id for claim in claims if "http" in claim.reason or "http" in claim.text]
    assert any("johnmusgrave.com" in claim.reason for claim in claims)


@pytest.mark.parametrize(("value", "unit", "text"), [(0.2068, "times", "0.21 times"), (0.00782, "share", "0.78%")])
def test_a_figure_of_the_rig_below_one_has_two_digits(value: float, unit: str, text: str) -> None:
    assert short_figure_text(value, unit) == text


def test_each_claim_of_the_articles_names_the_one_it_is_from() -> None:
    """ "From articles on what GPUs are" left four to look through."""
    assert all(article_words(number).startswith('From "') for number in range(1, ARTICLE_CLAIMS + 1))
    assert not any(article_words(number).startswith('From ""') for number in range(1, ARTICLE_CLAIMS + 1))


def test_english_names_find_topics_and_words_in_every_language() -> None:
    """In German "quantization" found nothing: the topic is called otherwise, and people know the English name."""
    speak(Language(texts=Spoken({"quantization": "Quantisierung", "Quantization": "Quantisierung"})))
    try:
        shown = view()
    finally:
        speak(ENGLISH)
    words = {word.name: word for card in shown.cards for word in card.words}
    assert "quantization" in words["Quantisierung"].search.lower().splitlines()
    topic = words["Quantisierung"].topic.id
    listed = next(one for one in shown.topics if one.id == topic)
    assert {"quantization", "quantisierung"} <= set(listed.search.lower().splitlines())
    plain = {one.id: one for one in view().topics}
    assert all(sure(one.search).splitlines()[0] in plain[one.id].text for one in shown.topics[:-1])


def test_a_ratio_of_one_reads_as_about_as_much() -> None:
    """ "Your GPU may draw 1 times the power of your CPU." """
    claims = [claim for card in CATALOG.learn.values() for claim in card.claims if claim.unit == "times"]
    told = [claim for claim in claims if claim.on_rig]
    assert told
    assert [claim.id for claim in told if "{figure} as " not in (claim.on_rig or "")] == []
