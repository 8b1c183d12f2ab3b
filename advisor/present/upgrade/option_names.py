"""What the ways of spending money are called, and how fast each does a kind of work, in the words of that work."""

from collections.abc import Iterator

from advisor.answer.judge.light import LATE
from advisor.answer.judge.thinking import thought_of
from advisor.answer.money.prices import api_model
from advisor.answer.worth.compared import Compared
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.speed import Reached
from advisor.catalog.cards.catalog import Catalog
from advisor.facts.answers.fleet import FleetPurchase
from advisor.facts.answers.text_answer import SmallerSetting
from advisor.facts.answers.worth import CandidateKind, Doubt
from advisor.facts.cards.workload import data_tokens
from advisor.facts.values.reason import Reason
from advisor.facts.values.units import KILO, MEGA, SECONDS_PER_HOUR
from advisor.present.words.money import Currency
from advisor.present.words.processor_name import grouped, short_name
from advisor.present.words.quantity import UNKNOWN, duration, power, speed, speed_number, tokens
from advisor.present.words.reasons.in_words import in_words
from advisor.present.words.support_words import ended_support
from advisor.present.words.words import capital, joined, say, say_count, to_say

_WITHIN: dict[CandidateKind, str] = {
    "second_card": to_say("an added {name}"),
    "rent": to_say("a rented {name}"),
    "nothing": to_say("doing nothing"),
    "computer": to_say("a computer with {name}"),
}
_ALONE: dict[CandidateKind, str] = {
    "second_card": to_say("Add {name}"),
    "rent": to_say("Rented {name}"),
    "nothing": to_say("This computer"),
    "computer": to_say("Computer with {name}"),
}
_EACH = {"image": to_say("a picture"), "video": to_say("a clip")}
_RUN = to_say("one run")
DOUBTS: dict[Doubt, str] = {
    "slot_unknown": to_say("free slot unknown"),
    "second_slot_unknown": to_say("second GPU slot unknown"),
    "third_slot": to_say("few boards have x16 slots for so many GPUs"),
    "two_makers": to_say("with the other maker's GPU it works only in Vulkan builds"),
    "length_unknown": to_say("room in the case unknown"),
    "supply_unknown": to_say("power supply unknown"),
    "supply_in_price": to_say("price includes a larger power supply"),
    "memory_slots_unknown": to_say("free memory slot unknown"),
    "most_memory_unknown": to_say("most memory the board takes unknown"),
    "may_be_soldered": to_say("only where memory is in sockets, not soldered"),
    "die_limits": to_say("faster than the CPU"),
    "largest_memory_meant": to_say("in its largest memory size"),
    "no_fan": to_say("made for servers: Above 4G decoding, a blower, often a power adapter, no video output"),
    "resizable_bar": to_say("needs Resizable BAR turned on in the BIOS"),
    "no_resizable_bar": to_say("needs Resizable BAR, which few boards for this CPU have"),
    "outside": to_say("in an eGPU box, sold separately"),
}
"""What is not known of a way, or to be minded."""
_LARGEST_SUPPLY_W = 1600.0
"""The largest that shops sell for computers at home (corsair.com, AX1600i)."""
_ITEMS = {"embed": to_say("texts"), "classify": to_say("pictures")}


def best_name(one: Compared | FleetPurchase) -> str:
    """What a candidate is called within a sentence."""
    name = _name(one)
    if one.kind in _WITHIN and not _is_product(one):
        return say(_WITHIN[one.kind], name=name)
    if one.kind == "api":
        return say("the API of {name}", name=name) if name else say("an API")
    if one.kind == "setting":
        return say("a driver for the {name}", name=name) if one.id == "driver" else _setting_words(one.setting)
    if one.kind in ("card", "computer"):
        return say(_article(name), name=name)
    is_one = isinstance(one.name, Reason) and one.name.code == "second_stick"
    return say("a {name}", name=name) if is_one else name


