"""Words for what is wrong with a file of prices."""

from advisor.present.words.reasons.template import Template

PRICE_PACK: dict[str, Template] = {
    "price_pack_refused": "{path} cannot be used: {faults:; }",
    "price_pack_more": ("{count} more fault", "{count} more faults"),
    "price_pack_line": "line {number}",
    "price_pack_entry": "price {number}",
    "price_pack_head": "its head",
    "price_pack_ending": "files of prices end in .csv or .toml",
    "price_pack_too_long": "it has {size_bytes:,} bytes, and at most {most_bytes:,} are read",
    "price_pack_encoding": "it is not written in UTF-8",
    "price_pack_no_toml": "it is no TOML ({cause})",
    "price_pack_no_csv": "line {number} is no CSV ({cause})",
    "price_pack_columns": "its first line does not name columns, once each and of among them; known are {known}",
    "price_pack_line_too_long": "{row} has {values} values for {columns} columns",
    "price_pack_names_unknown": "{row} names {names}, which is not known here; known are {known}",
    "price_pack_too_many": "it lists more than {most:,} prices",
    "price_pack_without_prices": "it lists no prices",
    "price_pack_missing": "{row} has no {field}",
    "price_pack_word": "{row} says {text}, and known are {known}",
    "price_pack_day": "{row} has {text}, which is no day until today such as 2026-11-20",
    "price_pack_amount": "{row} has {text}, which is no price between {least:,g} and {most:,.0f} US dollars",
    "price_pack_span": "{row} goes from {low:,.2f} to {high:,.2f} US dollars, which is no span of one price",
    "price_pack_currency_odd": "{row} has the currency {text}, which is no code of three letters such as EUR",
    "price_pack_rate_missing": "{row} is in {code}, and no usd_rate says how many US dollars that is",
    "price_pack_rate_odd": "{row} has a rate of {code} that is no number above 0 and up to 1,000",
    "price_pack_twice": "{row} repeats {other}",
    "price_pack_unknown": "{row}: nothing is known as {name}",
    "price_pack_unknown_more": ("{count} more name is not known", "{count} more names are not known"),
    "price_pack_unknown_near": "{row}: nothing is known as {name}; nearest known: {near}",
}
