"""Page My rig: the title says what the rig can do, facts say where they come from."""

import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.hardware.machine_cards import known_machine, with_cards
from advisor.catalog.hardware.rig import assemble_rig
from advisor.facts.answers.text_answer import TextAnswer
from advisor.facts.machine.machine import Gap, Machine
from advisor.facts.machine.measurement import Conditions, Measurement, MeasurementFailure, Measurements
from advisor.facts.values.fact import Origin, known, unknown
from advisor.facts.values.reason import told
from advisor.facts.values.units import GIB
from advisor.present.rig.fact_rows import fact_rows
from advisor.present.rig.my_rig import my_rig_view
from advisor.present.words.view import MyRigView
from tests.fakes.estimates import answer, cpu_estimate, estimate, gib, too_big
from tests.fakes.known_computers import known_computer
from tests.fakes.machines import machine, nvidia_card, seen, unheard_of
from tests.fakes.rigs import RIGS


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def asked(model_id: str, rate: float | None, weights_gib: float) -> TextAnswer:
    base = estimate(rate)
    chosen = estimate(rate, memory=base.memory.changed(weights_bytes=gib(weights_gib)))
    return answer(chosen, model_id=model_id, model_name=model_id.upper())


def show(catalog: Catalog, one: Machine, *answers: TextAnswer, measured: Measurements | None = None) -> MyRigView:
    carded = with_cards(one, catalog)
    rig = assemble_rig(carded, measured, catalog)
    return my_rig_view(machine=carded, rig=rig, measurements=measured, answers=answers)


def read(value: float, **fields: object) -> Measurements:
    result = Measurement(
        name="memory_read", device="cpu", value=value, unit="bytes_per_s", spread=0.01,
        stability="stable", method="x/1", duration_s=1.0, samples=5, block_medians=(value,), p10=value, p90=value,
        threads=8, buffer_bytes=GIB, work_per_sample=1.0, app_version="0.1.0", started_at="2026-11-20T14:02:00",
    )  # fmt: skip
    return Measurements(results=(result.changed(**fields),))


CARD = machine(gpus=(nvidia_card(),))


def test_the_title_names_the_first_model_that_is_of_use(catalog: Catalog) -> None:
    answers = (answer(too_big()), asked("c", 3.0, 11), asked("b", 12.0, 9), asked("a", 70.0, 4))
    view = show(catalog, CARD, *answers)
    assert view.title == "Chats with B at 2.4x reading speed"
    assert view.subtitle.startswith("Best for chat: B as Q4_K_M, about 12 tokens/s.")
    assert [link.id for link in view.links] == ["b", "a"]


def test_the_title_names_the_model_as_everything_else_does(catalog: Catalog) -> None:
    """It said "27B models" where others named the model."""
    found = asked("qwen/qwen3-8b", 70.0, 4)
    assert show(catalog, CARD, found).title == f"Chats with {found.model_name} at 14x reading speed"


@pytest.mark.parametrize(
    ("answers", "title"),
    [
        ((), "What this computer can do with AI models"),
        ((answer(too_big().changed(decode=estimate(None).decode)),), "Measure to see what this rig can do"),
        ((answer(too_big()), asked("a", 2.0, 4)), "No model runs well here"),
    ],
)
def test_titles_without_a_model_that_runs(catalog: Catalog, answers: tuple[TextAnswer, ...], title: str) -> None:
    view = show(catalog, CARD, *answers)
    assert view.title == title
    assert view.links == ()


def test_before_a_speed_is_known_the_title_tells_what_there_is_room_for(catalog: Catalog) -> None:
    view = show(catalog, CARD, asked("a", None, 4), asked("b", None, 9))
    assert view.title == "Fits models up to A; measure for speed"
    assert [link.id for link in view.links] == ["a", "b"]


def test_the_explanation_fits_the_rig(catalog: Catalog) -> None:
    assert show(catalog, CARD).explanation == "Memory speed sets the pace: VRAM is 11 times as fast as RAM."
    assert show(catalog, machine()).explanation == "Without a GPU, RAM speed sets the pace."
    assert show(catalog, unheard_of()).explanation == "Measure to learn how fast your RAM is."


def test_facts_say_where_they_come_from_or_why_they_are_unknown(catalog: Catalog) -> None:
    rows = {row.name: row for row in show(catalog, machine(module_slots=())).facts}
    assert (rows["Memory"].text, rows["Memory"].origin) == ("31.2 GiB", "read from the system")
    sticks = rows["Memory modules"]
    assert (sticks.text, sticks.origin) == ("unknown", "the firmware lists no modules")
    found = {row.name: row.text for row in show(catalog, CARD).facts}
    assert found["Memory modules"] == "1 x 32.0 GiB DDR5 at 5600 MT/s"
    assert found["Link"] == "PCIe 4.0 x16"
    assert found["Cores"] == "8 cores, 16 threads up to 5.3 GHz"


