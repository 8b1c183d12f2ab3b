"""Words that say nothing that an answer could rest on; what else is left of a question was not understood."""

import re

from advisor.cli.asking.sentence.sentence import Sentence

_TEXT = """
firm law lawyers legal
! & + - / = ? a able about above add across actually advice advise afford afraid after ago ai all alone already
alright also alternative alternatives am amd among amount an and another any anybody anyone anything api apis app
apple arc are around as ask asking at available avoid away back bad barely be because become been before begin being
best better between beyond big bit board both bottleneck bought box budget budget-friendly build building built burn
burns but buy buying by can cannot cant card cards case chance channel channels chat-like cheap cheaper cheapest
choice choose cloud combine combined come comfortable comfortably company comparable compare compared comparison
complete computer computers consider considering cope coping core cores cost costing costs could couldn't cpu cpus
create creating curious current currently day ddr decent decide desktop dgpu didnt difference different dimm dimms
discrete do does doesn't doing dollar dollars don't done dont down draw dual each easily easy ecc either electricity
else enough entirely entry especially etc even ever every everything existing expect experience extra fast faster
fastest few figure figures fine first fit fits fitting fix for force from full fully future gaming gb geforce generate
generating generation get gets getting gib gig give given gives go goes going gonna good got gpu gpu's gpus graphics
great gtx guys had half handle handles happy hard hardware has have having hello help here hey hi hit hold holds home
hope how however hows i i'd i'll i'm i've id idea ideas if igpu ill im in inference inside install installed instead
integrated intel interested into is isn't isnt it its itself ive job just keep kind know lab laptop laptops large
larger largest last later least less let like limit limited linux little llama-server local local-only locally long
longer look looking lot lots low lpddr mac machine machines main make make-able makes making many max maximum may
maybe me mean meaning memory mind mine mini minimum model model's models module modules money month monthly months
more most mostly motherboard much must my myself near need needed needs neither never new newer newest next nice no
none not notebook notebooks nothing now number numbers nvidia of off offload ok okay old older on once one ones only
onto openly opinion opinions option options or other our out over own owned owner pair parts pay paying pc pc's pcs
people per perform performance performs person personal pick pieces plan planning please pls plus plz point possible
possibly power practical prebuilt pretty price price/performance priced prices probably process processing processor
programs properly purchase purchasing put quad question questions quick quickly quite r radeon ram rate rather reach
reached reaching read reading real really reasonable reasonably recommend recommendable recommendation recommended
recommends regular rent rented renting replace replacing result results rig right rigs room rtx run running runs rx
same save second second's second-hand secondhand see sell sense server set setup several shall shared should shouldn't
show side similar simple simply since single size slot slow slower slowest small smaller so soldered some somebody
someone something soon sort spec specification specs speed speeds spend spending spent spread start started stick
sticks still stop stuff such sufficient suggest suggested suggestion suggestions suitable supply support sure switch
system systems t/s take takes talk tell tesla than thank thanks that that's the their them then there these they thing
things think thinking third this those through thx time times to today together tok/s token token's tokens tokens/s
too total toward tower train trained training triple try trying tune tuning turn two type u under unified unit until
up upgrade upgraded upgrades upgrading ur us usable usd use used useful user uses using usual usually v versus very
via videocard vram vs wait waiting want wanted wants was waste watch way we week well were what what's whats when
where whether which while who whole why will wise wish with within without won't wont work workable working workload
works workstation world worse worst worth worthwhile would wouldn't write writing x year years yes yet you youd your ~
quant quants quantization realistic realistically bill bills paid charge charges anyway modded mod moe
moes mixture experts expert runnable hurt hurts hurting lose loses losing loss matter matters significantly noticeably
noticeable wanna gotta kinda rn tho btw imo tbh lol bro selfhost self-host self host hosting hosted selling normal
homework school minute minutes hour hours gen generator llama.cpp llamacpp rocm cuda vulkan ada vscode consumer
translate realtime smallest biggest highest requests sweet spot worth-it first-gen wife text data dataset deal value
closest speedup phone psu against bigger offloading live discord form factor low-profile emails email session sessions
office family ordinary average typical basic ancient aging towers chromebook chromebooks ultrabook netbook macbook
macbooks supported supports compatible compatibility deprecated obsolete outdated feed feeds feeding beginner
beginners newbie adding answer answers answering analyze analyse analyzing prompt prompts quantizing quantising
quantize quantise quantized quantised we're they're in-house inhouse onprem on-prem premises swap swapping swapped
sold program software apps engine engines backend ui tool tools frontend layer layers ngl quality wrong usage busy
meeting meetings split splits splitting divide divided divides distribute distributed can't left free mix mixes mixing
mixed combines combining alongside index indexing notes teach teaching teaches manuals
wiki handbook handbooks archive sec secs whatever whichever sth smth notice
mixed combines combining alongside index indexing notes
setting settings expected supposed crawls sluggish painfully terribly extremely push
yearly annual annually expensive leave leaving squeeze forever ages unusably
unbearably incredibly steady measly mere merely crawling crawl stuck hovering sitting capped broken misconfigured okay
gets giving manages outputs openai anthropic refurbished refurb kwh t2v i2v ti2v energy once twice required texts
alongside background simultaneous simultaneously idle idling idles standby
benefit benefits gain friend sells kit kits diy found spotted offers offered neighbour neighbours neighbor neighbors
asus msi gigabyte evga zotac palit pny deepinfra novita groq cerebras fireworks open opens doubling moving
carry cope drive suffice cut turn turning turns turned enable enables enabled enabling activate activating activated
bios uefi next
beside besides addition alongside smartest decently broke anime checkpoint checkpoints
claude gemini opus sonnet equal equals
air modell help helps helping helped smart wise clever
"""
_LINES = """
tuf rog legion predator nitro omen strix aorus alienware loq victus katana cyborg helios vivobook swift lenovo hp dell
acer
"""
_COMPUTERS = frozenset(_LINES.split())
"""Makers and lines of computers: beside a part that is named they say nothing more, alone they tell no parts."""
_SHARE = re.compile(r"^\d{1,3}%$")
_FILLERS = frozenset(_TEXT.split())
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_WHEN = re.compile(
    rf"\b(?:(?:in|of|since|by|as of|until|from|for|late|early|mid|around|before|after|the end of|start of)[ -])*"
    rf"(?:{_MONTH}\.?(?: \d{{1,2}}(?:st|nd|rd|th)?,?)? (?:19|20)\d\d|(?:{_MONTH.replace('|may', '')})"
    rf"|(?:19[89]|20[0-3])\d|q[1-4]|spring|summer|autumn|winter|(?:this|next|last) (?:year|month|week|summer|winter)"
    rf"|right now|tomorrow|nowadays|these days|at the moment|at present|by now|so far|black friday|christmas|xmas)\b",
    re.IGNORECASE,
)
"""When something is asked, bought or was made: no answer rests on it where nothing else took it."""

_AGE = re.compile(
    r"\b(?:\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten)(?: or (?:so|\d{1,2}))?"
    r"[- ]?(?:years?|yrs?|months?)[- ]olds?\b",
    re.IGNORECASE,
)
"""How old a computer is: its parts say what it is."""


def is_filler(word: str) -> bool:
    """Whether it says nothing."""
    return word.lower() in _FILLERS | _COMPUTERS


def left_over(sentence: Sentence, *, has_parts: bool = True) -> list[str]:
    """What was not understood: each thing once, words that stand together as one.

    `has_parts`: a part of a computer is named, so that the name of its line says nothing more.
    """
    fillers = _FILLERS | _COMPUTERS if has_parts else _FILLERS
    for pattern in (_WHEN, _AGE):
        sentence.take(pattern)
    found, last_end = list[str](), -2
    for one in sentence.words():
        text = one.text.strip("'-").removesuffix("'s")
        if not text or text.lower() in fillers or _SHARE.match(text) or not any(letter.isalnum() for letter in text):
            continue
        if found and one.start - last_end <= 1:
            found[-1] = f"{found[-1]} {text}"
        else:
            found.append(text)
        last_end = one.end
    return list(dict.fromkeys(found))