def option_name(one: Compared) -> str:
    """What a way is called outside of a sentence: "RTX 3090", "Second stick", "This computer"."""
    name = _name(one)
    if one.kind in _ALONE and not _is_product(one):
        return say(_ALONE[one.kind], name=name)
    if one.kind == "api":
        return say("API of {name}", name=name) if name else say("An API")
    if one.kind == "setting":
        article, _, rest = best_name(one).partition(" ")
        return capital(rest if article == "a" else best_name(one))
    return capital(name)


def _name(one: Compared | FleetPurchase) -> str:
    """The name of a product without its maker, of a provider as it stands."""
    name = in_words(one.name) if isinstance(one.name, Reason) else one.name
    name = name if one.kind == "api" else short_name(name)
    return say("{name} in an eGPU box", name=name) if "outside" in one.doubts else name


def _is_product(one: Compared | FleetPurchase) -> bool:
    """Whether it is a computer by its own name, not by that of its chip."""
    return one.kind == "computer" and "largest_memory_meant" not in one.doubts


def setting_name(setting: SmallerSetting | None) -> str:
    """With which change something is bought; empty for none."""
    return "" if setting is None else _setting_words(setting)


def _setting_words(setting: SmallerSetting | None) -> str:
    """A change that costs nothing."""
    if setting is None:
        return say("turning on XMP/EXPO in the BIOS")
    if setting.method is not None:
        return say("QLoRA (4-bit model)")
    if setting.quant is not None:
        return say("a {quant} file", quant=setting.quant)
    if setting.context_tokens is not None:
        return say("a context of {tokens}", tokens=tokens(setting.context_tokens))
    if setting.cache_type is not None:
        return say("a {cache_type} KV cache", cache_type=setting.cache_type)
    return say("a batch of {tokens}", tokens=tokens(setting.ubatch_tokens))


def _article(name: str) -> str:
    """By how the first word is spoken: letters one by one where it is no word (an RTX, an M5, a GTX)."""
    first = name.split(" ")[0]
    spelled = (first.isupper() and not first.isalpha()) or first in ("RTX", "RX")
    vowels = "AEFHILMNORSX" if spelled else "AEIO"
    return to_say("an {name}") if first[:1] in vowels else to_say("a {name}")


def _timed(question: WorthQuestion) -> int | None:
    """Units of the speed in one thing whose time is told: a picture, a run of so many tokens; None for other work."""
    return 1 if question.task in _EACH else data_tokens(question.workload)


def rate_words(one: Reached, question: WorthQuestion, *, with_wait: bool = True) -> str:
    """The speed: "about 42 tokens/s, answer in 9 s", "a picture in about 12 s", "135 texts a second".

    The wait is that for the whole answer, thinking included, where that is what counts, else for the first word.
    """
    if one.rate is None and one.fit is None:
        return ""
    if one.rate is None:
        return say("won't fit") if one.fit == "too_big" else say("at an unknown speed")
    middle, task, timed = one.rate.middle, question.task, _timed(question)
    if question.is_interactive:
        return say("about {speed}{wait}", speed=speed(middle), wait=_wait_words(one) if with_wait else "")
    if timed:
        return say("{each} in about {time}", each=say(_EACH.get(task, _RUN)), time=duration(timed / middle))
    if task in _ITEMS:
        return say("about {middle} {items} a second", middle=speed_number(middle), items=say(_ITEMS[task]))
    if task == "speech":
        return say("about {middle} times as fast as people speak", middle=speed_number(middle))
    if question.at_once == 1:
        return say("about {speed}", speed=speed(middle))
    return say("about {speed} for all together", speed=speed(middle))


def _wait_words(one: Reached) -> str:
    if one.light.answer_s is not None and one.light.needed_s:
        time = duration(one.light.answer_s.middle)
        if one.light.thinks:
            return say(", answer in {time}, thinking included", time=time)
        if one.light.thinks is False:
            return say(", answer in {time}, thinking off", time=time)
        return say(", answer in {time}", time=time)
    return "" if one.first_word_s is None else say(", first word after {time}", time=duration(one.first_word_s))


def owner_name(one: Reached) -> str:
    """What does the work: "RTX 3090", "2 x RTX 3090"; empty where that is not known."""
    if one.processor is None:
        return ""
    if one.estimate is not None:
        return short_name(one.estimate.processor_name)
    return grouped(short_name(one.processor.counted_name), one.devices)