def test_graphics_that_share_main_memory_have_a_part_of_it_and_no_vram(catalog: Catalog) -> None:
    for computer, part in (("apple/macbook-pro-m4-pro-20-core-24gb", "17.8 GiB"), ("usual/office-pc-16gb", "8.0 GiB")):
        machine, rig = known_computer(f"computers/{computer}", catalog)
        rows = {row.name: row for row in fact_rows(machine, rig)}
        assert rows["Memory for the GPU"].text == part
        assert "VRAM" not in rows
    assert (rows["Cores"].text, rows["Memory for the GPU"].origin) == ("6", "data sheet")


def test_a_processor_with_two_kinds_of_cores_has_all_its_threads(catalog: Catalog) -> None:
    machine, rig = known_computer("computers/usual/laptop-rtx-4060-8gb", catalog)
    rows = {row.name: row.text for row in fact_rows(machine, rig)}
    assert rows["Cores"] == "6 P cores, 12 threads; 8 E cores, 8 threads"


def test_one_rate_of_a_shared_memory_comes_from_one_place(catalog: Catalog) -> None:
    """The picture said "400 GB/s detected", the row of the GPU below it "data sheet"."""
    for name in ("Mac M2 Max", "Strix Halo"):
        shown = known_machine(RIGS[name][0], (), catalog)
        rows = {row.name: row for row in fact_rows(shown, assemble_rig(shown, None, catalog))}
        paper, own = rows["Rated memory bandwidth"], rows["Rated bandwidth"]
        assert (own.text, own.origin) == (paper.text, paper.origin)


def test_measured_rows_name_their_distance_to_the_data_sheet(catalog: Catalog) -> None:
    view = show(catalog, CARD, measured=read(39e9))
    (row,) = view.measured
    assert (row.name, row.text, row.detail) == ("RAM bandwidth", "39 GB/s", "87% of rated 45 GB/s")
    assert view.status == "Measured 2026-11-20 14:02. Nothing leaves this computer."
    noisy = show(catalog, machine(module_slots=()), measured=read(39e9, stability="noisy", spread=0.12))
    assert noisy.measured[0].detail == "disturbed: readings vary by 12%"
    busy = read(39e9, stability="noisy", spread=0.12, conditions=Conditions(others_during=0.7))
    many = show(catalog, machine(module_slots=()), measured=busy)
    assert many.measured[0].detail == "disturbed", "by what stands once, in a finding"
    assert many.measured[0].more.startswith("Other programs used 70% of the CPU; readings vary by 12%.")
    assert show(catalog, CARD).status == "Not measured yet. Nothing leaves this computer."


def test_while_measuring_the_picture_follows(catalog: Catalog) -> None:
    carded = with_cards(CARD, catalog)
    rig = assemble_rig(carded, read(31e9), catalog)
    view = my_rig_view(
        machine=carded, rig=rig, measurements=None, answers=(answer(cpu_estimate()),), measuring=read(31e9)
    )
    assert view.paper_status == "Measuring."
    assert view.status == "Measuring. Nothing leaves this computer."
    assert "31 GB/s" in [label.text for label in view.picture.labels]
    assert view.measured[0].text == "31 GB/s"


def test_a_measurement_on_battery_is_said(catalog: Catalog) -> None:
    view = show(catalog, CARD, measured=read(20e9, on_battery=True))
    assert "Measured on battery" in [card.title for card in view.findings]


def test_what_disturbed_a_measurement_is_said_once_and_failures_give_their_reason(catalog: Catalog) -> None:
    busy = read(40e9, warnings=("Other programs kept 40% of the CPU busy.",))
    twice = Measurements(
        results=busy.results * 2,
        failures=(MeasurementFailure(name="memory_copy", reason=told("Not enough free memory.")),),
    )
    view = show(catalog, machine(), measured=twice)
    assert view.cautions == ("Other programs kept 40% of the CPU busy.", "Not enough free memory.")


def test_a_model_that_lies_partly_in_main_memory_says_so(catalog: Catalog) -> None:
    one = asked("a", 30.0, 20.0)
    spilled = one.chosen.fit.changed(verdict="spills")
    divided = one.changed(chosen=one.chosen.changed(fit=spilled), light=one.light)
    assert "partly in RAM" in show(catalog, CARD, divided).subtitle
    assert "RAM" not in show(catalog, CARD, one).subtitle


@pytest.mark.parametrize("rate", [None, 6.0])
def test_figures_are_called_estimates_only_where_there_are_some(rate: float | None, catalog: Catalog) -> None:
    unmeasured = show(catalog, CARD, asked("a", rate, 4)).unmeasured
    assert unmeasured.startswith("Not measured yet (ten seconds, longer on a busy computer)")
    assert ("estimates" in unmeasured) == (rate is not None)


