"""Sample views for tests of charts and pages: an imagined rig, figures rounded."""

from typing import Any

from advisor.present.words.choice import Choice, Knob
from advisor.present.words.series import (
    Axis,
    Bar,
    BarChart,
    Box,
    Chart,
    Dot,
    Label,
    Line,
    LineChart,
    Mark,
    RangeBar,
    RangeChart,
    RigPicture,
    Segment,
    Table,
)
from advisor.present.words.view import CHARTS, Explained, FactRow, FindingPanel, Knobs, MyRigView, Why, WillItRunView
from tests.fakes.verdicts import VERDICT

GIB_AXIS = Axis("GiB", 0.0, 13.2, tuple((float(x), str(x)) for x in range(0, 13, 2)))


def fit_chart(weights: float = 4.7) -> BarChart:
    conversation, buffers, others = 1.1, 0.4, 1.4
    ends = (weights, weights + conversation, weights + conversation + buffers)
    free = 12.0 - ends[2] - others
    graphics = Bar(
        "VRAM",
        (
            Segment("weights", 0, weights, f"weights {weights:.1f}", "weights"),
            Segment("conversation memory", ends[0], conversation, "conversation 1.1", "kv_cache"),
            Segment("buffers", ends[1], buffers, "buffers 0.4", "buffers"),
            Segment("other programs", ends[2], others, "others 1.4", "other_programs"),
            Segment("free", 12.0 - free, free, f"free {free:.1f}", "free"),
        ),
        limit=12.0,
        limit_text="12.0 GiB",
    )
    main = Bar(
        "RAM",
        (
            Segment("others", 0, 2.0, "others 5.2", "other_programs"),
            Segment("free", 2.0, 10.0, "26.0 of 31.2 free, not needed", "free"),
        ),
    )
    table = Table(("Part", "GiB"), (("weights", f"{weights:.1f}"), ("conversation", "1.1"), ("free", f"{free:.1f}")))
    return BarChart(
        f"It fits with {free:.1f} GiB to spare",
        "What is in memory, GiB",
        "Nothing has to leave the GPU.",
        GIB_AXIS,
        (graphics, main),
        table,
    )


def speed_chart(start: float = 79.0) -> LineChart:
    xs = tuple(i * 2048.0 for i in range(17))
    ys = tuple(1 / (1 / start + x * 3.2e-7) for x in xs)
    band = (tuple(y * 0.8 for y in ys), tuple(y * 1.2 for y in ys))
    cpu = tuple(1 / (1 / 7.0 + x * 2e-6) for x in xs)
    rows = tuple((f"{x:.0f}", f"{y:.0f}", f"{c:.1f}") for x, y, c in zip(xs, ys, cpu, strict=True))
    return LineChart(
        f"A long talk slows it from {ys[0]:.0f} to {ys[-1]:.0f}",
        "Tokens per second against tokens in the conversation; shaded: likely range",
        "Every token reads the conversation again.",
        Axis(
            "tokens in the conversation",
            0,
            33500,
            ((0, "0"), (8192, "8k"), (16384, "16k"), (24576, "24k"), (32768, "32k")),
        ),
        Axis("tokens/s", 0, 100, ((0, "0"), (25, "25"), (50, "50"), (75, "75"), (100, "100"))),
        (
            Line("GPU", xs, ys, "this_rig", label="GPU", band=band),
            Line("CPU only", xs, cpu, "processor", "dashed", label="CPU only"),
            Line(
                "reading",
                (0.0, 32768.0),
                (5.0, 5.0),
                "guide",
                "dotted",
                label="about 5 a second: reading speed",
            ),
        ),
        (Mark(8192.0, ys[4], f"here: {ys[4]:.0f}", "this_rig"),),
        Table(("Tokens", "GPU, tokens/s", "Processor, tokens/s"), rows),
    )


def token_chart(weights_ms: float = 10.0) -> BarChart:
    total = weights_ms + 5.4
    bar = Bar(
        "One token",
        (
            Segment("read the weights", 0, weights_ms, f"read the weights {weights_ms:.1f} ms", "weights"),
            Segment("conversation memory", weights_ms, 3.5, "conversation memory 3.5", "attention"),
            Segment("overhead", weights_ms + 3.5, 1.9, "overhead 1.9", "overhead"),
        ),
    )
    return BarChart(
        f"Where the time goes: {total:.1f} ms for one token",
        "Nine tenths is reading memory; a faster chip with the same memory would not help",
        "If the card calculated twice as fast: 65 tokens/s, no change. If its memory were twice as fast: 116 tokens/s.",
        Axis("ms", 0, 16, tuple((float(x), str(x)) for x in range(0, 17, 4))),
        (bar,),
        Table(("Part", "ms"), (("weights", f"{weights_ms:.1f}"), ("conversation", "3.5"), ("overhead", "1.9"))),
    )


