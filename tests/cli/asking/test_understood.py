"""What plain questions are understood as: each kind in several wordings, as people write them in forums."""

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.asking.sentence.said import said
from advisor.cli.asking.steps import Line
from tests.cli.asking.understood import lines_of, plan_of

HARDWARE = (
    ("qwen3.5 4b on i5-8500 16GB", "ask Qwen3.5 4B --cpu i5-8500 --ram 16"),
    ("can I run Qwen3 8B on my RTX 3060 12GB, 32 GB", "ask Qwen3 8B --gpu RTX 3060 12GB --ram 32"),
    ("rtx3060 12 gig, 32 gigs ddr4, gemma 3 12b speed?", "ask Gemma 3 12B --gpu RTX 3060 12GB --ram 32 DDR4"),
    ("laptop with rtx 4070 8gb, i7-13700H, 32 gb. how fast is qwen3 8b",
     "ask Qwen3 8B --gpu RTX 4070 Laptop --cpu i7-13700H --ram 32"),
    ("can i make flux 2 pictures with a 3060 12gb and 32gb ram",
     "ask FLUX.2 dev --workload pictures --gpu RTX 3060 12GB --ram 32"),
    ("make 2 pictures with flux 1 schnell on a 3060 12gb", "ask FLUX.1 schnell --gpu RTX 3060 12GB"),
    ("qwen3 8b on 2x rtx 3090 64gb", "ask Qwen3 8B --gpu 2x RTX 3090 --ram 64"),
    ("qwen3 8b on 3060 12gb x2", "ask Qwen3 8B --gpu 2x RTX 3060 12GB"),
    ("can I run Qwen3 32B on my RTX 4060 Ti 16GB?", "ask Qwen3 32B --gpu RTX 4060 Ti 16GB"),
    (
        "Qwen3.6 35B-A3B on a Ryzen 7 7800X3D with one stick of 32 GB DDR5-4800?",
        "ask Qwen3.6 35B-A3B --cpu Ryzen 7 7800X3D --ram 1x32 DDR5-4800",
    ),
    (
        "Can my old Dell R730 with two E5-2680 v4 and 256GB DDR4-2400 without a GPU run Qwen3-235B-A22B?",
        "ask Qwen3 235B-A22B --gpu none --cpu 2x E5-2680 v4 --ram 256 DDR4-2400",
    ),
    (
        "will deepseek r1 671b run on dual epyc 7742 with 1tb ddr4-3200?",
        "ask DeepSeek-R1 671B --cpu 2x epyc 7742 --ram 1024 DDR4-3200",
    ),
    ("ryzen 7 7700, 16gb ddr5, qwen3 30b-a3b", "ask Qwen3 30B-A3B --cpu ryzen 7 7700 --ram 16 DDR5"),
    ("old pc i7 4790 16gb ddr3, qwen3 4b?", "ask Qwen3 4B --cpu i7-4790 --ram 16 DDR3"),
    ("5600x + 3060ti + 32gb, qwen3 8b ok?", "ask Qwen3 8B --gpu RTX 3060 Ti --cpu Ryzen 5 5600X --ram 32"),
    ("laptop 4070 8gb vram 32gb ram: qwen3 14b?", "ask Qwen3 14B --gpu RTX 4070 Laptop --ram 32"),
    ("Framework Desktop with Ryzen AI Max 64GB: can it run GLM-4.5-Air?",
     "ask GLM-4.5-Air 106B-A12B --machine Framework Desktop Ryzen AI Max+ 395 64GB"),
    ("MacBook Air M2 8GB, Llama 3.1 8B?", "ask Llama 3.1 8B --gpu M2 --ram 8"),
    ("can an m2 macbook air with 8gb run llama 3.1 8b", "ask Llama 3.1 8B --gpu M2 --ram 8"),
    ("SDXL on a MacBook Air M1 8GB", "ask Stable Diffusion XL --gpu M1 --ram 8"),
    ("mac mini m4 with 16 gb, llama 3.1 8b any good?", "ask Llama 3.1 8B --machine Mac mini M4 16GB"),
    (
        "Qwen3 235B on Mac Studio with M3 Ultra and 256GB",
        "ask Qwen3 235B-A22B --machine Mac Studio M3 Ultra (80-core GPU) 256GB",
    ),
    ("Llama 3.3 70B on a DGX Spark", "ask Llama 3.3 70B --machine DGX Spark 128GB"),
    ("raspberry pi 5 8gb qwen3 4b speed", "ask Qwen3 4B --machine Raspberry Pi 5 8GB"),
    ("Jetson AGX Orin 64GB: can it run gpt-oss-120b?", "ask gpt-oss 120B --gpu Jetson AGX Orin 64GB"),
)  # fmt: skip

