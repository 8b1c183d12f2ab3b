"""Reads a file of prices that a person wrote or was given: TOML, or CSV whose first line names its columns.

Everything that is wrong with it is told at once. A name that is not known here is listed and passed over: the file may
be newer than this app.
"""

import csv
import datetime
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import rtoml

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.reading.regular_file import regular_file
from advisor.facts.cards.memory_kit import MEMORY_KITS
from advisor.facts.cards.price import Condition, PriceCard, PriceKind
from advisor.facts.kept.price_pack import MOST_PRICES, PricePack
from advisor.facts.reasons.codes import ReasonCode
from advisor.facts.values.frozen import frozen
from advisor.facts.values.plain_text import plain_text
from advisor.facts.values.reason import Parameter, Reason, ReasonError, reason
from advisor.facts.values.units import KILO, MEGA, MIB

if TYPE_CHECKING:
    from advisor.catalog.cards.card_index import CardIndex

ENDINGS = (".csv", ".toml")
MOST_BYTES = MIB
_MOST_FAULTS = 12
_WIDEST = 10
"""A span whose high end is more times its low one is taken for a slip of the pen."""
_OLDEST = datetime.date(2000, 1, 1)
_AMOUNTS: dict[str, tuple[float, float]] = {
    "card": (1.0, MEGA), "computer": (1.0, 10 * MEGA), "memory": (1.0, MEGA), "rent": (0.001, KILO), "api": (0.0, KILO),
}  # fmt: skip
"""US dollars between which a price of that kind is believed."""
_SHARED = ("condition", "currency", "as_of", "source")
_COLUMNS = ("of", "kind", *_SHARED, "price", "low", "high", "prompt_price", "generated_price", "usd_rate")
_HEAD = ("name", "rates", "prices", *_SHARED)

_SPAN = ("low_price", "high_price")

Row = tuple[Reason, dict[str, Any]]
"""Where it stands, and what it says."""


class PricePackError(ReasonError):
    """A file of prices that cannot be used; the reason tells everything that is wrong with it."""


@frozen
class ReadPack:
    """The prices of a file, and which of its names nothing is known by."""

    pack: PricePack
    unknown: tuple[Reason, ...]


def read_price_pack(path: Path, catalog: Catalog, *, today: datetime.date, rates: Mapping[str, float]) -> ReadPack:
    """All prices of a file, in US dollars; `rates` are the dollars for one unit of currencies, beside the file's own.

    Raises:
        ReasonError: there is no such file, or it cannot be used.
    """
    reader = _Reader(path, catalog, today, {**rates, "USD": 1.0})
    cards = reader.cards()
    faults = reader.faults
    if not faults and not cards:
        faults = [*reader.unknown] or [reason("price_pack_without_prices")]
    if faults:
        raise _refusal(path, faults)
    days = min(card.as_of for card in cards)
    unknown = _first(reader.unknown, "price_pack_unknown_more")
    return ReadPack(PricePack(name=reader.name, as_of=days, prices=cards), unknown)


def _refusal(path: Path, faults: list[Reason]) -> PricePackError:
    return PricePackError("price_pack_refused", path=plain_text(path.name), faults=_first(faults, "price_pack_more"))


def _first(told: list[Reason], rest: ReasonCode) -> tuple[Reason, ...]:
    """As many as anybody reads, and how many more there are."""
    more = len(told) - _MOST_FAULTS
    return (*told[:_MOST_FAULTS], *((reason(rest, count=more),) if more > 0 else ()))