def test_nothing_promises_to_measure_another_machine(catalog: Catalog) -> None:
    one = with_cards(unheard_of(), catalog)
    view = my_rig_view(
        machine=one,
        rig=assemble_rig(one, None, catalog),
        measurements=None,
        answers=(asked("a", None, 4),),
        is_here=False,
    )
    assert view.title == "Fits models up to A; speed unknown"
    assert view.unmeasured == "This machine was not measured."
    assert view.explanation.endswith("How fast its RAM is, is unknown.")


def test_cards_that_could_not_be_listed_are_not_called_absent(catalog: Catalog) -> None:
    blind = machine().changed(gaps=(Gap(fact="gpus", reason=told("neither /sys/bus/pci nor /sys/class/drm is there")),))
    view = show(catalog, blind)
    texts = [view.title, view.explanation, view.picture.description, *(label.text for label in view.picture.labels)]
    texts += [part for card in view.findings for part in (card.title, card.text)]
    assert not [text for text in texts if "no GPU" in text.lower() or "without" in text.lower()]
    assert "GPU: unknown" in texts


def test_the_memory_of_a_card_is_not_promised_to_be_measured(catalog: Catalog) -> None:
    odd = nvidia_card(name="Imaginary 9990", pci_id="10de:ffff", compute_capability=unknown("not_read_here"))
    unheard = machine(gpus=(odd,))
    assert show(catalog, unheard).explanation.endswith("The memory speed of this GPU is unknown.")


def test_equal_cards_are_one_entry(catalog: Catalog) -> None:
    cards = tuple(nvidia_card(pci_address=seen(f"0000:0{index}:00.0"), free_gib=9 + index % 2) for index in range(8))
    view = show(catalog, machine(gpus=(*cards, nvidia_card(name="NVIDIA GeForce RTX 3090", pci_id="10de:2204"))))
    rows = [(row.name, row.text) for row in view.facts]
    assert ("GPU", "8 x RTX 4070 SUPER") in rows
    assert ("VRAM", "12.0 GiB each") in rows
    assert ("Free VRAM", "9.0 GiB to 10.0 GiB each") in rows
    assert ("GPU", "RTX 3090") in rows
    assert [name for name, _ in rows].count("GPU") == 2
    assert "8 x RTX 4070 SUPER: link 27 GB/s" in view.picture.description
    assert ("8 x Memory of RTX 4070 SUPER", "504 GB/s", "data sheet") in view.picture.table.rows
    titles = [card.title for card in view.findings]
    assert "3.0 GiB of the memory of RTX 4070 SUPER is in use" in titles
    assert len([title for title in titles if "RTX 4070 SUPER" in title]) == 2
    assert "RTX 4070 SUPER supports CUDA 12, CUDA 13 and Vulkan" in titles


ROOM = machine().memory


@pytest.mark.parametrize(
    ("share", "origin", "virtual", "words"),
    [
        (0.9, "detected", False, None),
        (1.04, "detected", False, None),
        (1.06, "detected", False, "a cache answered), so the figure is ignored"),
        (1.06, "user", True, "a cache answered), so the figure is ignored"),
        (1.06, "detected", True, "its layout differs from what was detected"),
        (1.06, "estimated", False, "its layout differs from what was detected"),
        (0.56, "estimated", False, None),
        (0.54, "estimated", False, "perhaps only half are in use"),
        (0.54, "detected", False, None),
        (0.49, "detected", False, "less than half"),
    ],
)
def test_a_measured_memory_far_from_paper_is_a_caution(
    catalog: Catalog, share: float, origin: Origin, virtual: bool, words: str | None
) -> None:
    rate = ROOM.theoretical_bytes_per_s.value or 0.0
    memory = ROOM.changed(
        theoretical_bytes_per_s=known(rate, origin=origin, source="test"), channels=known(1, origin=origin, source="t")
    )
    one = machine(hypervisor=seen("kvm") if virtual else unknown("not_told")).changed(memory=memory)
    cautions = show(catalog, one, measured=read(share * rate)).cautions
    assert [words in text for text in cautions if words] == ([True] if words else [])
    assert bool(cautions) == bool(words)


def test_a_what_if_is_marked_everywhere_and_nothing_of_it_can_be_measured_or_put_right(catalog: Catalog) -> None:
    carded = with_cards(CARD, catalog)
    rig = assemble_rig(carded, None, catalog)
    view = my_rig_view(
        machine=carded, rig=rig, measurements=None, answers=(asked("a", 70.0, 4),), is_here=False, what_if="RTX 5090"
    )
    assert view.title == "With RTX 5090: chats with A at 14x reading speed"
    assert view.picture.title.startswith("What if: with RTX 5090")
    assert view.picture.description.startswith("A what-if, with RTX 5090. ")
    assert view.status.startswith("A what-if. ")
    assert view.unmeasured == "What-if figures are estimates."
    assert not any(row.typed for row in view.facts)
