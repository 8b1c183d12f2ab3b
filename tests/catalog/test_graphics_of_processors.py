"""Integrated graphics that share PCI ids are told apart by the names of published processors."""

import re

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.catalog.cards.cpu_named import graphics_of
from tests.each import each

GPUS = load_catalog().gpus
PROCESSORS = {
    "socs/intel/iris-xe-g7-96eu": (
        "11th Gen Intel(R) Core(TM) i7-1165G7 @ 2.80GHz",
        "11th Gen Intel(R) Core(TM) i7-11370H @ 3.30GHz",
        "11th Gen Intel(R) Core(TM) i5-11320H @ 3.20GHz",
    ),
    "socs/intel/iris-xe-graphics-g7-80eu": (
        "11th Gen Intel(R) Core(TM) i5-1135G7 @ 2.40GHz",
        "11th Gen Intel(R) Core(TM) i5-11300H @ 3.10GHz",
    ),
    "socs/intel/iris-xe-96eu": (
        "12th Gen Intel(R) Core(TM) i7-1260P",
        "12th Gen Intel(R) Core(TM) i7-1255U",
        "12th Gen Intel(R) Core(TM) i7-12700H",
        "12th Gen Intel(R) Core(TM) i9-12900HK",
        "13th Gen Intel(R) Core(TM) i7-1355U",
        "13th Gen Intel(R) Core(TM) i9-13900H",
        "Intel(R) Core(TM) 7 150U",
    ),
    "socs/intel/iris-xe-80eu": (
        "12th Gen Intel(R) Core(TM) i5-1235U",
        "12th Gen Intel(R) Core(TM) i5-1240P",
        "12th Gen Intel(R) Core(TM) i5-12500H",
        "13th Gen Intel(R) Core(TM) i5-1334U",
        "13th Gen Intel(R) Core(TM) i5-1340P",
        "13th Gen Intel(R) Core(TM) i5-13500H",
        "Intel(R) Core(TM) 5 120U",
        "Intel(R) Core(TM) 5 220H",
    ),
    "socs/intel/uhd-graphics-64eu": (
        "12th Gen Intel(R) Core(TM) i7-12650H",
        "13th Gen Intel(R) Core(TM) i7-13620H",
        "12th Gen Intel(R) Core(TM) i3-1215U",
        "12th Gen Intel(R) Core(TM) i3-1220P",
        "13th Gen Intel(R) Core(TM) i3-1305U",
        "Intel(R) Core(TM) 3 100U",
        "Intel(R) Core(TM) 7 240H",
    ),
    "socs/intel/uhd-graphics-48eu": (
        "12th Gen Intel(R) Core(TM) i5-12450H",
        "13th Gen Intel(R) Core(TM) i5-13420H",
        "Intel(R) Core(TM) 5 210H",
        "Intel(R) Processor U300",
    ),
    "socs/intel/uhd-graphics-32eu": (
        "11th Gen Intel(R) Core(TM) i7-11800H @ 2.30GHz",
        "13th Gen Intel(R) Core(TM) i9-13900HX",
        "Intel(R) Core(TM) i9-14900HX",
        "Intel(R) N200",
        "Intel(R) Core(TM) i3-N305",
        "Intel(R) Core(TM) 3 N355",
    ),
    "socs/intel/uhd-graphics-24eu": ("Intel(R) N100", "Intel(R) N97", "Intel(R) N150"),
    "socs/intel/uhd-graphics-16eu": (
        "13th Gen Intel(R) Core(TM) i7-13650HX",
        "13th Gen Intel(R) Core(TM) i5-13450HX",
        "Intel(R) N95",
    ),
    "socs/intel/arc-graphics-128eu": (
        "Intel(R) Core(TM) Ultra 5 135H",
        "Intel(R) Core(TM) Ultra 7 155H",
        "Intel(R) Core(TM) Ultra 9 185H",
    ),
    "socs/intel/arc-graphics-112eu": ("Intel(R) Core(TM) Ultra 5 125H",),
    "socs/intel/arc-graphics-64eu-meteor-lake": (
        "Intel(R) Core(TM) Ultra 5 125U",
        "Intel(R) Core(TM) Ultra 7 165U",
    ),
    "socs/intel/arc-graphics-48eu-meteor-lake": ("Intel(R) Core(TM) Ultra 5 115U",),
    "socs/intel/arc-130v": ("Intel(R) Core(TM) Ultra 5 226V", "Intel(R) Core(TM) Ultra 5 238V"),
    "socs/intel/arc-140v": ("Intel(R) Core(TM) Ultra 7 258V", "Intel(R) Core(TM) Ultra 9 288V"),
    "socs/intel/arc-130t": ("Intel(R) Core(TM) Ultra 5 225H",),
    "socs/intel/arc-140t": (
        "Intel(R) Core(TM) Ultra 5 235H",
        "Intel(R) Core(TM) Ultra 7 255H",
        "Intel(R) Core(TM) Ultra 9 285H",
    ),
    "socs/intel/uhd-graphics-770": ("12th Gen Intel(R) Core(TM) i7-12700K", "Intel(R) Core(TM) i9-14900K"),
    "socs/amd/radeon-680m": ("AMD Ryzen 7 6800H with Radeon Graphics", "AMD Ryzen 7 7735HS with Radeon Graphics"),
    "socs/amd/radeon-660m": ("AMD Ryzen 5 7535HS with Radeon Graphics",),
    "socs/amd/radeon-780m": ("AMD Ryzen 7 7840U w/ Radeon 780M Graphics", "AMD Ryzen 9 8945HS w/ Radeon 780M Graphics"),
    "socs/amd/radeon-760m": ("AMD Ryzen 5 7640HS w/ Radeon 760M Graphics",),
    "socs/amd/radeon-740m": ("AMD Ryzen 5 8500G w/ Radeon 740M Graphics",),
    "socs/amd/radeon-610m": ("AMD Ryzen 9 7945HX with Radeon Graphics", "AMD Ryzen 5 7520U with Radeon Graphics"),
    "socs/amd/radeon-graphics-128sp": ("AMD Ryzen 9 7900 12-Core Processor", "AMD Ryzen 7 7800X3D 8-Core Processor"),
    "socs/amd/radeon-890m": ("AMD Ryzen AI 9 HX 370 w/ Radeon 890M",),
    "socs/amd/ryzen-z2-extreme-graphics": ("AMD Ryzen Z2 Extreme", "AMD Ryzen AI Z2 Extreme"),
    "socs/amd/ryzen-z1-extreme-graphics": ("AMD Ryzen Z1 Extreme",),
    "socs/amd/radeon-graphics-512sp": (
        "AMD Ryzen 7 5800U with Radeon Graphics",
        "AMD Ryzen 7 PRO 7730U with Radeon Graphics",
    ),
    "socs/amd/radeon-graphics-448sp": (
        "AMD Ryzen 7 4800H with Radeon Graphics",
        "AMD Ryzen 5 PRO 7530U with Radeon Graphics",
    ),
    "socs/amd/radeon-graphics-384sp": (
        "AMD Ryzen 5 4600H with Radeon Graphics",
        "AMD Ryzen 3 5300U with Radeon Graphics",
    ),
    "socs/amd/radeon-graphics-320sp": ("AMD Ryzen 3 4300U with Radeon Graphics",),
    "socs/amd/radeon-vega-11": ("AMD Ryzen 5 2400G with Radeon Vega Graphics",),
    "socs/amd/radeon-vega-10": ("AMD Ryzen 7 2700U with Radeon Vega Mobile Gfx",),
    "socs/amd/radeon-vega-8": ("AMD Ryzen 5 3500U with Radeon Vega Mobile Gfx",),
    "socs/amd/radeon-vega-6": ("AMD Ryzen 3 2300U with Radeon Vega Mobile Gfx",),
    "socs/amd/radeon-vega-3": ("AMD Ryzen 3 3200U with Radeon Vega Mobile Gfx",),
}
"""Names as Linux prints them, of processors whose graphics the sources of the cards state."""
UNSTATED = (
    "Intel(R) Core(TM) i7-14650HX",
    "11th Gen Intel(R) Core(TM) i5-11400H @ 2.70GHz",
    "Intel(R) Core(TM) Ultra 5 134U",
    "Intel(R) Core(TM) Ultra 7 155HL",
    "12th Gen Intel(R) Core(TM) i7-1265UE",
    "12th Gen Intel(R) Core(TM) i7-12700KF",
)
"""Names of processors whose graphics no source states, or not all alike, or that have others."""