def range_words(one: Reached, question: WorthQuestion) -> str:
    """The range in the words of the speed: "36 to 48", "10 s to 15 s"."""
    if one.rate is None:
        return ""
    (low, _, high), timed = one.rate, _timed(question)
    ends = (duration(timed / high), duration(timed / low)) if timed else (speed_number(low), speed_number(high))
    return say("{low} to {high}", low=ends[0], high=ends[1])


def worst_words(one: Reached, question: WorthQuestion) -> str:
    """The bad end of its range: "15 s", "36 tokens/s"."""
    if one.rate is None:
        return ""
    if timed := _timed(question):
        return duration(timed / one.rate.low)
    return speed(one.rate.low) if one.unit == "tokens" else speed_number(one.rate.low)


def model_names(one: Compared, question: WorthQuestion) -> tuple[str, ...]:
    """The models that run well with a way and not as it is, or there in a better file."""
    return tuple(_model_name(model_id, one, question.catalog) for model_id in one.newly_usable)


def _model_name(model_id: str, one: Compared, catalog: Catalog) -> str:
    name = (catalog.models.get(model_id) or catalog.other_models[model_id]).name
    return say("{model}, less compressed", model=name) if model_id in one.in_better_file else name


def made_possible(one: Compared, question: WorthQuestion) -> str:
    """The same in one line, the first with the speed that it has there; empty for none."""
    first, *others = model_names(one, question) or ("",)
    if first and one.opened is not None and one.opened.runs:
        first = say("{name} ({remarks})", name=first, remarks=rate_words(one.opened, question))
    return joined((first, *others), ", ") if first else ""


def possible_names(one: Compared, question: WorthQuestion) -> tuple[str, ...]:
    """The same, first of them the model that was asked about where it is of no use without that way."""
    names = model_names(one, question)
    return tuple(dict.fromkeys((question.model_text, *names))) if one.is_opening else names


def needs_words(one: Compared) -> str:
    """What the computer must have: "750 W supply, 3 slots wide, 336 mm"; empty where nothing is stated."""
    needs = one.needs
    if needs is None:
        return ""
    found = [_supply_words(needs.supply_w)] if needs.supply_w else []
    found += [say_count("{count} slot wide", "{count} slots wide", needs.slots)] if needs.slots else []
    found += [say("{length:.0f} mm", length=needs.length_mm)] if needs.length_mm else []
    found += [say("{count} x16 slots in all", count=needs.cards)] if "third_slot" in one.doubts else []
    found += _builds(one)
    found += [say("an extra fan")] if one.is_makeshift else []
    return joined(found, ", ")


def _builds(one: Compared) -> list[str]:
    """The one kind of program that uses the card, where its maker's current tools do not or others are beside it."""
    if "two_makers" in one.doubts or (one.card is not None and one.card.has_ended_rocm):
        return [say("a Vulkan build")]
    last_cuda = one.card.traits.last_cuda if one.card is not None else None
    return [say("a CUDA {cuda} build", cuda=last_cuda)] if last_cuda else []


def _supply_words(watts: float) -> str:
    """The power supply; two where nobody sells one so large."""
    if watts > _LARGEST_SUPPLY_W:
        return say("{power} from two power supplies", power=power(watts))
    return say("{power} supply", power=power(watts))


def million_words(one: Compared, question: WorthQuestion, currency: Currency) -> str:
    """What a million tokens cost, or one run: "$0.97 for a million tokens"; empty where that is not known."""
    if one.usd_per_million is None:
        return ""
    what, units = cost_unit(question)
    if one.kind == "api":
        text = to_say("{what} written, with what is read for them")
        if _thinks(one, question):
            text = to_say("{what} written, with what is read for them, without thinking")
        what = say(text, what=what)
    return say("{amount} for {what}", amount=currency.text(one.usd_per_million * units / MEGA), what=what)


def _thinks(one: Compared, question: WorthQuestion) -> bool:
    """Whether the model whose tokens are paid for thinks first, which comes on top."""
    card = question.catalog.models.get(api_model(one.id))
    return question.is_interactive and thought_of(card, question.catalog) is not None


