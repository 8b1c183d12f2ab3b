"""Overwrites what a firmware table holds beyond what is read from it: serial numbers, tags, ids, words of the maker.

Layout: DMTF DSP0134. Lengths and string numbers stay, so that the table reads as before.
"""

_HEADER_BYTES = 4
_WINDOWS_HEADER_BYTES = 8
_END = 127
_KEPT_STRINGS = {
    0: (4, 5, 8),
    1: (4, 5, 6),
    2: (4, 5, 6),
    3: (4,),
    4: (4, 7, 0x10),
    7: (4,),
    17: (0x10, 0x11, 0x17, 0x1A),
}
"""Offsets of the string numbers that name makers, products, slots and parts, by type of entry."""
_SECRET_STRINGS = {1: (7, 0x19), 2: (7, 8), 3: (7, 8), 4: (0x20, 0x21), 17: (0x18, 0x19)}
_KEPT_NUMBERS = range(128)
"""Entries of the standard; those of makers may hold anything."""
_SYSTEM, _UUID = 1, slice(8, 24)


def blanked_tables(table: bytes) -> bytes:
    """The table with only what tells the hardware; from a damaged entry on, nothing."""
    blanked = bytearray()
    start = 0
    while start < len(table):
        length = table[start + 1] if start + 1 < len(table) else 0
        end = table.find(b"\0\0", start + length)
        if length < _HEADER_BYTES or end < 0:
            blanked += bytes(len(table) - start)
            break
        at = len(blanked)
        blanked += _blanked_entry(table[start : start + length], table[start + length : end]) + b"\0\0"
        start = end + 2
        if blanked[at] == _END:
            blanked += bytes(len(table) - start)
            break
    return bytes(blanked)


def blanked_windows_tables(raw: bytes) -> bytes:
    """The same behind the header that Windows puts before the table."""
    return raw[:_WINDOWS_HEADER_BYTES] + blanked_tables(raw[_WINDOWS_HEADER_BYTES:])


def _blanked_entry(body: bytes, strings: bytes) -> bytes:
    kind = body[0]
    numbers = bytearray(body)
    if kind not in _KEPT_NUMBERS:
        numbers[_HEADER_BYTES:] = bytes(len(body) - _HEADER_BYTES)
    if kind == _SYSTEM:
        numbers[_UUID] = bytes(len(numbers[_UUID]))
    secret = {body[offset] for offset in _SECRET_STRINGS.get(kind, ()) if offset < len(body)}
    kept = {body[offset] for offset in _KEPT_STRINGS.get(kind, ()) if offset < len(body)} - secret
    texts = [text if number in kept else b"x" * len(text) for number, text in enumerate(strings.split(b"\0"), start=1)]
    return bytes(numbers) + b"\0".join(texts)