IN_ONE_PC = (
    "Qwen3 32B on an RTX 3080 10GB and a GTX 1080 Ti in one PC",
    "rtx 3080 10gb + gtx 1080 ti, qwen3 32b?",
    "qwen3 32b across both my rtx 3080 10gb and 1080 ti",
    "Does Qwen3 32B run on a RTX 3080 10GB with a GTX 1080 Ti?",
)

QUALIFIED = (
    ("How fast is Llama 3.3 70B at Q4 on an RTX 5090?", "ask Llama 3.3 70B --quant Q4_K_M --gpu RTX 5090"),
    ("qwen3 14b 8bit on a 3090", "ask Qwen3 14B --quant Q8_0 --gpu RTX 3090"),
    ("gpt-oss 20b q4 on a 3090", "ask gpt-oss 20B --gpu RTX 3090"),
    ("qwen 27b on a 3090", "ask Qwen3.8 27B --gpu RTX 3090"),
    ("qwen 27b q8 on 2x 3090", "ask Qwen3.8 27B --quant Q8_0 --gpu 2x RTX 3090"),
    ("qwen3 14b with q8 kv cache on a 3060 12gb, 32k",
     "ask Qwen3 14B --gpu RTX 3060 12GB --set kv_type=q8_0 --context 32k"),
    ("mistral small 24b iq3 16gb 4080", "ask Mistral Small 3 24B --quant IQ3_XXS --gpu RTX 4080"),
    ("qwen3.6 27b q5_k_m and 32k context, 7900xtx", "ask Qwen3.6 27B --quant q5_k_m --gpu RX 7900 XTX --context 32k"),
    ("qwen3 30b-a3b with 128k ctx on a 3090", "ask Qwen3 30B-A3B 2507 --gpu RTX 3090 --context 128k"),
    ("context of 64k tokens, qwen3.6 27b, rtx 3090", "ask Qwen3.6 27B --gpu RTX 3090 --context 64k"),
    (
        "vLLM on one RTX 4090: can it serve Llama 3.1 8B to 50 users at once?",
        "ask Llama 3.1 8B --workload serve-a-team --gpu RTX 4090 --set concurrency=50",
    ),
    (
        "30 people at the same time with llama 3.1 8b on a 5090",
        "ask Llama 3.1 8B --workload serve-a-team --gpu RTX 5090 --set concurrency=30",
    ),
    ("full fine-tune of Mistral 7B on an RTX 4090", "ask Mistral 7B v0.3 --workload fine-tune-full --gpu RTX 4090"),
    ("can i qlora fine tune llama 3.1 8b on a 2080ti", "ask Llama 3.1 8B --workload fine-tune-qlora --gpu RTX 2080 Ti"),
    ("lora for llama 3.1 8b on 4080", "ask Llama 3.1 8B --workload fine-tune-lora --gpu RTX 4080"),
    ("is Qwen3-Coder 480B usable for coding agents on 8x H100",
     "ask Qwen3 Coder 480B-A35B --workload coding-agent --gpu 8x H100 SXM 80GB"),
    ("claude code with qwen3 coder 30b on a 3090", "ask Qwen3 Coder 30B-A3B --workload coding-agent --gpu RTX 3090"),
    ("whisper large-v3 for 3 hours of audio on a 3060 12gb",
     "ask Whisper large-v3 --gpu RTX 3060 12GB --set audio_s=10800"),
    ("sdxl 1024x768 with 20 steps on a 3060 12gb",
     "ask Stable Diffusion XL --gpu RTX 3060 12GB --set width=1024 --set height=768 --set steps=20"),
    ("Qwen2.5-VL-7B for OCR on an RTX 3050 8GB", "ask Qwen2.5-VL 7B --gpu RTX 3050 8GB --set images=1"),
    ("qwen3 8b and a 0b model on a 3090", "ask Qwen3 8B --gpu RTX 3090"),
    ("ryzen 7600, 7800xt, 32gb, qwen3 14b?", "ask Qwen3 14B --gpu RX 7800 XT --cpu ryzen 7600 --ram 32"),
    ("whats the smartest model i can run at more than 20 tokens a sec on a 3060 12gb",
     "rank --workload chat --at-least 20 --limit 10 --gpu RTX 3060 12GB"),
    ("which coder model does over 60 tps on my 4090",
     "rank --workload coding --at-least 60 --limit 10 --gpu RTX 4090"),
    ("qwen3 8b on a ryzen 7700 16gb", "ask Qwen3 8B --cpu ryzen 7700 --ram 16"),
    ("can i run a 70b at q4 on a 4090?", "ask Llama 3.3 70B --quant Q4_K_M --gpu RTX 4090"),
)  # fmt: skip