def run_words(one: Compared, question: WorthQuestion, currency: Currency) -> tuple[str, ...]:
    """What one run of a training costs in electricity or rent, and how long it takes; nothing for other work."""
    tokens_of_run = data_tokens(question.workload)
    if not tokens_of_run or one.reached.rate is None or one.usd_per_day is None or not question.hours_per_day:
        return ()
    seconds = tokens_of_run / one.reached.rate.middle
    runs_a_day = question.hours_per_day * SECONDS_PER_HOUR / seconds
    amount = currency.text(one.usd_per_day / runs_a_day)
    return (say("One run: {time}, {amount}.", time=duration(seconds), amount=amount),)


def rate_heading(question: WorthQuestion) -> str:
    """What `short_rate` counts, as the title of a column."""
    if _timed(question):
        return say("{each} in", each=capital(say(_EACH.get(question.task, _RUN))))
    if question.task in _ITEMS:
        return say("{items} a second", items=capital(say(_ITEMS[question.task])))
    return say("Times as fast as spoken") if question.task == "speech" else say("Tokens/s")


def short_rate(one: Reached, question: WorthQuestion, *, with_range: bool = True) -> str:
    """The speed and its range without their unit: "42 (36 to 48)", "12 s (10 s to 15 s)"."""
    if one.rate is None:
        return "" if one.fit in (None, "too_big") else say(UNKNOWN)
    timed = _timed(question)
    middle = duration(timed / one.rate.middle) if timed else speed_number(one.rate.middle)
    return f"{middle}{say(' ({remarks})', remarks=range_words(one, question))}" if with_range else middle


def cost_unit(question: WorthQuestion) -> tuple[str, float]:
    """What a cost is told for, and how many units of the speed that is: a million tokens, a thousand pictures, a run.

    One picture costs next to nothing.
    """
    if question.task == "image":
        return say("a thousand pictures"), KILO
    if timed := _timed(question):
        return say(_EACH.get(question.task, _RUN)), timed
    if question.task in _ITEMS:
        return say("a million {items}", items=say(_ITEMS[question.task])), MEGA
    return (say("an hour of sound"), SECONDS_PER_HOUR) if question.task == "speech" else (say("a million tokens"), MEGA)


def enough_words(question: WorthQuestion) -> str:
    """What is enough for the work: "5 tokens/s and a first word within 10 s"; empty where no line is drawn.

    Where a whole answer is waited for that is the line of what is fine, as page Will it run? has it.
    """
    workload, task = question.workload, question.task
    if workload.is_interactive:
        wait = (workload.enough_first_word_s or 0.0) * (LATE if workload.enough_answer_s else 1.0)
        second = say(" and first word within {time}", time=duration(wait)) if wait else ""
        whole_s = workload.enough_answer_s
        third = say(", the whole answer within {time}", time=duration(whole_s)) if whole_s else ""
        return f"{speed(workload.enough_tokens_per_s)}{second}{third}"
    if workload.enough_items_per_s:
        items = say(_ITEMS.get(task, to_say("items")))
        return say("{number} {items} a second", number=speed_number(workload.enough_items_per_s), items=items)
    if workload.enough_tokens_per_s:
        enough = speed(workload.enough_tokens_per_s)
        return enough if workload.fields.get("concurrency") == 1 else say("{speed} for each user", speed=enough)
    if workload.enough_s and workload.pile_requests:
        count, time = workload.pile_requests, duration(workload.enough_s)
        return say("{count:,} requests in {time}", count=count, time=time)
    if workload.enough_s:
        what, of_run = say(_EACH.get(task, to_say("a recording of that length"))), data_tokens(workload)
        if of_run:
            what = say("a run over {amount:,.4g} million tokens", amount=of_run / MEGA)
        return say("{what} in {time}", what=what, time=duration(workload.enough_s))
    return ""


def to_mind(one: Compared) -> Iterator[str]:
    """What nobody should buy it without knowing."""
    found = [say(DOUBTS["no_fan"])] if "no_fan" in one.doubts else []
    found += ended_support(one.card) if one.card is not None else ()
    yield from (say("Note: {what}.", what=what) for what in found)