def roofline_chart(y: float = 11.6) -> LineChart:
    return LineChart(
        "Writing is limited by memory bandwidth",
        "Roofline of this rig: bandwidth measured today, arithmetic from the data sheet; each dot is one phase",
        "Answering touches the slope, reading your prompt the flat part.",
        Axis(
            "calculations per byte read (log)",
            -1,
            4,
            ((-1, "0.1"), (0, "1"), (1, "10"), (2, "100"), (3, "1,000"), (4, "10,000")),
            log=True,
        ),
        Axis(
            "calculations per second (log)",
            9.5,
            14.8,
            ((10, "0.01T"), (11, "0.1T"), (12, "1T"), (13, "10T"), (14, "100T")),
            log=True,
        ),
        (
            Line(
                "GPU",
                (-1, 2.48, 4),
                (10.67, 14.15, 14.15),
                "graphics_memory",
                label="GPU: 142 TFLOPS, 468 GB/s",
            ),
            Line(
                "processor",
                (-1, 1.41, 4),
                (9.59, 12.0, 12.0),
                "processor",
                "dashed",
                label="CPU: 1.0 TFLOPS, 39 GB/s",
            ),
        ),
        (Mark(0.1, y, "writing", "this_rig"), Mark(2.9, 13.8, "reading your prompt", "this_rig")),
        Table(("Ceiling", "Value"), (("GPU", "142 TFLOPS"),)),
    )


def compare_chart(here: float = 65.0) -> RangeChart:
    return RangeChart(
        "Ten times the CPU",
        "Tokens per second with 8k tokens in the conversation",
        "The whisker is the range.",
        Axis("tokens/s", 0, 120, ()),
        (
            RangeBar("This GPU", here * 0.8, here, here * 1.2, "65 (52 to 78)", "this_rig"),
            RangeBar("Processor only", 4.8, 6.0, 7.0, "6.0 (4.8 to 7.0)", "processor"),
            RangeBar("RTX 3090 (used)", 80, 98, 117, "98 (80 to 117)", "candidate", hatched=True),
            RangeBar("Second stick", None, None, None, "unknown: memory speed not measured", "candidate"),
        ),
        Table(("Where", "tokens/s"), (("This GPU", "65"), ("Processor only", "6.0"))),
    )


