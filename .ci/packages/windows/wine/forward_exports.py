#!/usr/bin/env python3
"""Lets a library answer through another one where that has the function: `forward_exports.py IN HELPER OUT`.

Every function `name` of IN for which HELPER has `w_name` becomes a forwarder to it. The table of exports is written
anew into a section of its own behind the others, the rest of IN stays as it is. Needs pefile.
"""

import struct
import sys
from pathlib import Path

import pefile

SECTION = struct.Struct("<8sIIIIIIHHI")
READ_ONLY_DATA = 0x40000040
TABLE = struct.Struct("<IIHHIIIIIII")
"""IMAGE_EXPORT_DIRECTORY: characteristics, time, version (2), name, base, two counts, three places."""


def exports(file: str) -> set[str]:
    """The names of all functions a library has."""
    return {symbol.name.decode() for symbol in pefile.PE(file).DIRECTORY_ENTRY_EXPORT.symbols if symbol.name}


def aligned(number: int, step: int) -> int:
    """The next multiple."""
    return -(-number // step) * step


class Exports:
    """The table of a library's exports, to be changed and written to another place."""

    def __init__(self, pe: pefile.PE) -> None:
        self.head = pe.DIRECTORY_ENTRY_EXPORT.struct
        place = pe.OPTIONAL_HEADER.DATA_DIRECTORY[0]
        functions, names = self.head.NumberOfFunctions, self.head.NumberOfNames
        self.name = pe.get_string_at_rva(self.head.Name)
        self.names = struct.unpack(f"<{names}I", pe.get_data(self.head.AddressOfNames, 4 * names))
        self.numbers = struct.unpack(f"<{names}H", pe.get_data(self.head.AddressOfNameOrdinals, 2 * names))
        found = struct.unpack(f"<{functions}I", pe.get_data(self.head.AddressOfFunctions, 4 * functions))
        # what lies inside of the old table is the text of a forwarder
        inside = range(place.VirtualAddress, place.VirtualAddress + place.Size)
        self.functions: list[int | bytes] = [pe.get_string_at_rva(one) if one in inside else one for one in found]
        self.number_of = {pe.get_string_at_rva(name).decode(): self.numbers[at] for at, name in enumerate(self.names)}

    def at(self, start: int) -> bytes:
        """The table as it is to lie at that address."""
        places = start + TABLE.size
        names_at = places + 4 * len(self.functions)
        numbers_at = names_at + 4 * len(self.names)
        texts, text_at = bytearray(self.name + b"\0"), numbers_at + 2 * len(self.numbers)
        addresses = []
        for one in self.functions:
            addresses.append(one if isinstance(one, int) else text_at + len(texts))
            texts += b"" if isinstance(one, int) else one + b"\0"
        counts = (len(self.functions), len(self.names))
        head = TABLE.pack(
            0, self.head.TimeDateStamp, 0, 0, text_at, self.head.Base, *counts, places, names_at, numbers_at
        )
        tables = struct.pack(f"<{counts[0]}I{counts[1]}I{counts[1]}H", *addresses, *self.names, *self.numbers)
        return head + tables + bytes(texts)


def with_section(pe: pefile.PE, table: Exports) -> bytes:
    """The whole file with one section more, which holds the table.

    Raises:
        ValueError: its head has no room for another section.
    """
    raw, last, optional = bytearray(pe.__data__), pe.sections[-1], pe.OPTIONAL_HEADER
    address = aligned(last.VirtualAddress + last.Misc_VirtualSize, optional.SectionAlignment)
    content = table.at(address)
    entry, start = last.get_file_offset() + SECTION.size, aligned(len(raw), optional.FileAlignment)
    if entry + SECTION.size > optional.SizeOfHeaders or any(raw[entry : entry + SECTION.size]):
        raise ValueError("no room for another section")
    stored = aligned(len(content), optional.FileAlignment)
    raw += bytes(start - len(raw)) + content + bytes(stored - len(content))
    SECTION.pack_into(raw, entry, b".more", len(content), address, stored, start, 0, 0, 0, 0, READ_ONLY_DATA)
    struct.pack_into("<H", raw, pe.FILE_HEADER.get_file_offset() + 2, len(pe.sections) + 1)
    image_bytes = address + aligned(len(content), optional.SectionAlignment)
    struct.pack_into("<I", raw, optional.get_file_offset() + 56, image_bytes)  # SizeOfImage
    struct.pack_into("<II", raw, optional.DATA_DIRECTORY[0].get_file_offset(), address, len(content))
    return bytes(raw)


def main(library: str, helper: str, written: str) -> None:
    """Forward, and say how many."""
    pe = pefile.PE(library)
    table, count = Exports(pe), 0
    for name in exports(helper):
        number = table.number_of.get(name.removeprefix("w_"))
        if number is not None:
            table.functions[number] = f"{Path(helper).stem}.{name}".encode()
            count += 1
    Path(written).write_bytes(with_section(pe, table))
    sys.stdout.write(f"{count} functions forwarded\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