@dataclass
class _Reader:
    path: Path
    catalog: Catalog
    today: datetime.date
    rates: dict[str, float]
    faults: list[Reason] = field(default_factory=list)
    unknown: list[Reason] = field(default_factory=list)
    name: str = ""

    def cards(self) -> tuple[PriceCard, ...]:
        """Those that are sound and known."""
        self.name = plain_text(self.path.stem)[:120] or "?"
        seen: dict[tuple[str, str, str], Reason] = {}
        found = []
        for count, (where, row) in enumerate(self._rows()):
            if count >= MOST_PRICES:
                self._fault("price_pack_too_many", most=MOST_PRICES)
                break
            card = self._card(where, row)
            if card is None:
                continue
            key = (card.kind, card.of or "", card.condition or "")
            if key in seen:
                self._fault("price_pack_twice", row=where, other=seen[key])
            seen[key] = where
            found.append(card)
        return tuple(found)

    def _fault(self, why: ReasonCode, /, **parameters: Parameter) -> None:
        self.faults.append(Reason(why, parameters))

    def _rows(self) -> Iterator[Row]:
        if self.path.suffix.lower() not in ENDINGS:
            self._fault("price_pack_ending")
            return
        with regular_file(self.path) as (file, size_bytes):
            if size_bytes > MOST_BYTES:
                self._fault("price_pack_too_long", size_bytes=size_bytes, most_bytes=MOST_BYTES)
                return
            raw = file.read(MOST_BYTES)
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            self._fault("price_pack_encoding")
        elif self.path.suffix.lower() == ".toml":
            yield from self._toml_rows(text)
        else:
            yield from self._csv_rows(text)

    def _toml_rows(self, text: str) -> Iterator[Row]:
        try:
            document = rtoml.loads(text)
        except (ValueError, rtoml.TomlParsingError) as error:
            self._fault("price_pack_no_toml", cause=plain_text(str(error)))
            return
        head = reason("price_pack_head")
        self._check_names(head, document, _HEAD)
        if isinstance(document.get("name"), str):
            self.name = plain_text(document["name"])[:120] or self.name
        rates = document.get("rates", {})
        for code, rate in rates.items() if isinstance(rates, dict) else ():
            self._take_rate(head, code, rate)
        rows = document.get("prices", [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self._fault("price_pack_without_prices")
            return
        shared = {name: document[name] for name in _SHARED if name in document}
        for number, row in enumerate(rows, 1):
            where = reason("price_pack_entry", number=number)
            self._check_names(where, row, _COLUMNS)
            yield where, {**shared, **row}

    def _csv_rows(self, text: str) -> Iterator[Row]:
        first = text.partition("\n")[0]
        lines = csv.reader(io.StringIO(text, newline=""), delimiter=";" if ";" in first else ",", strict=True)
        try:
            names = [name.strip().lower() for name in next(lines, [])]
            self._check_names(reason("price_pack_line", number=1), dict.fromkeys(names), _COLUMNS)
            if len(set(names)) < len(names) or "of" not in names:
                self._fault("price_pack_columns", known=_COLUMNS)
                return
            for values in lines:
                where = reason("price_pack_line", number=lines.line_num)
                if len(values) > len(names):
                    self._fault("price_pack_line_too_long", row=where, values=len(values), columns=len(names))
                elif any(value.strip() for value in values):
                    pairs = zip(names, values, strict=False)
                    yield where, {name: value.strip() for name, value in pairs if value.strip()}
        except csv.Error as error:
            self._fault("price_pack_no_csv", number=lines.line_num, cause=plain_text(str(error)))

    def _check_names(self, where: Reason, row: Mapping[str, Any], known: tuple[str, ...]) -> None:
        odd = tuple(plain_text(name)[:40] or "?" for name in row if name not in known)
        if odd:
            self._fault("price_pack_names_unknown", row=where, names=odd[:5], known=known)

    def _take_rate(self, where: Reason, code: str, rate: object) -> None:
        number = _number(rate)
        if number is None or not 0 < number <= KILO:
            self._fault("price_pack_rate_odd", row=where, code=plain_text(code)[:10])
        else:
            self.rates[code] = number

    def _card(self, where: Reason, row: dict[str, Any]) -> PriceCard | None:
        """One price; None where something of it is wrong, or nothing is known by its name."""
        before = len(self.faults)
        item = self._item(where, row)
        day = self._day(where, row.get("as_of"))
        condition = row.get("condition")
        if condition is not None and condition not in get_args(Condition):
            self._fault("price_pack_word", row=where, text=_shown(condition), known=get_args(Condition))
        if item is None:
            return None
        kind, of = item
        usd = self._usd(where, row)
        names: tuple[str, ...] = ("prompt_price", "generated_price") if kind == "api" else ("low", "high")
        if kind != "api" and ("price" in row or not {"low", "high"} & row.keys()):
            names = ("price",)
        amounts = [self._amount(where, row, name, kind, usd) for name in names] if usd is not None else []
        if len(self.faults) > before or day is None:
            return None
        low, high = amounts[0] or 0.0, amounts[-1] or 0.0
        if kind != "api" and not low <= high <= _WIDEST * low:
            self._fault("price_pack_span", row=where, low=low, high=high)
            return None
        source = plain_text(f"{_shown(row['source'])} ({self.path.name})" if "source" in row else self.path.name)
        prices = ("prompt_price_per_million_tokens", "generated_price_per_million_tokens")
        figures: dict[str, Any] = dict(zip(_SPAN if kind != "api" else prices, (low, high), strict=True))
        bought = condition if kind in ("card", "computer", "memory") else None
        return PriceCard(
            name=of, source=source, checked=day, kind=kind, of=of, condition=bought, as_of=day, **figures,
        )  # fmt: skip

    def _item(self, where: Reason, row: dict[str, Any]) -> tuple[PriceKind, str] | None:
        """What is bought, by its id or name; the kind of price where the row does not say it."""
        name, kind = row.get("of"), row.get("kind")
        if kind is not None and kind not in _AMOUNTS:
            self._fault("price_pack_word", row=where, text=_shown(kind), known=tuple(_AMOUNTS))
            return None
        if not isinstance(name, str) or not name:
            self._fault("price_pack_missing", row=where, field="of")
            return None
        if kind is None and "prompt_price" in row:
            kind = "api"
        gpus, computers, models = self.catalog.gpus, self.catalog.computers, self.catalog.models
        places: dict[object, tuple[CardIndex[Any], ...]] = {
            "card": (gpus,), "rent": (gpus,), "computer": (computers,), "api": (models,), "memory": (),
        }  # fmt: skip
        searched = places.get(kind, (gpus, computers))
        if kind in ("memory", None) and name.lower() in MEMORY_KITS:
            return "memory", name.lower()
        for index in searched:
            found = index.find(name[:200])
            if found is not None:
                return kind or ("card" if index is gpus else "computer"), found
        is_told = len(self.unknown) < _MOST_FAULTS  # to look for near names takes 20 ms each
        near = tuple(one for index in searched if is_told for one in index.nearest(name[:200], 2))
        code: ReasonCode = "price_pack_unknown_near" if near else "price_pack_unknown"
        self.unknown.append(reason(code, row=where, name=_shown(name), near=near))
        return None

    def _usd(self, where: Reason, row: dict[str, Any]) -> float | None:
        """How many US dollars one unit of the row's currency is."""
        code = row.get("currency", "USD")
        if not isinstance(code, str) or len(code) != 3 or not code.isascii() or not code.isalpha():
            self._fault("price_pack_currency_odd", row=where, text=_shown(code))
            return None
        code = code.upper()
        if "usd_rate" in row:
            self._take_rate(where, code, row["usd_rate"])
        elif code not in self.rates:
            self._fault("price_pack_rate_missing", row=where, code=code)
        return self.rates.get(code)

    def _amount(self, where: Reason, row: dict[str, Any], name: str, kind: str, usd: float) -> float | None:
        if name not in row:
            self._fault("price_pack_missing", row=where, field=name)
            return None
        number, (least, most) = _number(row[name]), _AMOUNTS[kind]
        if number is None or not least <= number * usd <= most:
            self._fault("price_pack_amount", row=where, text=_shown(row[name]), least=least, most=most)
            return None
        return number * usd

    def _day(self, where: Reason, said: object) -> datetime.date | None:
        if said is None:
            self._fault("price_pack_missing", row=where, field="as_of")
            return None
        try:
            day = datetime.date.fromisoformat(str(said))
        except ValueError:
            day = datetime.date.min
        if _OLDEST <= day <= self.today:
            return day
        self._fault("price_pack_day", row=where, text=_shown(said))
        return None


def _number(said: object) -> float | None:
    """A finite number, written with a point."""
    if isinstance(said, bool) or not isinstance(said, (int, float, str)):
        return None
    try:
        number = float(said)
    except (ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def _shown(said: object) -> str:
    return plain_text(str(said))[:80] or "?"
