"""The codes of reasons, a file for each room that makes them: what is said, without words.

Door: codes.py.

How a file of a room below present/ loses its English:

1. Find its texts: `unknown("...")`, `Unavailable("...")`, `Gap`, notes, basis, warnings, sentences, messages of errors.
2. Each text becomes a code in the Literal of its room here: snake_case, what the matter is (`no_file`), not where it
   is seen. The same matter has the same code everywhere; look through all rooms before you add one.
3. Its gaps become parameters: names and paths as str, amounts as numbers in base units, a part that is a text of its
   own as a Reason, a list as a tuple. `unknown("no_file", path=path)`, elsewhere `reason("no_file", path=path)`.
4. The words go into the table of the room in present/words/reasons/, one line for each code, with the same names in
   braces; after a colon stands how a number is written: `{size_bytes:capacity}`, `{rate:.0f}`. Two texts for one code,
   (one, many), take the number of `count`.
5. Fields that held texts are of type Reason. They read a plain string (older files) as `told`; code of ours never makes
   `told` of its own English, only of what another program said.
6. An error of ours is a `ReasonError` made like a reason; who shows it says `in_words(error.reason)`.
7. Who shows a reason says `in_words(reason)`. A command that prints JSON writes
   `told_json(record)` in place of `record.model_dump_json()`.
8. Nothing compares or searches texts: ask for `reason.code`, or keep the fact that decides in a field of its own.
9. Tests at the room's door ask for codes and parameters; those of present/ and cli/ for words.
"""
