"""A sample verdict for tests of pages and pictures."""

from advisor.present.words.verdict import Action, Figure, Verdict

VERDICT = Verdict(
    light="great",
    light_word="Great",
    title="Great: Qwen3 8B",
    asked="Chat: Q4_K_M, prompt 1,000, context 8,192 tokens, on RTX 4070 SUPER",
    figures=(
        Figure("Speed", "65", "tokens/s", "52 to 78", "13x reading speed"),
        Figure("Whole answer", "4.3", "s", "3.5 to 5.2 s", "first word 0.3 s + writing 4.0 s"),
        Figure("Memory", "6.2", "GiB", "of 12.0 GiB VRAM", "4.4 GiB to spare"),
    ),
    because="A whole answer within 45 s is great, within 1 min 30 s fine.",
    actions=(Action("run", "How to run it"), Action("see", "See what fits")),
)