HELD = (
    ("Llama 3.3 70B at Q2 or Qwen3 32B at Q4 on an RTX 3090?",
     "held Llama 3.3 70B as Q2_K, Qwen3 32B as Q4_K_M on --gpu RTX 3090"),
    ("Q4_K_M or Q8_0 for Qwen3 8B on an RTX 3060 12GB?", "held Qwen3 8B as Q4_K_M/Q8_0 on --gpu RTX 3060 12GB"),
    ("RTX 3090 or 2x RTX 5060 Ti 16GB?", "held any on --gpu RTX 3090 | --gpu 2x RTX 5060 Ti 16GB"),
    ("quad p40 96gb total vs 2x 3090 for llama 3.3 70b q4",
     "held Llama 3.3 70B as Q4_K_M on --gpu 4x Tesla P40 | --gpu 2x RTX 3090"),
    ("My DDR5-6000 runs at 4800 because XMP is off. Ryzen 7 7700, 64GB, no GPU. How much slower is Qwen3 30B-A3B?",
     "held Qwen3 30B-A3B on --gpu none --cpu Ryzen 7 7700 --ram 64 DDR5-4800"
     " | --gpu none --cpu Ryzen 7 7700 --ram 64 DDR5-6000"),
    ("is 3200mhz ddr4 much slower than 3600 for qwen3 30b a3b on ryzen 5 3600 with 32gb",
     "held Qwen3 30B-A3B on --cpu ryzen 5 3600 --ram 32 DDR4-3200"
     " | --cpu ryzen 5 3600 --ram 32 DDR4-3600"),
    ("Is one stick of 32GB DDR5-5600 slower than two 16GB sticks for Qwen3 30B-A3B on an i5-12400?",
     "held Qwen3 30B-A3B on --cpu i5-12400 --ram 1x32 DDR5-5600"
     " | --cpu i5-12400 --ram 2x16 DDR5-5600"),
    ("macbook pro m3 max 36gb vs rtx 4090 for qwen3 32b",
     "held Qwen3 32B on --gpu M3 Max (30-core GPU) --ram 36 | --gpu RTX 4090"),
    ("2x 3090 or 1x 5090 for qwen3 32b, same budget $2500",
     "held Qwen3 32B on --gpu 2x RTX 3090 | --gpu RTX 5090 for 2500"),
    ("does a second 3090 help for llama 3.3 70b?", "held Llama 3.3 70B on --gpu RTX 3090 | --gpu 2x RTX 3090"),
    ("does xmp off hurt token speed with ddr5-4800 instead of 6000 for qwen3.5 9b, 32gb",
     "held Qwen3.5 9B on --gpu none --ram 32 DDR5-4800 | --gpu none --ram 32 DDR5-6000"),
    ("qwen3 30b-a3b, ryzen 7 7700, 64gb: ddr5-5200 vs ddr5-6400",
     "held Qwen3 30B-A3B on --cpu ryzen 7 7700 --ram 64 DDR5-5200"
     " | --cpu ryzen 7 7700 --ram 64 DDR5-6400"),
    ("going from 2666 to 3600 ddr4, i5-10400, 32 gb, qwen3 30b-a3b",
     "held Qwen3 30B-A3B on --cpu i5-10400 --ram 32 DDR4-2666"
     " | --cpu i5-10400 --ram 32 DDR4-3600"),
    ("ddr5-4800 or 6000 for qwen3.5 9b", "held Qwen3.5 9B on --gpu none --ram 32 DDR5-4800"
     " | --gpu none --ram 32 DDR5-6000"),
    ("4x32 or 2x64 GB DDR5 on AM5", "held any on --gpu none --ram 4x32 DDR5 | --gpu none --ram 2x64 DDR5"),
    ("am5, 2x32gb vs 4x16gb, qwen3 30b-a3b",
     "held Qwen3 30B-A3B on --gpu none --ram 2x32 DDR5 | --gpu none --ram 4x16 DDR5"),
    ("from 32 to 64gb ram for gpt-oss 120b with a 3090",
     "held gpt-oss 120B on --gpu RTX 3090 --ram 32 | --gpu RTX 3090 --ram 64"),
    ("64gb ddr5: four sticks or two sticks for qwen3 30b-a3b",
     "held Qwen3 30B-A3B on --gpu none --ram 2x32 DDR5 | --gpu none --ram 4x16 DDR5"),
    ("kv cache q8 or f16 for qwen3.6 27b on a 3090 at 64k",
     "held Qwen3.6 27B on --gpu RTX 3090 with q8_0/f16 cache  --context 64k"),
    ("q4 kv cache vs fp16 for qwen3 14b 32k, rtx 3060 12gb",
     "held Qwen3 14B on --gpu RTX 3060 12GB with q4_0/f16 cache  --context 32k"),
    ("does q8 kv cache hurt speed on my 4090 with qwen3 32b q4",
     "held Qwen3 32B as Q4_K_M on --gpu RTX 4090 with q8_0/f16 cache"),
    ("16 or 32gb ram for qwen3 8b on a ryzen 5 3600",
     "held Qwen3 8B on --cpu ryzen 5 3600 --ram 16 | --cpu ryzen 5 3600 --ram 32"),
    ("2x16 vs 4x8 gb on am4 for qwen3 8b",
     "held Qwen3 8B on --gpu none --ram 2x16 DDR4 | --gpu none --ram 4x8 DDR4"),
    ("I have a 3060, should I buy a 4090 or a 3090 for Qwen3 32B?",
     "held Qwen3 32B on --gpu RTX 3060 12GB | --gpu RTX 4090 | --gpu RTX 3090"),
)  # fmt: skip

