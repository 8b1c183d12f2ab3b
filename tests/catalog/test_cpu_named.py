"""Processors by name: a card of their own, else their family, marked as an estimate."""

import pytest

from advisor.catalog.cards.catalog import Catalog, load_catalog
from advisor.catalog.cards.cpu_named import find_cpu
from advisor.catalog.cards.cpu_words import cpu_and_rest
from advisor.facts.values.reason import reason


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def test_a_card_comes_before_its_family(catalog: Catalog) -> None:
    found = find_cpu("13th Gen Intel(R) Core(TM) i7-13700K", catalog)
    assert found is not None
    processor, notes = found
    assert (processor.id, notes) == ("cpus/intel/core-i7-13700k", ())


def test_a_listed_member_has_its_cores_and_the_memory_of_its_platform_as_an_estimate(catalog: Catalog) -> None:
    found = find_cpu("Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz", catalog)
    assert found is not None
    processor, notes = found
    assert (processor.cores.value, processor.architecture) == (14, "broadwell")
    assert (processor.bandwidth_bytes_per_s.value, processor.bandwidth_bytes_per_s.origin) == (76.8e9, "estimated")
    assert notes == (
        reason("taken_for_family", name="Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz", family="Xeon E5 v4 (Broadwell)"),
    )


@pytest.mark.parametrize("name", ["i5-8500", "I7-8700K", "i3-8100", "E5-2680 v4", "E5-2697A v4", "E5-2698B v3"])
def test_a_member_is_known_without_the_name_of_its_brand(name: str, catalog: Catalog) -> None:
    found = find_cpu(name, catalog)
    assert found is not None
    assert found[0].cores.value


@pytest.mark.parametrize(
    ("name", "mt_per_s"),
    [
        ("Intel(R) Core(TM) i5-10500 CPU @ 3.10GHz", 2666),
        ("Intel(R) Core(TM) i5-10505 CPU @ 3.20GHz", 2666),
        ("Intel(R) Core(TM) i7-10700 CPU @ 2.90GHz", 2933),
        ("Intel(R) Core(TM) i3-8100 CPU @ 3.60GHz", 2400),
        ("Intel(R) Core(TM) i5-8500 CPU @ 3.00GHz", 2666),
        ("13th Gen Intel(R) Core(TM) i5-13400F", 4800),
        ("13th Gen Intel(R) Core(TM) i5-13600", 5600),
        ("Intel(R) Core(TM) i5-14500", 4800),
        ("Intel(R) Core(TM) i7-7500U CPU @ 2.70GHz", 2133),
        ("AMD Ryzen 5 2500U with Radeon Vega Mobile Gfx", 2400),
        ("AMD Ryzen 5 2400G with Radeon Vega Graphics", 2933),
    ],
)
def test_a_member_has_the_memory_rate_that_it_is_made_for(name: str, mt_per_s: int, catalog: Catalog) -> None:
    found = find_cpu(name, catalog)
    assert found is not None
    assert found[0].bandwidth_bytes_per_s.value == pytest.approx(2 * 8 * mt_per_s * 1e6)


@pytest.mark.parametrize(
    ("short", "whole"),
    [("i5-8500", "Intel(R) Core(TM) i5-8500 CPU @ 3.00GHz"), ("i3-8100", "Core i3-8100"), ("J4125", "Celeron J4125")],
)
def test_a_member_is_known_without_the_words_of_its_line(short: str, whole: str, catalog: Catalog) -> None:
    one, other = find_cpu(short, catalog), find_cpu(whole, catalog)
    assert one is not None
    assert other is not None
    assert one[0].cores.value == (6 if short == "i5-8500" else 4)
    assert one[0].cores == other[0].cores
    assert one[0].bandwidth_bytes_per_s == other[0].bandwidth_bytes_per_s


@pytest.mark.parametrize("name", ["Xeon E5-1650 v2", "Xeon E3-1230 v3"])
def test_a_member_that_is_not_listed_has_the_usual_cores_of_its_kind_as_an_estimate(
    name: str, catalog: Catalog
) -> None:
    found = find_cpu(name, catalog)
    assert found is not None
    cores = found[0].cores
    assert cores.value is not None
    assert cores.origin == "estimated"
    assert cores.uncertainty is not None
    assert (cores.uncertainty.low, cores.uncertainty.high) == (0.5, 2.0)


def test_of_two_kinds_of_cores_the_fast_ones_count(catalog: Catalog) -> None:
    found = find_cpu("12th Gen Intel(R) Core(TM) i9-12900HK", catalog)
    assert found is not None
    assert found[0].cores.value == 6


def test_a_name_may_count_its_cores(catalog: Catalog) -> None:
    found = find_cpu("AMD EPYC 9A95 128-Core Processor", catalog)
    assert found is not None
    assert found[0].cores.value == 128


@pytest.mark.parametrize("name", ["", "CPU", "Core i7", "Xeon", "Ryzen", "Core i7-20700K", "Threadripper"])
def test_a_name_of_no_family_finds_nothing(name: str, catalog: Catalog) -> None:
    assert find_cpu(name, catalog) is None


@pytest.mark.parametrize(("name", "bandwidth"), [("Ryzen 7 5800X3D", 51.2e9), ("Threadripper 7980X", 166.4e9)])
def test_a_card_without_a_memory_rate_takes_that_of_its_family(name: str, bandwidth: float, catalog: Catalog) -> None:
    found = find_cpu(name, catalog)
    assert found is not None
    assert found[0].card is not None
    assert (found[0].bandwidth_bytes_per_s.value, found[0].bandwidth_bytes_per_s.origin) == (bandwidth, "estimated")


@pytest.mark.parametrize("name", ["2x EPYC 9334", "Dual AMD EPYC 9334", "2x EPYC 9334 (24ch DDR5-4800)"])
def test_two_of_one_processor_have_the_cores_and_the_memory_of_both(catalog: Catalog, name: str) -> None:
    two, one = (find_cpu(text, catalog) or pytest.fail("unknown") for text in (name, "EPYC 9334"))
    assert (two[0].sockets, one[0].sockets) == (2, 1)
    assert (two[0].cores.value, two[0].architecture) == (64, "zen4")
    assert two[0].bandwidth_bytes_per_s.value == 2 * (one[0].bandwidth_bytes_per_s.value or 0)


def test_a_card_of_two_processors_counts_both(catalog: Catalog) -> None:
    found = find_cpu("2x Xeon Gold 6138 (12ch DDR4-2666)", catalog)
    assert found is not None
    assert (found[0].sockets, found[0].cores.value) == (2, 40)


def test_no_name_that_is_known_holds_words_of_another_part(catalog: Catalog) -> None:
    names = [name for card in catalog.cpus.values() for name in (card.name, *card.aliases)]
    names += [name for family in catalog.cpu_families.values() for name in family.members]
    assert [one for one in names if cpu_and_rest(one, catalog)[1]] == []


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Ryzen 7 7800X3D, one stick DDR5-4800", "one stick DDR5-4800"),
        ("Core i7-6700K with 32 GB", "with 32 GB"),
        ("i7-6700K + RTX 4090", "+ RTX 4090"),
        ("Core i7-6785R banana", "banana"),
        ("Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz", ""),
        ("AMD Ryzen 7 5700G with Radeon Graphics", ""),
        ("EPYC 7763 64-Core Processor", ""),
        ("2x EPYC 9334", ""),
        ("M4 Pro (14-core CPU, 20-core GPU)", ""),
    ],
)
def test_words_behind_a_name_are_told_from_it(text: str, rest: str, catalog: Catalog) -> None:
    assert cpu_and_rest(text, catalog)[1] == rest