def rig_picture() -> RigPicture:
    boxes = [
        Box(x, 60, 28, 262, "empty_slot" if i == 3 else "slot", 0.0 if i == 0 else 1.0)
        for i, x in enumerate((0, 36, 72, 108))
    ]
    boxes += [
        Box(143, 181, 148, 20, "this_rig"),
        Box(291, 60, 191, 262, "card"),
        Box(482, 185, 146, 12, "buffers"),
        Box(628, 60, 191, 262, "card"),
    ]
    boxes += [Box(309 + 40 * (i % 4), 127 + 52 * (i // 4), 34, 44, "core") for i in range(8)]
    boxes += [Box(646 + 10 * (i % 16), 125 + 10 * (i // 16), 8, 8, "graphics_memory") for i in range(224)]
    boxes += [Box(819, 74, 87, 235, "graphics_memory"), Box(907, 60, 93, 262, "other_programs", 0.12)]
    labels = (
        Label(0, 24, "Memory", weight="bold", size=15),
        Label(0, 44, "31.2 GiB, 26.0 free", soft=True),
        Label(309, 88, "Ryzen 7 7700", weight="bold", size=15),
        Label(309, 108, "8 cores, 16 threads", soft=True),
        Label(646, 88, "RTX 4070 SUPER", weight="bold", size=15),
        Label(646, 108, "7,168 cores, 224 tensor", soft=True),
        Label(217, 168, "39 GB/s", "center", "bold", 16),
        Label(555, 168, "25 GB/s", "center", "bold", 16),
        Label(217, 220, "45 at most", "center", soft=True),
        Label(555, 220, "PCIe 4.0 x16", "center", soft=True),
        Label(862, 190, "468", "center", "bold", 20, on_color=True),
        Label(862, 210, "GB/s", "center", on_color=True),
        Label(1000, 24, "VRAM", "right", "bold", 15),
        Label(1000, 44, "12.0 GiB, 10.6 free", "right", soft=True),
        Label(1000, 342, "1.4 GiB held by other programs", "right", soft=True),
        Label(0, 342, "one of two channels used", soft=True),
    )
    dots = (Dot(262, 162, "measured"), Dot(600, 162, "datasheet"))
    return RigPicture(
        "How data moves (wider pipe = more bandwidth)",
        1000,
        360,
        tuple(boxes),
        labels,
        dots,
        "Memory 39 GB/s to the CPU, PCIe 25 GB/s to the GPU, 468 GB/s to its memory.",
        Table(("Pipe", "GB/s"), (("Memory", "39"), ("PCIe", "25"), ("VRAM", "468"))),
    )


def my_rig(measured: bool = True) -> MyRigView:
    facts = (
        FactRow("Processor", "Ryzen 7 7700, 8 cores", "detected", "/proc/cpuinfo"),
        FactRow("Memory", "31.2 GiB DDR5, one stick", "detected", "SMBIOS"),
        FactRow("GPU", "RTX 4070 SUPER, 12.0 GiB", "detected", "NVML"),
        FactRow("Link", "PCIe 4.0 x16", "detected", "sysfs"),
        FactRow("System", "Linux 6.8", "detected", "uname"),
    )
    rows = (
        FactRow("Memory", "39 GB/s", "measured", "87% of the data sheet"),
        FactRow("VRAM", "468 GB/s", "measured", "93% of the data sheet"),
    )
    findings = (
        FindingPanel(
            "warning",
            "Costs speed",
            "Only one memory channel is used",
            "Models that spill into RAM would run about 1.6 times as fast with a second, equal stick in slot B2.",
        ),
        FindingPanel(
            "note",
            "Note",
            "1.4 GiB of VRAM is in use",
            "By the desktop and a browser. A model file of about 7.5 GiB fits now with 8k tokens of context.",
        ),
        FindingPanel(
            "good",
            "Good",
            "Link and power are as they should be",
            "PCIe 4.0 x16 under load, 220 W limit, no throttling seen during the measurement.",
        ),
    )
    return MyRigView(
        "Chats with 8B models about 14 times faster than you read",
        "Models of up to about 13B run on the GPU; larger ones crawl, because there is only one memory module.",
        (
            Choice("qwen/qwen3-8b", "Qwen3 8B"),
            Choice("google/gemma-3-12b", "Gemma 3 12B"),
            Choice("openai/gpt-oss-20b", "gpt-oss 20B"),
        ),
        rig_picture(),
        "For every token, about three quarters of a word, nearly the whole model is read from memory once. "
        "Your VRAM is read 12 times as fast as your RAM; with a second stick it would be about 7 times.",
        facts,
        rows if measured else (),
        findings,
        "Measured today 14:02" if measured else "Not measured yet",
    )


def charts(**own: Chart) -> dict[str, Chart]:
    """A sample of every chart of page Will it run?, of its kind where there is no own one."""
    kinds: dict[type[Chart], Any] = {
        BarChart: token_chart,
        LineChart: roofline_chart,
        RangeChart: compare_chart,
    }
    return {one.id: own.get(one.id) or kinds[one.kind]() for one in CHARTS if not one.waits}


def will_it_run(start: float = 79.0, **own: Chart) -> WillItRunView:
    why = (
        Why(
            "Generation speed",
            "1 / (weights / bandwidth + conversation / bandwidth + overhead)",
            Table(
                ("Input", "Value", "From"),
                (("bandwidth", "468 GB/s", "measured here"), ("weights read", "4.7 GiB", "model file")),
            ),
            ("Checked against 41 published measurements of this kind.",),
            ("Twice the bandwidth: 116 tokens/s.",),
        ),
    )
    drawn = charts(**{"fit": fit_chart(4.7), "speed": speed_chart(start), **own})
    first = {one.id: drawn.pop(one.id) for one in CHARTS if one.place == "answer"}
    explained = Explained(
        "Between 52 and 78 with 8k tokens in the conversation, 79 at its start; some 13 times as fast as "
        "you read. The first word comes 0.3 s after a 1,000-token prompt. What limits it: how fast VRAM "
        "can be read.",
        drawn,
        "Yes: the graphics card is 11 times as fast as this processor here.",
        why,
        ("Estimated from the data sheet.",),
    )
    return WillItRunView(
        "Qwen3 8B as Q4_K_M, context 8,192 tokens",
        VERDICT,
        "Fits. About 65 tokens per second.",
        first,
        lambda: explained,
    )


def changed_run(step: int) -> WillItRunView:
    """A view with other figures in the same ranges, for redraw tests."""
    part = (step % 20) / 20
    return will_it_run(
        fit=fit_chart(3 + 3 * part),
        speed=speed_chart(60 + 30 * part),
        token_time=token_chart(8 + 2 * part),
        roofline=roofline_chart(11 + part),
        compare=compare_chart(60 + 30 * part),
    )


KNOBS = Knobs(
    models=(
        Choice("qwen/qwen3-8b", "Qwen3 8B", "8.2 billion", "Alibaba Qwen qwen3:8b"),
        Choice("gemma/gemma-3-12b", "Gemma 3 12B", "12 billion", "Google"),
    ),
    workloads=(Choice("chat", "Chat"), Choice("coding", "Coding")),
    model_id="qwen/qwen3-8b",
    workload_id="chat",
    others=(
        Knob(
            "quant",
            "Quantization",
            (
                Choice("q8_0", "Q8_0 · 8.1 GiB", "Close to the original"),
                Choice("q4_k_m", "Q4_K_M · 4.7 GiB", "The usual choice"),
            ),
            "q4_k_m",
            is_advanced=True,
        ),
        Knob(
            "context",
            "Context",
            tuple(Choice(str(2048 * 2**step), f"{2048 * 2**step:,} tokens") for step in range(5)),
            "8192",
            is_scale=True,
            is_advanced=True,
        ),
    ),
    settings="Auto: Q4_K_M, 8,192 tokens",
)