BOUGHT = (
    ("best GPU for $500 for local LLMs", "worth --workload chat --budget 500 --part card"),
    ("Is a 3090 for 1,000 dollars worth it for Qwen3 32B?",
     "worth Qwen3 32B --budget 1000 --consider RTX 3090 --price RTX 3090=1000"),
    ("second 3090 at 900 dollars worth it? have one",
     "worth --gpu RTX 3090 --budget 900 --consider RTX 3090 --price RTX 3090=900"),
    ("is a used 3090 worth 900 dollars for me? I have a 3060 12GB and 32GB ram",
     "worth --gpu RTX 3060 12GB --ram 32 --budget 900 --consider RTX 3090 --price RTX 3090=900"),
    ("are two used 3090 worth about 1400 dollars, have a 3060 12gb",
     "worth --gpu RTX 3060 12GB --budget 1400 --consider RTX 3090 --price RTX 3090=700"),
    ("which card for $700, have a 3060 12gb", "worth --gpu RTX 3060 12GB --budget 700 --part card"),
    ("worth upgrading my RTX 3060 12GB under 800 for Stable Diffusion",
     "worth --workload pictures --gpu RTX 3060 12GB --budget 800"),
    ("got 500 bucks, gtx 1070 8gb and 16gb ram i7 7700, what card for local llms",
     "worth --workload chat --gpu GTX 1070 --cpu i7-7700 --ram 16 --budget 500 --part card"),
    ("I have 32GB DDR5, an RTX 4070 and a 650W power supply. 1000 dollars to run Qwen3 32B?",
     "worth Qwen3 32B --gpu RTX 4070 --ram 32 DDR5 --budget 1000 --psu-w 650"),
    ("RTX 3060 12GB with 16GB DDR4 in a Ryzen 5 3600. Spend 120 dollars on more RAM for Qwen3 30B-A3B?",
     "worth Qwen3 30B-A3B --gpu RTX 3060 12GB --cpu Ryzen 5 3600 --ram 16 DDR4 --budget 120 --part memory"),
    ("RTX 5070 Ti 16GB, Ryzen 7 7700, 32GB DDR5, 350 dollars: is a second GPU worth it for Qwen3.6 27B?",
     "worth Qwen3.6 27B --gpu RTX 5070 Ti --cpu Ryzen 7 7700 --ram 32 DDR5 --budget 350"),
    ("I have 2x RTX 3090 and 64GB DDR4. 1500 dollars: third 3090 or more RAM for gpt-oss-120b?",
     "worth gpt-oss 120B --gpu 2x RTX 3090 --ram 64 DDR4 --budget 1500 --consider RTX 3090"),
    ("4070 super 12gb, 7800x3d, 32gb; sell it and get a 5070 ti 16gb for 700 dollars? mostly qwen3.6 27b",
     "worth Qwen3.6 27B --gpu RTX 4070 SUPER --cpu Ryzen 7 7800X3D --ram 32 --budget 700 --consider RTX 5070 Ti"
     " --price RTX 5070 Ti=700"),
    ("Laptop with RTX 4060 8GB and 16GB RAM, 400 dollars: eGPU or more RAM?",
     "worth --gpu RTX 4060 Laptop --ram 16 --budget 400"),
    ("We have 20 users and $10k, Threadripper 7960X with 128GB, what GPU?",
     "worth --workload serve-a-team --cpu Threadripper 7960X --ram 128 --budget 10000 --users 20 --part card"),
    ("API or a used RTX 3090 for an agent that burns 20 million tokens a day with Qwen3.6 35B? My PC: Ryzen 5 5600",
     "worth Qwen3.6 35B-A3B --workload coding-agent --cpu Ryzen 5 5600 --tokens-per-day 20000000"
     " --consider RTX 3090 --cloud"),
    ("qwen3 32b on a 3090, rent or buy? my electricity is 0.40 eur per kwh",
     "worth Qwen3 32B --gpu RTX 3090 --currency EUR --electricity 0.4 --cloud"),
    ("i process 5m tokens per day with qwen3 32b on a 3090, rent or buy? electricity 0.35 per kwh",
     "worth Qwen3 32B --gpu RTX 3090 --tokens-per-day 5000000 --electricity 0.35 --cloud"),
    ("private documents, $2000, rtx 3060 12gb, rent or buy?",
     "worth --workload long-documents --gpu RTX 3060 12GB --budget 2000 --stays-here yes"),
    ("5k budget for a machine to run glm 4.5 air, no idea what to buy",
     "machines GLM-4.5-Air 106B-A12B for 5000"),
    ("I have 4000 dollars for a quiet complete machine to run gpt-oss-120b", "machines gpt-oss 120B for 4000"),
    ("what mini pc should i buy for qwen3.6 35b under $2500", "machines Qwen3.6 35B-A3B for 2500"),
    ("I have $2500 and no computer, want to run big MoE models for chat", "machines gpt-oss 120B for 2500 chat"),
    ("what computer should I buy for $2500 for local llm chat", "machines any for 2500 chat"),
    ("i dont have a pc yet, 3000 dollars, gpt-oss 120b", "machines gpt-oss 120B for 3000"),
    ("which computer do i need to run glm 4.5 air?", "machines GLM-4.5-Air 106B-A12B"),
    ("new home server for gpt-oss-120b, up to $5000", "machines gpt-oss 120B for 5000"),
    ("4000 euro workstation for coding?", "machines any for 4507.6 coding"),
    ("best gpu for my pc for $500", "worth --budget 500 --part card"),
    ("should I buy a second rtx 5090 for $3500 for qwen3.6 27b chat",
     "worth Qwen3.6 27B --workload chat --gpu RTX 5090 --budget 3500 --consider RTX 5090 --price RTX 5090=3500"),
    ("is another used 3090 worth $700 for llama 3.3 70b?",
     "worth Llama 3.3 70B --gpu RTX 3090 --budget 700 --consider RTX 3090 --price RTX 3090=700"),
    ("one more rtx 3060 12gb for $250, qwen3 32b",
     "worth Qwen3 32B --gpu RTX 3060 12GB --budget 250 --consider RTX 3060 12GB --price RTX 3060 12GB=250"),
    ("openai costs me $200 a month, would a used 3090 pay off? have ryzen 3700x",
     "worth  --cpu ryzen 3700x --bill 200 --consider RTX 3090 best on --gpu RTX 3090 --ram 32"),
    ("I pay $200 a month for the API, should I buy a 4090",
     "worth  --bill 200 --consider RTX 4090 --cloud best on --gpu RTX 4090 --ram 32"),
    ("our api bill is 1500 usd per month, would 2x rtx pro 6000 pay off with qwen3.6 27b?",
     "worth Qwen3.6 27B --bill 1500 --consider RTX PRO 6000 Blackwell --cloud"),
    ("which amd card for $600", "worth --budget 600 --part card --maker amd"),
    ("best card for $600, no nvidia", "worth --budget 600 --part card --maker amd --maker intel --maker apple"),
    ("amd or intel card for 350, no nvidia, for llms. ryzen 5600x 32gb",
     "worth --workload chat --cpu ryzen 5600x --ram 32 --budget 350 --maker amd --maker intel"),
    ("nvidia only: best card for 450 dollars for comfyui, got a 1660s",
     "worth --workload pictures --gpu GTX 1660 SUPER --budget 450 --part card --maker nvidia"),
    ("replace my amd card rx 6600 for $500", "worth --gpu RX 6600 --budget 500"),
    ("which mac for $4000", "machines any of Mac for 4000"),
    ("best mac mini under 2000 dollars for coding", "machines any of Mac mini for 2000 coding"),
    ("mac studio or a pc for $5000", "machines any of Mac Studio and others for 5000"),
    ("best laptop under $2000 for local llms", "machines any for 2000 chat"),
    ("should i wait for m5 ultra or buy 4x 3090 now, $5000, for glm 4.7 358b",
     "held GLM-4.7 355B-A32B on --machine Mac Studio M5 Ultra (64-core GPU) 96GB | --gpu 4x RTX 3090 for 5000"),
    ("worth adding a third 3090 for gpt-oss 120b?", "worth gpt-oss 120B --gpu 2x RTX 3090 --consider RTX 3090"),
)  # fmt: skip

