"""Computers with much memory for a model that no few GPUs hold: unified memory, servers with many channels of RAM."""

from collections.abc import Iterator, Sequence

from advisor.answer.money.prices import Prices
from advisor.answer.which_device.room import little_bytes
from advisor.cli.asking.sentence.chips import Way
from advisor.cli.asking.versus.row import Row
from advisor.facts.answers.worth import Price
from advisor.facts.values.units import GIB
from advisor.present.words.money import currency_of, span_words
from advisor.present.words.quantity import speed_number

_LARGE_BYTES, _OF_SERVERS_BYTES = 40 * GIB, 100 * GIB
"""From here on computers with unified memory belong in, and servers, whose RAM is slow (judgments)."""
_SERVERS = (("EPYC 7302", "DDR4-3200", (256, 512)), ("EPYC 9334", "DDR5-4800", (384, 768)))
"""What people buy used, with eight channels, and newer, with twelve (a judgment)."""
_CARD = "RTX 3090"
_SHOWN = 2
SERVER, SAME = "Server", "The same"
"""With which the names of servers begin, and of the one before with a card."""


def large_memory_ways(need_bytes: float, prices: Prices) -> Iterator[Way]:
    """Of unified memory the least that holds it, of each maker; servers, the last of them with a card beside."""
    if need_bytes < _LARGE_BYTES:
        return
    yield from _unified(need_bytes, prices)
    if need_bytes < _OF_SERVERS_BYTES:
        return
    for cpu, kind, sizes in _SERVERS:
        gib = next((one for one in sizes if need_bytes <= one * GIB - little_bytes(one * GIB)), None)
        if gib is not None:
            options = ("--cpu", cpu, "--ram", f"{gib} {kind}")
            yield Way(("--gpu", "none", *options), f"{SERVER}, {cpu}, {gib} GB of {kind}", "")
            yield Way(("--gpu", _CARD, *options), f"{SAME} with an {_CARD}", "")


def _unified(need_bytes: float, prices: Prices) -> Iterator[Way]:
    catalog, found = prices.catalog, dict[str, list[tuple[bool, float, float, str]]]()
    for computer_id, card in catalog.computers.items():
        chip, gib = catalog.gpus.get(card.gpu or ""), card.memory_gib or 0.0
        is_small = card.form not in ("mini", "desktop", "workstation")
        if chip is None or chip.memory_kind != "unified" or is_small or card.usual:
            continue
        if need_bytes <= gib * GIB - little_bytes(gib * GIB):
            price = prices.bought(computer_id)
            usd = price.usd.middle if price is not None else 0.0
            found.setdefault(chip.vendor, []).append((price is None, gib, usd, computer_id))
    for some in found.values():
        for *_, computer_id in sorted(some)[:_SHOWN]:
            name = catalog.computers[computer_id].name
            yield Way(("--machine", name), name, computer_id)


def of_large_memory(rows: Sequence[Row], prices: Prices) -> Iterator[str]:
    """What of them does it well, how fast the servers are, and what of them nobody sells at a known price."""
    useful = [one for one in rows if one.is_useful and not one.name.startswith((SERVER, SAME))]
    if useful:
        best = min(useful, key=lambda one: (one.price is None, one.price.usd.middle if one.price else -one.rate))
        cost = f" for {span_words(best.price, currency_of(prices.money))}" if best.price else _launched(best, prices)
        yield f"Without several GPUs: {best.name}{cost}, {speed_number(best.rate)} tokens/s."
    servers = [one for one in rows if one.name.startswith(SERVER) and one.rate]
    if servers:
        speeds = " to ".join(dict.fromkeys(speed_number(one.rate) for one in (servers[0], servers[-1])))
        yield f"Servers with much RAM: {speeds} tokens/s; no price of them is in the list."


def _launched(one: Row, prices: Prices) -> str:
    launch = _launch_price(one.name, prices)
    told = f", {span_words(launch, currency_of(prices.money))} at its launch" if launch is not None else ""
    return f" (no price today{told})"


def _launch_price(name: str, prices: Prices) -> Price | None:
    computer_id = prices.catalog.computers.find(name)
    offers = prices.offers(computer_id) if computer_id is not None else ()
    return next((one for one in offers if one.condition == "launch"), None)