def cards_of(processor: str) -> list[str]:
    return [one for one, card in GPUS.items() if any(re.search(pattern, processor) for pattern in card.processors)]


@each("card_id, processor", [(one, name) for one, names in PROCESSORS.items() for name in names])
def test_a_processor_tells_its_graphics(card_id: str, processor: str) -> None:
    assert cards_of(processor) == [card_id]


@pytest.mark.parametrize("processor", UNSTATED)
def test_a_processor_that_no_source_covers_tells_nothing(processor: str) -> None:
    assert cards_of(processor) == []


def test_every_card_with_processors_has_an_example() -> None:
    assert {one for one, card in GPUS.items() if card.processors} == set(PROCESSORS)


def test_a_processor_s_card_names_the_graphics_that_list_it() -> None:
    """Two cards say which graphics are in a processor: they have to agree."""
    for card_id, card in load_catalog().cpus.items():
        listed = [one for one, gpu in GPUS.items() if any(re.search(own, card.name) for own in gpu.processors)]
        assert not listed or listed == [card.graphics], card_id


@pytest.mark.parametrize(
    ("name", "graphics"),
    [
        ("Core Ultra 7 265K", "socs/intel/arc-graphics-64eu"),
        ("Core Ultra X7 358H", "socs/intel/arc-b390"),
        ("Core i7-13700", "socs/intel/uhd-graphics-770"),
        ("Core i7-10700", "socs/intel/uhd-graphics-630"),
        ("i5-8500", "socs/intel/uhd-graphics-630"),
        ("Ryzen AI 5 340", "socs/amd/radeon-840m"),
        ("Ryzen AI Max 385", "socs/amd/radeon-8050s"),
        ("Ryzen 9 5900HX", "socs/amd/radeon-graphics-512sp"),
        ("Core Ultra 7 265KF", None),
        ("Core i7-10700F", None),
        ("Ryzen 5 7500F", None),
        ("Core i9-10980XE", None),
    ],
)
def test_a_family_tells_the_graphics_of_its_members(name: str, graphics: str | None) -> None:
    assert graphics_of(name, load_catalog()) == graphics


def test_graphics_that_a_family_names_share_their_memory() -> None:
    for family in load_catalog().cpu_families.values():
        named = {name: member.graphics for name, member in family.members.items() if member.graphics}
        assert not [name for name, one in named.items() if GPUS[one].memory_kind == "dedicated"]