RANKED = (
    ("RTX 3090 24GB VRAM, what model for coding?", "rank --workload coding --limit 10 --gpu RTX 3090"),
    ("RTX 3090 with 24 GB and 64GB RAM, best model?", "rank --workload chat --limit 10 --gpu RTX 3090 --ram 64"),
    ("Mac mini M4 24GB: which coding model?", "rank --workload coding --limit 10 --machine Mac mini M4 24GB"),
    (
        "best vision model for reading receipts on an 8 gb rtx 3070",
        "rank --workload chat --only sees --limit 10 --gpu RTX 3070",
    ),
    ("best model for a 16 gb 4060 ti", "rank --workload chat --limit 10 --gpu RTX 4060 Ti 16GB"),
    ("role-playing on 8gb vram", "rank --workload chat --limit 10 --gpu RTX 4060"),
    ("best uncensored model for rp on 12gb", "rank --workload chat --limit 10 --gpu RTX 3060 12GB"),
    ("power limit 3090 to 250w, best model?", "rank --workload chat --limit 10 --gpu RTX 3090"),
    ("64 gb rtx 3070, best model", "rank --workload chat --limit 10 --gpu RTX 3070 --ram 64"),
    ("what can i run with 8gb vram and 16gb ram", "rank --workload chat --limit 10 --gpu RTX 4060 --ram 16"),
    ("can I run DeepSeek on my laptop with RTX 4060?", "rank --workload chat --find DeepSeek --gpu RTX 4060 Laptop"),
    ("rx 580 8gb, wan 2.2 video possible?", "rank --workload films --find wan 2.2 --gpu RX 580 8GB"),
    ("can my rtx 3060 12gb make 5s videos?", "ask  --workload films --gpu RTX 3060 12GB --set frames=81"),
    (
        "8 second clip with LTX-2.3 on a 4090, 64gb ram",
        "ask LTX-2.3 22B --workload films --gpu RTX 4090 --ram 64 --set frames=193",
    ),
    ("best model for my notebook, RTX 5070 Ti", "rank --workload chat --limit 10 --gpu RTX 5070 Ti Laptop"),
    ("qwen at q4 on a 3090", "ask  --workload chat --quant Q4_K_M --gpu RTX 3090 of qwen"),
    ("gemma with 64k context on my rtx 3090", "ask  --workload chat --gpu RTX 3090 --context 64k of gemma"),
    (
        "Best model for a coding agent with 128k context on an RTX 4090",
        "ask  --workload coding-agent --gpu RTX 4090 --context 128k",
    ),
)


