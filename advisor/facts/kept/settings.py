"""What the app remembers between two starts."""

from typing import Literal

from pydantic import Field

from advisor.facts.answers.worth import OwnPrice
from advisor.facts.kept.price_pack import PricePack
from advisor.facts.values.record import Record
from advisor.facts.values.units import GIGA, KILO, TERA

MOST_USERS = 1024
"""More are not served at once by what a person owns."""


class RecentFile(Record):
    """A model's file that was opened: where it lies, and what its header said."""

    path: str
    name: str
    quant: str | None = None
    weights_bytes: int | None = None


class Money(Record):
    """What a person said about money; None where nothing was said.

    `usd_rate` is how many US dollars one unit of `currency` is: typed by the person, nothing is fetched. The price of
    electricity is in that currency. `cloud`: rent and API are compared, too; `stays_here`: the work must not leave this
    computer, so that neither stands for it. `pack`: prices of a file that was added, before those of our cards.
    `users` are served at once where a model is served, `tokens_per_day` read and written.
    """

    currency: str = Field(default="USD", pattern=r"^[A-Z]{3}$")
    usd_rate: float | None = Field(default=None, gt=0, le=GIGA)
    electricity_per_kwh: float | None = Field(default=None, ge=0, le=KILO)
    own_prices: tuple[OwnPrice, ...] = ()
    hours_per_day: float | None = Field(default=None, ge=0, le=24)
    budget_usd: float | None = Field(default=None, ge=0, le=GIGA)
    cloud: bool = False
    stays_here: bool | None = None
    slots: int | None = Field(default=None, ge=0, le=16)
    psu_w: float | None = Field(default=None, gt=0, le=GIGA)
    users: int | None = Field(default=None, ge=1, le=MOST_USERS)
    tokens_per_day: float | None = Field(default=None, gt=0, le=TERA)
    pack: PricePack | None = None


NOTHING_SAID = Money()
"""Of whoever has said nothing about money."""
Paper = Literal["a4", "letter"]
"""What a report can be printed on."""


class Settings(Record):
    """Choices of the person; None where nothing was chosen yet."""

    schema_version: Literal[2] = 2
    model_id: str | None = None
    quant: str | None = None
    context_tokens: int | None = Field(default=None, gt=0)
    workload_id: str | None = None
    recent_files: tuple[RecentFile, ...] = ()
    recent_models: tuple[str, ...] = ()
    """Ids of models and paths of files asked about, the last first."""
    compared_files: tuple[str, ...] = ()
    model_folders: tuple[str, ...] = ()
    """Where a person keeps models, beside the folders of programs."""
    engine_folder: str | None = None
    """Where a person has the programs of llama.cpp, if not where they are looked for."""
    money: Money = NOTHING_SAID
    paper: Paper | None = None
