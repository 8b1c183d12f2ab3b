"""What may be spent, as people write it: `$500`, `500 bucks`, `5k`, `under 800`; and subscriptions that are named."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.catalog.cards.catalog import Catalog
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.facts.cards.price import PriceCard

CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP"}
_NAMES = {"d": "USD", "us": "USD", "b": "USD", "e": "EUR", "p": "GBP", "g": "GBP"}
_CODES = "chf|cad|aud|nzd|sek|nok|dkk|pln|czk|huf|ron|jpy|cny|inr|krw|brl|mxn|zar|sgd|hkd|ils|thb|php|myr|idr"
"""Currencies that people write by their code."""
_WORDS = {"franc": "CHF", "zl": "PLN", "zloty": "PLN", "kron": "SEK", "rupee": "INR", "yen": "JPY", "real": "BRL"}
_AMOUNT = r"(\d{1,7}(?:\.\d{1,2})?) ?(k?)"
_SIGN = r"[$€£]|(?:us )?dollars?\b|usd\b|bucks?\b|euros?\b|eur\b|pounds?\b|gbp\b|quid\b"
_SIGN += rf"|(?:{_CODES})\b|(?:swiss )?francs?\b|zl\b|zloty(?:s|ch)?\b|kronor\b|rupees?\b|yen\b|reais\b"
_NO_UNIT = (
    r"(?! ?(?:(?:gi?b|tb|w|watts?|mm|mb|b|m|k|x|ti|xtx?|super|tokens?|tok|s|t/s|users?|people|persons?|employees"
    r"|staff|colleagues|developers|devs|engineers|students|pupils|members"
    r"|lawyers|clients|hours?|h|min|ram|vram"
    rf"|ctx|context|images?|pictures?|videos?|gen|gaming|movies?|films?|resolution|upscal\w+|minutes?|mins|seconds?"
    rf"|secs?|ms|fps|steps|percent|years?|months?|days?|weeks?|hrs)\b|%|{_SIGN}))"
)
_NO_CONTEXT = r"(?!(?:16|32|64|128|256)k(?! (?:budget|to spend|max|total)\b))"
"""Powers of two stand for a context where nothing says that they are money."""
_MONEY = re.compile(
    rf"(?:us)?([$€£]|\b(?:{_CODES})(?= ?\d)) ?{_AMOUNT}\b"
    rf"|(?<![\w.-]){_AMOUNT} ?(?![$€£] ?\d)({_SIGN})"
    rf"|\b(?:budget(?: is| of|:)?(?: about| around| up to)?|under|below|up to|at most|less than|spend|spending"
    rf"|(?<!ai )(?<!m\d )max\.?(?:imum)?(?: of)?|for about)"
    rf" ~?{_AMOUNT}\b{_NO_UNIT}"
    rf"|(?:\b(?:cards?|gpus?|pcs?|laptops?|macs?|macbooks?|machines?|computers?|builds?|rigs?|servers?|something|buy"
    rf"|get) (?:for|at|around|about) ~?)(?=\d{{3}}|\d{{1,2}} ?k\b|\d{{1,2}} *(?:[,.?!]|$)){_AMOUNT}\b{_NO_UNIT}"
    rf"|(?<![\w.-]){_NO_CONTEXT}(\d{{1,3}}(?:\.\d)?)k(?= (?:budget|to spend|max|total|and (?:an?|my))\b| *(?:[:,.]|$))"
    rf"|(?<![\w.-]){_AMOUNT}(?= (?:budget|to spend)\b)"
    r"|(?:(?<=is )(?=\d{2,5} (?:too much|a (?:good|fair|great) (?:price|deal)) for )"
    r"|(?<=\d for )|(?<=ti for )|(?<=xt for )|(?<=gb for )|(?<=gb at ))(\d{2,5})"
    r"(?= *(?:$|[,.?!])| (?:worth|used|or|for|and|vs|versus|is|be|a good|good|ok|fair|too much)\b)"
    r"|\b(?:pay|paying|spend|spending|costs?(?: me| us)?|bill(?: is| of)?) (?:about |around |some )?(\d{2,5})"
    r"(?= ?(?:/|a|per|every|each) ?(?:day|week|month|mo|year)\b)"
    r"|(?<![\w.$€£-])(\d{1,5}(?:\.\d{1,2})?)(?= ?(?:/|a|per|every|each) ?(?:month|mo)\b| monthly\b)"
    r"|(?<=(?:at|or) )(\d{2,5})(?= (?:each|apiece|a piece|per card|a pop)\b)",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"(?:\b(?:at|costs?|costing|asking|priced(?: at)?|listed (?:at|for)"
    r"|(?:goes|going|sells|selling|sold|sale|offer) (?:at|for)|worth(?: about| around| only| the)?)"
    r"|\w*\d\w*(?: ?(?:gb|ti|xt|xtx|super))?"
    r"(?: (?:now|used|local(?:ly)?|today|here|on ebay|worth(?: it| buying)?))* for(?: about| around| roughly)?"
    r"|\b\w*\d{3}\w*(?: ?(?:\d{1,2} ?gb|ti|xt|xtx|super))*(?: (?:used|new))?) *$",
    re.IGNORECASE,
)
"""Before an amount: what a thing costs; `a 3090 for $700`, but no `card for $700`."""
_FOR_EITHER = re.compile(
    r"\b(?:or|vs\.?|versus) (?!an? |the |one |this |that |used |new |my )(?:[\w-]+ ){1,4}"
    r"(?:for|with|on|under|below|up to|at)(?: about| around| roughly| under)? *$",
    re.IGNORECASE,
)
"""Before the only amount: what follows two things that are named without an article is money for either."""
NO_MONEY = re.compile(
    r"\b(?:no|zero|without(?: any)?|not any|0)(?: extra| more)? (?:money|cash|funds|budget|dollars|euros|bucks)\b"
    r"(?! (?:limit|cap|constraint|restriction|ceiling))(?: to spend| left| at all| for (?:it|this|that))*"
    r"|(?<![\w.])(?:[$€£] ?0|0 ?[$€£])(?![\d.,]\d|\d)(?: (?:to spend|budget|left))*"
    r"|\b(?:can ?not|can't|cant|won't|wont|don't want to|dont want to|do not want to|not going to) "
    r"(?:spend|buy|pay|afford)(?: for)? (?:anything|any money|money|a (?:cent|penny|dime|thing)|any hardware)\b"
    r"|\bwithout (?:spending|buying|paying)(?: for)?(?: anything| any money| money| any hardware| new hardware)\b"
    r"|\b(?:i'?m|i am|am|being|totally) broke\b|\bbroke student\b",
    re.IGNORECASE,
)
"""Nothing can be spent."""
_PAID = re.compile(
    r"\b(?:i|we|i've|ive|just) (?:have |just |recently )*(?:bought|paid|got|ordered|scored|picked up)\b[^.?!]*$", re.I
)
_HAD = re.compile(r"\bgot(?: only| about| around| just)* *$", re.IGNORECASE)
"""Right before an amount: it is there to be spent."""
_JUDGED = re.compile(
    r"\b(?:deal|too much|overpa\w+|good price|fair|worth|rip-?off|upgrad\w*|budget|to spend|left|buy|sell)\b",
    re.IGNORECASE,
)
_MORE = re.compile(r"^ *(budget|to spend|max(imum)?|total)\b", re.IGNORECASE)
_ABOUT = re.compile(r"(?:\b(?:about|around|roughly|approx\w*|circa|ish) ?|~ ?)[$€£]?\d", re.IGNORECASE)
_NEAR = 12
"""Letters before an amount in which a word about it stands."""
_RECURRING = re.compile(
    r"^ ?(?:/|a|per|every|each) ?(?:day|week|month|mo|year)\b|^ (?:daily|monthly|yearly)\b", re.IGNORECASE
)
_OF_A_BILL = re.compile(
    r"^ ?(?:(?!a |an |the |for |in |to |and |or |budget)[\w.+-]+ ){0,2}(?:bills?|subscriptions?|plan)\b", re.IGNORECASE
)
"""Behind an amount: it is paid each month, whoever is paid."""
_DAYS = {"day": 1.0, "daily": 1.0, "week": 7.0, "mo": 30.0, "year": 365.0}


_SEATS = r"(?:(?P<number>\d{1,4}) ?x? )?"
_BEHIND = r"(?: (?:subscriptions?|plans?|seats?|accounts?|licen[cs]es?|memberships?))?"


_OF_PLAN = re.compile(r"[\s(,:]*(?:(?:for|at|on|is|costs?(?: me)?|which is|that is|=)\s*)?", re.IGNORECASE)
"""Between the name of a plan and what it costs."""


SERVICES = {
    "claude code": "Claude Pro", "chat ?gpt": "ChatGPT Plus", "claude": "Claude Pro", "cursor": "Cursor Pro",
    "(?:github )?copilot": "GitHub Copilot Pro", "gemini": "Google AI Pro", "perplexity": "Perplexity Pro",
}  # fmt: skip
"""The least plan of what people call by its bare name."""
_HELD_BEFORE = (
    r"(?:or|vs\.?|versus|instead of|than|replac\w+|cancel\w*)"
    r" (?:(?:just|keep\w*|using|use|paying|pay|for|my|stay\w*|with|on) )*"
)


_HOURLY = re.compile(r"^ ?(?:/|an?|per|each|every) ?(?:hour|hr|h)\b", re.IGNORECASE)


class Spent(NamedTuple):
    """What may be spent, in which currency, and where that stands; `is_asked`: a thing costs it, as it was told.

    `is_about`: `around $500` may be somewhat more. `is_shared`: it is money for either of two things.
    """

    amount: float
    currency: str
    is_asked: bool = False
    start: int = 0
    end: int = 0
    is_about: bool = False
    is_shared: bool = False


class Recurring(NamedTuple):
    """What is paid again and again, or was, as it was written, and how much that is a month.

    `is_of_plan`: a service is named; `is_assumed`: only that was written, the amount is its price for so many `seats`.
    """

    text: str
    monthly: Spent
    is_assumed: bool = False
    seats: int = 1
    is_of_plan: bool = False


def for_each_user(one: Recurring, users: int | None) -> Recurring:
    """A plan that was only named, once for each of so many people."""
    if not one.is_assumed or one.seats > 1 or not users or users < 2:
        return one
    monthly = one.monthly._replace(amount=users * one.monthly.amount)
    return one._replace(text=f"{users} times {one.text}", monthly=monthly, seats=users)


def spent_among(sentence: Sentence) -> tuple[list[Spent], list[Recurring], list[Recurring]]:
    """What may be spent or things cost, in its order; what was paid for what is there; what is paid again and again."""
    found, recurring = list[Spent](), list[Recurring]()
    for one in sentence.take(_MONEY):
        if _HOURLY.match(sentence.left[one.end() :]) is not None:  # what rent costs is no budget
            sentence.give_back(one.start(), one.end())
            continue
        if (again := _RECURRING.match(sentence.left[one.end() :])) is not None:
            days = next(days for word, days in _DAYS.items() if word in again[0].lower())
            paid = _amount(one)
            recurring.append(Recurring(f"{one[0]}{again[0]}".strip(), paid._replace(amount=paid.amount * 30 / days)))
            sentence.blank(one.end(), one.end() + again.end())
            continue
        if (_OF_A_BILL.match(sentence.left[one.end() :])) is not None:
            recurring.append(Recurring(one[0].strip(), _amount(one)))
            continue
        is_asked = _ASKED.search(sentence.text[: one.start()]) is not None and not _MORE.match(
            sentence.left[one.end() :]
        )
        is_about = _ABOUT.search(sentence.text[max(0, one.start() - _NEAR) : one.end()]) is not None
        spent = _amount(one)._replace(is_asked=is_asked, start=one.start(), end=one.end())
        found.append(spent._replace(is_about=is_about and not is_asked))
        if (behind := _MORE.match(sentence.left[one.end() :])) is not None:
            sentence.blank(one.end(), one.end() + behind.end())
    if len(found) == 1 and _FOR_EITHER.search(sentence.text[: found[0].start]) is not None:
        found = [found[0]._replace(is_asked=False, is_shared=True)]
    past = [one for one in found if _is_past(sentence.text, one)]
    told = [Recurring(f"{one.amount:,.0f} {one.currency}, which is paid", one) for one in past]
    return [one for one in found if one not in past], told, recurring


def _is_past(text: str, one: Spent) -> bool:
    """Whether it was paid for what is there, without a word on the price: `I bought a 3090 for 700, can it run`."""
    is_judged = _JUDGED.search(text) is not None
    before = text[: one.start]
    return not is_judged and _PAID.search(before) is not None and _HAD.search(before) is None


def _amount(one: re.Match[str]) -> Spent:
    sign, first, first_k, second, second_k, name, third, third_k, of, of_k, fourth, fifth, fifth_k, *bare = one.groups()
    ways = (
        (first, first_k),
        (second, second_k),
        (third, third_k),
        (of, of_k),
        (fourth, "k"),
        (fifth, fifth_k),
        *((amount, "") for amount in bare),
    )
    amount, thousand = next(pair for pair in ways if pair[0])
    currency = CURRENCIES.get(sign or name or "") or currency_named(sign or name or "")
    return Spent(float(amount) * (1000 if thousand else 1), currency)


def currency_named(currency: str) -> str:
    """The code of a currency by the word for it; of none that of the prices."""
    word = currency.lower().removeprefix("swiss ")
    if re.fullmatch(_CODES, word) is not None:
        return word.upper()
    if other := next((code for start, code in _WORDS.items() if word.startswith(start)), ""):
        return other
    return next((code for start, code in _NAMES.items() if word.startswith(start)), "GBP" if word == "quid" else "USD")


def subscriptions_among(sentence: Sentence, catalog: Catalog, amounts: Sequence[Spent] = ()) -> list[Recurring]:
    """Those that are named, each with what it costs a month: the amount beside it, else its price."""
    cards = [one for one in catalog.prices.values() if one.kind == "subscription" and one.currency == "USD"]
    found = [one for card in cards for one in _of_card(sentence, card, amounts)]
    return found or [*_of_services(sentence, cards, amounts)]


def _of_services(sentence: Sentence, cards: Sequence[PriceCard], amounts: Sequence[Spent]) -> Iterator[Recurring]:
    """A service by its bare name: what it is told to cost, else its least plan where something is held against it."""
    for name, plan in SERVICES.items():
        held = re.compile(
            rf"\b{_HELD_BEFORE}{name}\b(?! (?:plus|pro|max|\d))|\b{name}(?: subscription| api)? (?:or|vs\.?|versus)\b",
            re.IGNORECASE,
        )
        bare = re.compile(rf"\b{name}\b", re.IGNORECASE)
        priced = ((one, _beside(sentence, one, amounts)) for one in bare.finditer(sentence.left))
        if (told := next(((one, amount) for one, amount in priced if amount is not None), None)) is not None:
            yield _told(told[1], told[0][0])
            sentence.take(bare)
            return
        card = next((one for one in cards if one.name == plan), None)
        if card is not None and card.low_price and held.search(sentence.text) is not None:
            text = f"${card.low_price:,.0f} a month for {card.name} ({card.as_of:%B %Y})"
            yield Recurring(text, Spent(card.low_price, "USD"), is_assumed=True, is_of_plan=True)
            sentence.take(bare)
            return


def _of_card(sentence: Sentence, card: PriceCard, amounts: Sequence[Spent]) -> Iterator[Recurring]:
    names = "|".join(re.escape(one).replace(r"\ ", "[ -]?") for one in (card.name, *card.aliases))
    low, high = card.low_price or 0.0, card.high_price or 0.0
    for one in sentence.take(re.compile(rf"\b{_SEATS}(?:{names})\b{_BEHIND}", re.IGNORECASE)):
        number = int(one["number"] or 1)
        if (told := _beside(sentence, one, amounts)) is not None:
            yield _told(told, card.name, number)
            continue
        amount = f"${low:,.0f}" if low == high else f"${low:,.0f} to ${high:,.0f}"
        each_seat = " each" if number > 1 else ""
        text = f"{amount} a month{each_seat} for {card.name} ({card.as_of:%B %Y})"
        yield Recurring(text, Spent(number * (low + high) / 2, "USD"), is_assumed=True, seats=number, is_of_plan=True)


def _told(amount: Spent, name: str, number: int = 1) -> Recurring:
    """A plan with what it was told to cost, which is paid each month whether that was said or not."""
    monthly = amount._replace(amount=number * amount.amount)
    return Recurring(f"{amount.amount:,.0f} {amount.currency} for {name}", monthly, seats=number, is_of_plan=True)


def _beside(sentence: Sentence, plan: re.Match[str], amounts: Sequence[Spent]) -> Spent | None:
    """The amount that is that of a plan."""
    return next((each for each in amounts if _is_beside(sentence, plan, each)), None)


def _is_beside(sentence: Sentence, plan: re.Match[str], amount: Spent) -> bool:
    """Whether an amount is that of a plan: `chatgpt plus 20 bucks`, `$20 for chatgpt plus`."""
    behind, before = sentence.text[plan.end() : amount.start], sentence.text[amount.end : plan.start()]
    return (amount.start >= plan.end() and _OF_PLAN.fullmatch(behind) is not None) or (
        plan.start() >= amount.end and _OF_PLAN.fullmatch(before) is not None
    )