@pytest.mark.parametrize(("words", "line"), [*HARDWARE, *QUALIFIED, *HELD, *BOUGHT, *RANKED])
def test_a_plain_question_is_understood_as_a_command_with_all_that_it_says(words: str, line: str) -> None:
    assert lines_of(words) == [line]


def test_what_is_there_and_what_would_be_bought_stand_side_by_side_before_the_purchase() -> None:
    side_by_side, purchase = lines_of("upgrade from 64 to 128gb ddr5 for glm 4.5 air with 4090")
    rigs = "--gpu RTX 4090 --ram 64 DDR5 | --gpu RTX 4090 --ram 128 DDR5"
    assert side_by_side == f"held GLM-4.5-Air 106B-A12B on {rigs}"
    assert purchase == "worth GLM-4.5-Air 106B-A12B --gpu RTX 4090 --ram 64 DDR5"


@pytest.mark.parametrize("words", IN_ONE_PC)
def test_cards_that_stand_together_are_in_one_computer(words: str) -> None:
    assert lines_of(words) == ["ask Qwen3 32B --gpu RTX 3080 10GB --gpu GTX 1080 Ti"]


@pytest.mark.parametrize(
    ("words", "unknown"),
    [
        ("Qwen3 8B on a 3060 12GB in my Terra 7050 SFF", "Terra 7050"),
        ("Medion Akoya Carbon with Core Ultra 7 155H and 32GB: Qwen3 8B?", "Medion Akoya Carbon"),
        ("Laptop with RTX 4060 8GB, 400 dollars: eGPU or more RAM?", "eGPU"),
        ("watercooled rtx 3090 for Qwen3 8B?", "watercooled"),
        ("qwen3 8b on an rtx 3090 at 77 foos", "77 foos"),
    ],
)
def test_what_was_not_understood_is_said(words: str, unknown: str) -> None:
    assert plan_of(words).notes[-1] == f"Not understood: {unknown}."


