"""Architectures whose metadata llama.cpp reads, as far as their layers are of a kind that predictions know.

Source: `LLM_ARCH_NAMES` in src/llama-arch.cpp of llama.cpp, checked 2026-11-20, and olmo3, which it loads as olmo2.
Left out: encoders, sound, models that write all words at once, and layers whose state has no formula here (RWKV).
"""

_NAMES = """
    afmoe apertus arcee arctic baichuan bailingmoe bailingmoe2 bitnet bloom chameleon chatglm codeshell cogvlm cohere2
    cohere2moe command-r dbrx deci deepseek deepseek2 deepseek2-ocr deepseek32 deepseek4 dots1 ernie4_5 ernie4_5-moe
    exaone exaone-moe exaone4 falcon falcon-h1 gemma gemma2 gemma3 gemma3n gemma4 glm-dsa glm4 glm4moe gpt-oss gpt2
    gptj gptneox granite granitehybrid granitemoe grok grovemoe hunyuan-dense hunyuan-moe hunyuan_vl internlm2 jais
    jais2 jamba kimi-linear laguna lfm2 lfm2moe llama llama4 maincoder mamba mamba2 mellum mimo2 minicpm minicpm3
    minimax-m2 mistral3 mistral4 mpt nemotron nemotron_h nemotron_h_moe olmo olmo2 olmo3 olmoe openelm orion paddleocr
    pangu-embedded phi2 phi3 phimoe plamo plamo2 plamo3 plm qwen qwen2 qwen2moe qwen2vl qwen3 qwen35 qwen35moe
    qwen3moe qwen3next qwen3vl qwen3vlmoe refact seed_oss smallthinker smollm3 stablelm starcoder starcoder2 step35
    xverse
"""

KNOWN = frozenset(_NAMES.split())
