"""How what claims say is computed, written for people: names of inputs in braces stand for what a claim calls them."""

from collections.abc import Mapping

from advisor.facts.answers.claim import FormulaName
from advisor.present.words.words import to_say

FORMULAS: Mapping[FormulaName, str] = {
    "product": to_say("{units} x {per_unit}"),
    "clocked": to_say("{units} x {clock} x {per_clock}"),
    "ratio": to_say("{first} / {second}"),
    "read_per_watt": to_say("(bytes per second / watts) of the card / that of the processor"),
    "share": to_say("{part} / ({part} + {rest})"),
    "link_ratio": to_say("link between cards / (rate of one lane x lanes)"),
    "slice_units": to_say("compute units of the slice / those of the card"),
    "slice_memory": to_say("parts of the memory of the slice / those of the card"),
    "layer_flop": to_say("2 x rows x inputs x outputs"),
    "layer_over_ridge": to_say("calculations per byte of the layer / (calculations per second / bytes per second)"),
    "requests_to_fill": to_say("(calculations per second / bytes per second) / (2 calculations / bytes of a weight)"),
    "used_share": to_say("requests / requests that fill the arithmetic, at most 1"),
    "whole_speed_up": to_say("1 / ((1 - share) + share / speed-up)"),
    "busy_share": to_say("requests per second x time of one"),
    "cache_share": to_say("weights x bytes of one / last cache"),
    "trip_worth": to_say("calculations per byte sent / (calculations per second of the processor / rate of the link)"),
    "request_speed_up": to_say(
        "work / rate of the processor / (launches + bytes / link + 2 copies + work / rate of the card)"
    ),
    "token_flop": to_say("2 x weights that act on a token"),
    "cache_bytes": to_say("tokens x layers x (key + value) x 2 bytes"),
    "need_share": to_say("(weights + conversation memory) / memory"),
    "cards_needed": to_say("weights / memory of one card, rounded up"),
    "stored_share": to_say("weights x bits of each / memory"),
    "file_ratio": to_say("size in one form / size in the other, tensor by tensor"),
    "read_speed": to_say("memory bandwidth / bytes that one token reads"),
    "read_share": to_say("bytes that one token reads / bytes of all weights"),
    "reading_speed": to_say("words per second / words in a token"),
    "run_flop": to_say("6 x weights x tokens"),
    "run_time": to_say("6 x weights x tokens / (cards x rate x share of the rate reached x share of the time at work)"),
    "device_time": to_say("6 x weights x tokens / (rate x share of the rate reached x share of the time at work)"),
    "needed_utilization": to_say("6 x weights x tokens / (cards x rate x time)"),
    "stop_interval": to_say("mean time between stops of one card / cards"),
    "write_interval": to_say("square root of (2 x time to write x time between stops)"),
    "time_at_work": to_say("1 / (1 + writing / interval + (interval / 2 + restart) / time between stops)"),
    "state_per_weight": to_say("(weights + gradients + states of the optimizer) / weights"),
    "state_bytes": to_say("weights + gradients + states of the optimizer"),
    "state_ratio": to_say("(weights + gradients + states) of one way / those of the other"),
    "tuning_share": to_say("(weights + gradients + states + kept values + runtime) / memory"),
    "served_tokens": to_say("6 x weights x tokens of training / (2 x weights)"),
    "same_job": to_say("time x first rate / (second rate x share of it reached)"),
    "token_cost": to_say("watts / speed x price of electricity"),
    "token_cost_ratio": to_say("watts / speed x price of electricity / price of a token from others"),
    "rented_request_ratio": to_say(
        "price of an hour / requests the card answers in it / price of a request from others"
    ),
    "idle_year": to_say("watts x hours of a year x price of electricity"),
    "work_year": to_say("watts x hours of work of a year x price of electricity"),
    "hours_at_work": to_say("price / (rent - watts x price of electricity)"),
    "time_owned": to_say("price / (rent of a day - electricity of a day)"),
}
