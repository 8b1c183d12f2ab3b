"""What is asked of models that write no text: pictures, films, speech, vectors and classes."""

from typing import Annotated, Literal

from pydantic import Field

from advisor.facts.asked.request import Count, Request, Tokens
from advisor.facts.values.units import MEGA

Pixels = Annotated[int, Field(ge=16, le=16384)]
Frames = Annotated[int, Field(ge=1, le=10000)]
Steps = Annotated[int, Field(ge=1, le=1000)]
Seconds = Annotated[float, Field(gt=0, le=MEGA)]


class NetworkRequest(Request):
    """What they have in common: `precision` as people write it (`fp16`, `fp8 + compile`, `nf4`)."""

    engine: str = "PyTorch"
    precision: str | None = None
    batch: Count = 1
    threads: Count | None = None


class PictureRequest(NetworkRequest):
    """A question about the tasks `image` and `video`; without figures as the maker's example runs the model.

    `guidance` true is two passes per step. `offload`: all parts `resident`, `parts` in memory only while they work, or
    `layers` streamed for each pass; without it the first of them that fits.
    """

    task: str = "image"
    width: Pixels | None = None
    height: Pixels | None = None
    frames: Frames | None = None
    steps: Steps | None = None
    guidance: bool | None = None
    offload: Literal["resident", "parts", "layers"] | None = None


class ItemsRequest(NetworkRequest):
    """A question about the tasks `embed` and `classify`: text of so many tokens, or pictures of a size."""

    task: str = "embed"
    sequence_tokens: Tokens | None = None
    width: Pixels | None = None
    height: Pixels | None = None


class SpeechRequest(NetworkRequest):
    """A question about the task `speech`: so many seconds of sound with so many tokens of text.

    `beams` readings are followed at once, five by default in the usual programs.
    """

    task: str = "speech"
    engine: str = "whisper.cpp"
    audio_s: Seconds = 30.0
    tokens_per_s: Annotated[float, Field(gt=0, le=100)] = 5.0
    beams: Annotated[int, Field(ge=1, le=16)] = 5
    flash_attention: bool | None = None
