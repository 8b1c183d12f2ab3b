"""Scripts that make a shell complete command lines of this app; whatever takes a file is left to the shell."""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, get_args

from advisor.cli.shell.words import CommandWords, command_words

Shell = Literal["bash", "zsh", "fish", "powershell"]
SHELLS: tuple[Shell, ...] = get_args(Shell)
_NAME = "rig-advisor"
Words = Mapping[str, CommandWords]


def completion_script(shell: Shell) -> str:
    """The script of a shell."""
    return _SCRIPTS[shell](command_words())


def _of_two_words(found: Words) -> tuple[str, ...]:
    """The commands that are typed as two words, `fleet collect`, by their names."""
    return tuple(name for name in found if name.partition("-")[0] in found and "-" in name)


def _cases(found: Words, indent: str) -> Iterator[str]:
    """What follows an option, then what a command takes, as the `case` of bash and zsh; options first."""
    for name, one in found.items():
        for values, options in _by_values(one).items():
            patterns = "|".join(f"{name}:{option}" for option in options)
            yield f'{indent}{patterns}) words="{" ".join(values)}" ;;'
        yield f'{indent}{name}:*) words="{" ".join((*one.options, *one.words))}" ;;'


def _by_values(one: CommandWords) -> dict[tuple[str, ...], list[str]]:
    """The options that take a value, those with the same together."""
    found: dict[tuple[str, ...], list[str]] = {}
    for option, values in one.options.items():
        if values is not None:
            found.setdefault(values, []).append(option)
    return found


def _bash(found: Words) -> str:
    return "\n".join((
        f"# completion of {_NAME} for bash: source <({_NAME} completion bash)",
        "_rig_advisor() {",
        '    local words command="${COMP_WORDS[1]}" current="${COMP_WORDS[COMP_CWORD]}"',
        '    case "$((COMP_CWORD > 2)) $command-${COMP_WORDS[2]}" in',
        f'        {_two_words_case(found)}) command="$command-${{COMP_WORDS[2]}}" ;;',
        "    esac",
        '    case "$command:${COMP_WORDS[COMP_CWORD-1]}" in',
        *_cases(found, "        "),
        "    esac",
        f'    [ "$COMP_CWORD" -gt 1 ] || words="{" ".join(found)}"',
        '    COMPREPLY=($(compgen -W "$words" -- "$current"))',
        "}",
        f"complete -o default -F _rig_advisor {_NAME}",
        "",
    ))  # fmt: skip


def _zsh(found: Words) -> str:
    return "\n".join((
        f"#compdef {_NAME}",
        f"# completion of {_NAME} for zsh: source <({_NAME} completion zsh), after compinit",
        "_rig_advisor() {",
        '    local words_of=("${words[@]}") words command="${words[2]}"',
        '    case "$((CURRENT > 3)) $command-${words_of[3]}" in',
        f'        {_two_words_case(found)}) command="$command-${{words_of[3]}}" ;;',
        "    esac",
        '    case "$command:${words_of[CURRENT-1]}" in',
        *_cases(found, "        "),
        "    esac",
        f'    (( CURRENT > 2 )) || words="{" ".join(found)}"',
        "    compadd -- ${=words} || _files",
        "}",
        f"compdef _rig_advisor {_NAME}",
        "",
    ))  # fmt: skip


def _fish(found: Words) -> str:
    lines = [f"# completion of {_NAME} for fish: {_NAME} completion fish | source"]
    start = f"complete -c {_NAME}"
    lines.append(f"{start} -n __fish_use_subcommand -a '{' '.join(found)}'")
    for name, one in found.items():
        seen = " && ".join(f"__fish_seen_subcommand_from {word}" for word in _typed(name, found))
        here = f"{start} -n '{seen}'"
        if one.words:
            lines.append(f"{here} -f -a '{' '.join(one.words)}'")
        for option, values in one.options.items():
            kind = "-l" if option.startswith("--") else "-s"
            taken = "" if values is None else f" -x -a '{' '.join(values)}'" if values else " -r"
            lines.append(f"{here} {kind} {option.lstrip('-')}{taken}")
    return "\n".join((*lines, ""))


def _typed(name: str, found: Words) -> list[str]:
    """A command as it is typed, word by word."""
    return name.split("-") if name in _of_two_words(found) else [name]


def _two_words_case(found: Words) -> str:
    """What tells in bash and zsh that the second word belongs to the command."""
    return "|".join(f"'1 {name}'" for name in _of_two_words(found))


def _powershell(found: Words) -> str:
    return "\n".join((
        f"# completion of {_NAME} for PowerShell: {_NAME} completion powershell | Out-String | Invoke-Expression",
        "$RigAdvisorWords = @{",
        f"    '' = '{' '.join(found)}'",
        *_pairs(found),
        "}",
        f"Register-ArgumentCompleter -Native -CommandName {_NAME} -ScriptBlock {{",
        "    param($word, $line, $cursor)",
        "    $before = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } |"
        " ForEach-Object { $_.ToString() })",
        "    $command = if ($before.Count -gt 1) { $before[1] } else { '' }",
        '    $both = if ($before.Count -gt 2) { "$command-$($before[2])" } else { $command }',
        f"    if (@({', '.join(map(repr, _of_two_words(found)))}) -contains $both) {{ $command = $both }}",
        "    $asked = \"${command}:$($before[-1])\"",
        "    $key = if ($RigAdvisorWords.ContainsKey($asked)) { $asked } else { $command }",
        '    "$($RigAdvisorWords[$key])".Split(\' \') | Where-Object { $_ -and $_.StartsWith($word) } |'
        " ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }",
        "}",
        "",
    ))  # fmt: skip


def _pairs(found: Words) -> Iterator[str]:
    for name, one in found.items():
        yield f"    '{name}' = '{' '.join((*one.options, *one.words))}'"
        for values, options in _by_values(one).items():
            yield from (f"    '{name}:{option}' = '{' '.join(values)}'" for option in options)


_SCRIPTS: dict[Shell, Callable[[Words], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish, "powershell": _powershell}