@pytest.mark.parametrize(
    "words",
    [
        "is qwen3 8b runnable on a 3060 12gb",
        "big mixture of experts (moe) models on a 3090?",
        "does qwen3 8b lose much on a framework 13 with ryzen 7 7840u and 32gb",
        "qwen3 8b on am5 with 32gb, matters expo?",
    ],
)
def test_ordinary_words_are_no_riddle(words: str) -> None:
    assert not plan_of(words).unknown


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Qwen3 8B for OCR on an RTX 3050 8GB", "Qwen3 8B is not known to see pictures."),
        ("qwen3 8b on a mac mini m4 16gb with a 650 watt psu", "Not counted: a power supply of 650 W."),
        ("qwen3 8b on a 3090 with a 650 watt psu", "Power supply: 750 W is suggested for RTX 3090; 650 W is less"),
        ("qwen3 8b on a 3090, 3 hours a day", "Not counted: 3 hours a day."),
        ("best model for 24gb vram", "Assumed: RTX 3090 for 24 GB of VRAM"),
        ("can i run a 70b model on a 4090", "Assumed: Llama 3.3 70B for 70B."),
        ("llama 3.1 8b on a mac mini", "Assumed: Mac mini M4 16GB, the least of that name"),
        ("Qwen3 30B-A3B with 256k context on a 3090", "answered for Qwen3 30B-A3B 2507, made for more."),
        ("qwen3 30b a3b at 100k context: 3090 or 2x 3060?", "answered for Qwen3 30B-A3B 2507, made for more."),
    ],
)
def test_what_is_taken_otherwise_or_has_no_option_is_said(words: str, told: str) -> None:
    assert told in " ".join(plan_of(words).notes)


