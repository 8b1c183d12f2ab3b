"""Splits what a child writes into messages; knows no process and no clock."""

from pydantic import ValidationError

from advisor.facts.values.message import MESSAGE, Message
from advisor.facts.values.reason import Reason, reason
from advisor.facts.values.units import MIB

LONGEST_LINE_BYTES = MIB


class MessageLines:
    """Joins the pieces of a byte stream to lines and reads each as a message.

    `fault` tells why this child cannot be listened to any longer: a line that is no message, or one
    that is too long. Nothing is read after it. What libraries print never gets here: the child's side (`emit`) turns
    it to stderr.
    """

    def __init__(self) -> None:
        self.fault: Reason | None = None
        self._rest = bytearray()

    def feed(self, data: bytes) -> tuple[Message, ...]:
        """The messages that these bytes complete, in order."""
        messages: list[Message] = []
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._append(end)
            if self.fault:
                break
            message = self._read(bytes(self._rest))
            self._rest.clear()
            if self.fault:
                break
            if message is not None:
                messages.append(message)
        self._append(rest)
        return tuple(messages)

    def _append(self, piece: bytes) -> None:
        if self.fault:
            return
        self._rest += piece
        if len(self._rest) > LONGEST_LINE_BYTES:
            self._rest.clear()
            self.fault = reason("wrote_long_line")

    def _read(self, line: bytes) -> Message | None:
        if not line.strip():
            return None
        try:
            return MESSAGE.validate_json(line)
        except ValidationError:
            self.fault = reason("wrote_no_message")
            return None
