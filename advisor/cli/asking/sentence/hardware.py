"""The computers of a plain question: what somebody has, and what it is held against or would be bought."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Literal, NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.catalog.hardware.named_memory import NamedMemory
from advisor.cli.asking.sentence.apart.again import take_again, take_size_of_all
from advisor.cli.asking.sentence.apart.listed import listed_apart
from advisor.cli.asking.sentence.apart.own_graphics import without_own_graphics
from advisor.cli.asking.sentence.apart.parts import Cpu, cpus_alone, with_own_parts
from advisor.cli.asking.sentence.chips import Chip, chips_among
from advisor.cli.asking.sentence.cpus import cpus_among
from advisor.cli.asking.sentence.gpus import NamedPart, card_of_size, for_a_slot, gpus_among
from advisor.cli.asking.sentence.kinds.asked_of import asked_of
from advisor.cli.asking.sentence.kinds.beside_own import NEXT_TO
from advisor.cli.asking.sentence.kinds.thing_prices import is_weighed
from advisor.cli.asking.sentence.kinds.unnamed_cards import unnamed_cards
from advisor.cli.asking.sentence.kinds.whose import without_organisation
from advisor.cli.asking.sentence.memory import NamedRam, before_bought, ram_now, rams_among, with_what_is_there
from advisor.cli.asking.sentence.money import SERVICES, Spent
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.cli.asking.sentence.told_prices import cards_for_money, told_prices
from advisor.cli.asking.sentence.trade import SECOND_OR, asks_more_ram, asks_second, ram_or_card_at, takes_its_place

Role = Literal["owned", "offered"]

_OWNED = re.compile(r"^(my|have|own|ive|i've|got|has|current|existing|our|mine|owns|from)$")
_PAID = re.compile(r"^(bought|paid|ordered|scored|snagged)$")
_OFFERED = re.compile(
    r"^(buy|buying|get|getting|add|adding|put|putting|purchase|purchasing|used|third|second|another|new|rent|renting|api|worth|for|to"
    r"|spend|wait|waiting|save|saving|instead|extra|upgrade|upgrading|replace|second-hand|secondhand|2nd|3rd|4th|more)$"
)
_BETWEEN_OFFERS = re.compile(r"\b(or|vs\.?|versus|against|than)\b|\bover (?!my\b|the one|what)", re.IGNORECASE)
_APART = re.compile(r"\b(over|or|vs\.?|versus|against|than|instead|compared|rather)\b|/", re.IGNORECASE)
_TOGETHER = re.compile(
    r"\b(in one|one pc|same (pc|machine|box|computer|rig)|together|both|across|combined?|split)\b", re.I
)
_HELD = re.compile(r"\b(compare[ds]?|comparison|difference|between|which is (better|faster)|versus)\b", re.IGNORECASE)
_OTHER_MEMORY = re.compile(
    r"\b(?:ram|(?<!out of )memory|lp?ddr\d\w*|laptop|notebook|ultrabook|netbook|thinkpad|latitude|inspiron|xps|vostro"
    r"|elitebook|probook|pavilion|spectre|zenbook|vivobook|ideapad|matebook|toughbook|aspire|swift|surface|optiplex"
    r"|elitedesk|prodesk|thinkcent(?:re|er)|mac\w*|unified|apu|v?cpus?|no gpu|phone|pi|v?server|vms?|vps|pc"
    r"|droplet|computer|machine)\b",
    re.I,
)
"""Beside these a size is none of a graphics card."""
_PRICED = re.compile(
    r"^(?:,? ?\d{1,3} ?gi?b(?: (?:of )?(?:ram|memory|unified memory))?)?,? ?"
    r"(?:(?:used|new|refurb\w*|second-?hand),? )*(?:for|at|is|costs?|listed at) (?:only |about |just )?"
    r"(?:[$€£] ?\d|\d{2,5} ?(?:[$€£]|bucks|dollars|euros?|eur|gbp|pounds|quid|usd)"
    r"|\d{3,5}(?= *(?:$|[,.?!])| (?:used|refurb\w*|new|second|good|ok|okay|fair|worth|is|a good|too much|with|and)\b))",
    re.I,
)
"""Behind a card: it is offered at that price."""
_OR_SERVICE = re.compile(
    r"^ (?:or|vs\.?|versus) (?:just |an? |(?:pay|us|stick)\w* (?:for |with )?)*"
    rf"(?:{'|'.join(SERVICES)}|apis?|cloud|openrouter|subscription)\b",
    re.IGNORECASE,
)
"""Behind a card: it is held against what is paid by the month."""
_INSTEAD = re.compile(
    rf"^(?: [\w-]+){{0,2}} instead\b(?! of)|^(?: \d{{1,2}} ?gb)? {NEXT_TO} (?:my|our)\b", re.IGNORECASE
)
"""Behind a card: it takes the place of what was named before, or comes beside it."""
_SUM = re.compile(
    r"^(?!(?:[2-5]0[5-9]0|10[5-8]0|16[56]0|[67][5-9][0-5]0|90[67]0)$)(?:[$€£]\d[\d.]*k?|\d[\d.]*k?[$€£]?)$",
    re.IGNORECASE,
)
"""An amount of money; a number that cards are called by is none."""
_BESIDE_MONEY = re.compile(
    r"\b(?:have|got|having|with|'ve)(?: got| only| about| around| just)*"
    r" (?:[$€£] ?\d[\d.]*k?|\d[\d.]*k? ?(?:[$€£]|bucks|dollars|euros?|eur|usd|pounds|quid)"
    r"|(?:no|zero) (?:money|budget|cash))"
    r"(?: (?:left|budget|to spend|spare|saved|cash|in cash))*(?:,|,? (?:and|plus|&|\+))"
    r" (?:also )?(?:i )?(?:(?:have|own|got) )?(?:an?|one|the) (?:old |used |single )?(?:(?:laptop|pc) with an? )?$",
    re.IGNORECASE,
)
"""Before a card that is there, as the money is: `I have $300 and a`."""
_THERE = {"my", "our", "current", "existing", "replace", "replacing"}
_PAYS = re.compile(r"\bpays? (?:for (?:it|them)sel\w+|itself|off|back)|\bbreaks? ?-?even", re.IGNORECASE)
_ASKED = ("is", "would", "are", "want", "wanting", "considering", "eyeing")
_ASKED_TO_PAY = ("does", "do", "will", "can", "could", "when")
_WORDS_BEFORE, _CLAUSE, _MOST_IN_SLOTS = 5, 12, 4
_REPLACED = re.compile(r"\b(replac\w+|swap\w*|trad(?:e|ing))\b", re.IGNORECASE)
_MOVING = {
    "upgrade", "upgrading", "switch", "switching", "move", "moving", "go", "going", "wait", "waiting", "save", "saving",
    "swap", "swapping", "trade", "trading", "sell", "selling", "exchange",
}  # fmt: skip
"""Before `to` and `for` what is bought instead follows."""
_ONE_MORE = re.compile(
    r"\b(?:a|an|one|add(?:ing)?|buy(?:ing)?|get(?:ting)?) (?:used |new )?(?:second|third|fourth|2nd|3rd|4th|another)"
    r"(?: one)?(?! [\w-]*\d| (?:gpu|card|ssd|pc|computer|machine|rig|stick|monitor|hand|graphics)| or )\b"
    r"|\b(?:another one|one more)\b(?! [\w-]*\d| (?:gpu|card))",
    re.IGNORECASE,
)
"""Without a name of its own it is one more of the card that is there; a second GPU may be any."""
_RENTED = re.compile(r"\b(rent\w*|cloud|runpod|vast(?:\.ai)?|hour(?:ly)?)\b", re.IGNORECASE)
_NEEDED = re.compile(
    r"\b(?:do|would|should|will) (?:i|we|you|it) (?:really |actually |even )*need(?: at least)?(?: an?| the)? *$", re.I
)
"""Before a card or an amount of memory: it is asked about, nobody has it."""
_HAS_ALREADY = {"second": 1, "2nd": 1, "another": 1, "more": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3}
"""So many of a card are there, by the word before one more of it."""


class Computer(NamedTuple):
    """One computer: a product or chips by the options that name it, or GPUs; `start` is where it stands.

    `added` of its cards would be bought beside those that are there; 0 where all of them would. `cpu` and `ram` are its
    own, where each has others. `asked` is what a product, or chips, were told to cost.
    """

    role: Role
    start: int
    gpus: tuple[NamedPart, ...] = ()
    chip: Chip | None = None
    added: int = 0
    cpu: str = ""
    ram: NamedMemory | None = None
    asked: Spent | None = None


class Hardware(NamedTuple):
    """All of it. `cpu` and `rams` are those of a person's own, `offered_rams` those to be bought.

    `has_own_graphics`: graphics in the CPU were named beside a GPU, and are left out.
    """

    computers: tuple[Computer, ...]
    cpu: str
    rams: tuple[NamedRam, ...]
    offered_rams: tuple[NamedRam, ...]
    notes: tuple[str, ...] = ()
    has_own_graphics: bool = False

    @property
    def owned(self) -> list[Computer]:
        """What somebody has, or asks about as if it were there."""
        return [one for one in self.computers if one.role == "owned"]

    @property
    def offered(self) -> list[Computer]:
        """What would be bought or rented."""
        return [one for one in self.computers if one.role == "offered"]

    @property
    def asked(self) -> list[Spent]:
        """What computers were told to cost that are held against others, and memory that would be bought."""
        wholes = [one.asked for one in self.computers] if len(self.computers) > 1 else []
        return [*filter(None, (*wholes, *(one.asked for one in self.offered_rams)))]

    @property
    def ram(self) -> NamedMemory | None:
        """The memory that all of the words about it tell together."""
        found = NamedMemory()
        for one in self.rams:
            found = found.filled_from(one.told)
        return found if any(found) else None


def hardware_among(sentence: Sentence, catalog: Catalog, *, is_bought: bool, amounts: Sequence[Spent] = ()) -> Hardware:
    """The computers in their order with what is in them."""
    notes = list[str]()
    take_again(sentence)
    chips = chips_among(sentence, catalog, notes)
    gpus = gpus_among(sentence, catalog, notes)
    unnamed = unnamed_cards(sentence, catalog, notes) if is_bought and gpus else []
    take_size_of_all(sentence, gpus, catalog)
    rams = rams_among(sentence)
    cpus = cpus_among(sentence, catalog, notes)
    if not (chips or gpus or cpus) and len(rams) == 1 and not _OTHER_MEMORY.search(sentence.text):
        card = card_of_size(rams[0].told, rams[0].start, catalog, notes)
        gpus, rams = (gpus, rams) if card is None else ([card], [])
    chips, gpus, has_own = without_own_graphics(chips, gpus, sentence, catalog)
    asked, rams = asked_of(chips, gpus, rams, amounts, sentence.text)
    of_others = [asked.get(place) for place in (*(one.start for one in chips), *(one.start for one in rams))]
    amounts = [one for one in amounts if one not in of_others]
    parts: list[Chip | NamedPart] = [*chips, *gpus]
    parts.sort(key=lambda one: one.start)
    computers = _grouped(parts, sentence, is_bought=is_bought)
    computers = [one._replace(asked=asked.get(one.start)) if one.chip is not None else one for one in computers]
    computers = [*_with_offers(computers, gpus, amounts, sentence)]
    if there := _there_already(computers, sentence, is_bought=is_bought):
        computers = [*there, *(computers if is_bought else map(_with_one_more, there))]
    if is_bought and (more := _one_more(computers, sentence)) is not None:
        computers = [*computers, more]
    start, end = ram_or_card_at(sentence.text) or (0, 0)
    if is_bought and len(computers) == 1 and computers[0].gpus and asks_more_ram(sentence.text):
        computers = [computers[0]._replace(role="owned")]
    elif is_bought and end:
        computers = [one._replace(role="offered" if start <= one.start < end else "owned") for one in computers]
    elif is_bought and _are_all_offered(computers, sentence):
        computers = [one._replace(role="offered") for one in computers]
    computers += [Computer("offered", one.start, gpus=(one,)) for one in unnamed]
    computers = _beside_own(computers, sentence)
    if _RENTED.search(sentence.text) is None:
        computers = [_for_slots(one, catalog) if one.role == "offered" else one for one in computers]
    offered = tuple(one for one in rams if is_bought and (one.is_more or one.asked or start <= one.start < end))
    own = tuple(one for one in rams if one not in offered)
    own = own if is_bought else with_what_is_there(own, notes)
    own = _with_less(own, sentence) if gpus and not is_bought else own
    if not is_bought:
        computers = _with_cpus_alone(computers, cpus, sentence)
    computers, cpus, shared = with_own_parts(computers, cpus, own, sentence)
    own = tuple(shared)
    cpu = cpus[0][0] if cpus else ""
    is_of_parts = bool(cpu) or any(one.gpus and one.role == "owned" for one in computers)
    is_sized = any(one.told.gib for one in own)
    if not is_sized and is_of_parts and (before := before_bought(offered)) is not None:
        own = (*own, before)
        notes.append(ram_now(before.told.gib or 0.0))
    return Hardware(tuple(computers), cpu, own, offered, tuple(notes), has_own)


def _with_cpus_alone(computers: Sequence[Computer], cpus: Sequence[Cpu], sentence: Sentence) -> list[Computer]:
    """With the computers that are named by their CPU alone."""
    alone = [Computer("owned", place, cpu=name) for name, place in cpus_alone(computers, cpus, sentence)]
    return sorted((*computers, *alone), key=lambda one: one.start) if alone else [*computers]


def _with_less(own: tuple[NamedRam, ...], sentence: Sentence) -> tuple[NamedRam, ...]:
    """`do I need 64 GB of RAM` is held against half of it."""
    if len(own) != 1 or not own[0].told.gib or _NEEDED.search(sentence.text[: own[0].start]) is None:
        return own
    half = own[0].told._replace(gib=own[0].told.gib / 2, sticks=None, sticks_gib=())
    return (own[0]._replace(told=half), own[0])


def _with_offers(
    computers: Sequence[Computer], gpus: Sequence[NamedPart], amounts: Sequence[Spent], sentence: Sentence
) -> Iterator[Computer]:
    """The computers, with a card that was told at a price as an offer: `a 3090 for $700, good?`."""
    priced = {one.card.start for one in told_prices(sentence.text, gpus, amounts)}
    wanted = {one.start for one in cards_for_money(sentence.text, gpus, amounts)}
    for one in computers:
        is_priced = len(one.gpus) == 1 and one.gpus[0].start in priced
        before = sentence.before(one.start, _WORDS_BEFORE)
        is_wanted = len(one.gpus) == 1 and one.gpus[0].start in wanted
        is_priced = is_priced or one.asked is not None
        is_had = any(_OWNED.match(word) or _PAID.match(word) for word in before)
        yield one._replace(role="offered") if is_wanted or (is_priced and not is_had) else one


def _for_slots(one: Computer, catalog: Catalog) -> Computer:
    """What would be bought goes into slots, unless it is as many as only servers hold."""
    is_server = sum(gpu.number for gpu in one.gpus) > _MOST_IN_SLOTS
    return one if is_server else one._replace(gpus=tuple(for_a_slot(gpu, catalog) for gpu in one.gpus))


def _grouped(parts: Sequence[Chip | NamedPart], sentence: Sentence, *, is_bought: bool) -> list[Computer]:
    """GPUs that stand together are in one computer, but where they are held against each other."""
    found, is_together = list[Computer](), _TOGETHER.search(sentence.text) is not None
    listed = listed_apart(sentence.text, [(one.start, one.end) for one in parts])
    is_held = _HELD.search(sentence.text) is not None and not is_together
    end = 0
    for part, behind in zip_longest(parts, parts[1:]):
        between = sentence.between(end, part.start)
        role = _role(part, found, sentence, end, is_bought=is_bought)
        if is_bought and found and takes_its_place(between, sentence.text):
            role = "offered"
        elif behind is not None and takes_its_place(sentence.between(part.end, behind.start), sentence.text):
            role = "owned"
        joins = found and found[-1].gpus and isinstance(part, NamedPart) and found[-1].role == role
        apart = _APART.search(between) or part.start in listed or ((is_held or role == "offered") and not is_together)
        if joins and not apart and isinstance(part, NamedPart):
            found[-1] = found[-1]._replace(gpus=(*found[-1].gpus, part))
        elif isinstance(part, NamedPart):
            found.append(Computer(role, part.start, gpus=(part,)))
        else:
            found.append(Computer(role, part.start, chip=part))
        end = part.end
    return found


def _are_all_offered(computers: Sequence[Computer], sentence: Sentence) -> bool:
    """Whether nobody says that one of them is there, and they are held against each other, or weighed.

    Such as `2x 3090 or a 5090`, `4x MI50 worth it?`.
    """
    if len(computers) < 2:
        return is_weighed(sentence.text, [(one.gpus[0].start, one.gpus[-1].end) for one in computers if one.gpus])
    between = sentence.between(computers[0].start, computers[-1].start)
    words = [word.strip(".,:()") for word in without_organisation(sentence.text).lower().split()]
    is_had = any(_OWNED.match(one) and not _SUM.match(behind) for one, behind in pairwise((*words, "")))
    return not is_had and _BETWEEN_OFFERS.search(between) is not None


def _there_already(computers: Sequence[Computer], sentence: Sentence, *, is_bought: bool) -> list[Computer]:
    """The card of which one more is asked about, where nobody says what is there."""
    if any(one.role == "owned" for one in computers) and is_bought:
        return []
    for one in computers:
        gpu = one.gpus[0] if len(one.gpus) == 1 else None
        number = _there_before(one, sentence)
        if gpu is not None and gpu.number == 1 and number and len(computers) == 1:
            return [Computer("owned", one.start, gpus=(gpu._replace(number=number),))]
    return []


def _one_more(computers: Sequence[Computer], sentence: Sentence) -> Computer | None:
    """`I have two 3090, is a third worth it`: another one of the card that is there; None where nothing says so."""
    owned = [one.gpus[0] for one in computers if one.role == "owned" and len(one.gpus) == 1]
    found = _ONE_MORE.search(sentence.text)
    if len(computers) != 1 or not owned or found is None or found.start() < owned[0].start:
        return None
    return Computer("offered", found.start(), gpus=(owned[0]._replace(number=1, start=found.start(), end=found.end()),))


def _beside_own(computers: Sequence[Computer], sentence: Sentence) -> list[Computer]:
    """With the own cards beside `a second 3090` that is held against another offer, and a computer with those alone."""
    offered = [one for one in computers if one.role == "offered"]
    more = next((one for one in offered if len(one.gpus) == 1 and _there_before(one, sentence)), None)
    if more is None and (found := SECOND_OR.search(sentence.text)) is not None:
        return _with_second(computers, offered, found.start())
    if more is None or len(offered) < 2:
        return [*computers]
    card_id, number = more.gpus[0].card_id, _there_before(more, sentence)
    owned = [one for one in computers if one.role == "owned" and one.gpus]
    own = [one for one in owned if [gpu.card_id for gpu in one.gpus] == [card_id]]
    if owned and not own:  # `I have a 3080, a second 3060 or a 3090`
        return [one._replace(gpus=(*owned[0].gpus, *more.gpus), added=1) if one is more else one for one in computers]
    there = own[0] if own else more._replace(role="owned", gpus=(more.gpus[0]._replace(number=number),))
    added = more.gpus[0].number
    both = there.gpus[0]._replace(number=there.gpus[0].number + added)
    others = [one._replace(gpus=(both,), added=added) if one is more else one for one in computers if one not in own]
    return [there, *others]


def _with_second(computers: Sequence[Computer], offered: Sequence[Computer], start: int) -> list[Computer]:
    """With one more of the only card that is there, where another one is offered."""
    own = [one for one in computers if one.role == "owned"]
    others = [one for one in offered if not own or [gpu.card_id for gpu in one.gpus] != [own[0].gpus[0].card_id]]
    if len(own) != 1 or not others or len(own[0].gpus) != 1:
        return [*computers]
    second = _with_one_more(own[0])._replace(role="offered", start=start, added=1)
    return [*own, *others, second]


def _there_before(one: Computer, sentence: Sentence) -> int:
    """How many of a card are there, by the word before one more of it; 0 for none."""
    words = [word for word in sentence.before(one.start, 3) if word not in ("used", "a", "an", "new")]
    return _HAS_ALREADY.get(words[-1], 0) if words else 0


def _with_one_more(one: Computer) -> Computer:
    return one._replace(gpus=tuple(gpu._replace(number=gpu.number + 1) for gpu in one.gpus))


def _role(part: Chip | NamedPart, found: Sequence[Computer], sentence: Sentence, end: int, *, is_bought: bool) -> Role:
    """Whether somebody has it: told by the words before it; what is held against an offer is one, too."""
    if not is_bought:
        return "owned"
    words = sentence.before(part.start, _WORDS_BEFORE)
    if _BESIDE_MONEY.search(sentence.text[: part.start]) is not None:
        return "owned"
    is_there = any(map(_OWNED.match, words[-2:])) or bool(_THERE & set(words))
    before, behind = sentence.text[: part.start], sentence.text[part.end :]
    if not is_there and (_OR_SERVICE.match(behind) or _INSTEAD.match(behind) or _NEEDED.search(before)):
        return "offered"
    if "offered" in words or (_PRICED.match(sentence.text[part.end :]) is not None and not is_there):
        return "offered"
    between = sentence.between(end, part.start)
    is_mine = bool({"my", "our"} & {*words[-2:]})
    if found and found[-1].role == "owned" and not is_mine and asks_second(between, sentence):
        return "offered"
    if found and found[-1].role == "offered" and not is_mine and _BETWEEN_OFFERS.search(between):
        return "offered"
    last = {word: place for place, word in enumerate(words)}
    sums = {place - 1 for place, word in enumerate(words) if _SUM.match(word)}  # `I have $700` has no card
    owned = max((place for word, place in last.items() if _OWNED.match(word) and place not in sums), default=-1)
    offered = max((place for word, place in last.items() if _OFFERED.match(word)), default=-1)
    is_instead = _REPLACED.search(sentence.text) is not None and found and bool({"with", "by", "for"} & set(words[-2:]))
    if is_instead:
        return "offered"
    if offered > owned and not _is_of_owned(words, offered, sentence.before(part.start, _CLAUSE)):
        return "offered"
    is_to_pay = _PAYS.search(sentence.text) is not None
    return "offered" if owned < 0 and _is_asked(words, is_to_pay=is_to_pay) else "owned"


def _is_of_owned(words: Sequence[str], offered: int, before: Sequence[str]) -> bool:
    """`worth it for my 3060`, `a fan for it in my` and `for a 3060 build` name no offer by `for` alone.

    `upgrading from a 1080 ti to a 3060` does, however far before that stands.
    """
    said = before if words[offered] == "to" and "from" in before else words[:offered]
    return words[offered] in ("for", "to") and not set(said) & _MOVING


def _is_asked(words: Sequence[str], *, is_to_pay: bool) -> bool:
    """`is a 3090 for $1000 worth it`, `would 2x 3090 pay off`, `does a Mac mini pay for itself`."""
    asked = (*_ASKED, *(_ASKED_TO_PAY if is_to_pay else ()))
    if "with" in words[-2:] and set(words[:-2]) & {*_ASKED, "build", "building"}:  # `would a pc with a 5090`
        return True
    if len(words) > 1 and words[-1] in ("a", "an", "the"):
        return words[-2] in (*asked, "or")
    return bool(words) and words[-1] in asked