def test_two_models_or_kinds_of_work_are_both_answered() -> None:
    owned = "I have an RX 580 8GB and 16GB"
    one_card = plan_of(f"{owned}. 600 dollars for pictures with SDXL and Flux").steps
    assert [(one.words[1], one.also) for one in one_card if isinstance(one, Line)] == [
        ("FLUX.1 dev", ("Stable Diffusion XL",))
    ]
    both = lines_of("RX 7900 XTX or a used RTX 3090 for LLMs and pictures?")
    assert [one.rpartition(" ")[2] for one in both] == ["chat", "pictures"]


def test_a_purchase_beside_a_computer_is_judged_for_what_is_there_and_held_against_it() -> None:
    worth, held = lines_of("I have a MacBook Pro M1 Max 64GB. Should I spend 3000 dollars on an M5 Max for chat?")
    assert worth == "worth --workload chat --gpu M1 Max --ram 64 --budget 3000"
    assert held.startswith("held any on --gpu M1 Max --ram 64 | --machine ")
    assert "M5 Max" in held


def test_a_family_of_models_is_asked_about_with_what_was_said() -> None:
    lines = lines_of("How long does a 10 second video take with Wan 2.2 on an RTX 4070?")
    assert len(lines) == 2
    assert all(line.startswith("ask Wan 2.2 T2V A14B") and line.endswith("--set frames=161") for line in lines)


@pytest.mark.parametrize(
    ("text", "users"),
    [
        ("we are five lawyers with contracts, what should we buy?", 5),
        ("twelve students at once with llama 3.1 8b on a 3090", 12),
        ("me and three other doctors want a chat on a 4090", 3),
        ("there are four of us, qwen3 14b on a 3090", 4),
        ("llama 3.1 8b for one person on a 3090", None),
    ],
)
def test_people_are_counted_in_words_and_by_their_work(text: str, users: int | None) -> None:
    assert said(text, load_catalog()).volume.users == users


@pytest.mark.parametrize(
    ("text", "is_private"),
    [
        ("nothing may leave the office", True),
        ("our data must never leave the company", True),
        ("the files can not leave our house", True),
        ("leave the GPU as it is", False),
    ],
)
def test_what_may_not_leave_is_private(text: str, is_private: bool) -> None:
    assert said(f"{text}, 3090 for qwen3 14b", load_catalog()).is_private is is_private


def test_several_who_ask_what_to_buy_are_shown_computers() -> None:
    assert lines_of("we are five lawyers with contracts, what should we buy?")[0].startswith("machines")
