"""The commands on a page of documentation, for the programs that run them as they are printed."""

import re


def blocks(text):
    """The fenced blocks of a page: language, number of the first line, lines."""
    language, start, lines = None, 0, []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("```"):
            lines.append(line)
        elif language is None:
            language, start, lines = line[3:], number + 1, []
        else:
            yield language, start, lines
            language, lines = None, []


def commands(start, lines):
    """The commands of a block with the output that must follow: number of the line, command, lines."""
    return [(number, command, output) for number, _, command, output in prompts(start, lines, r"\$")]


def prompts(start, lines, pattern=r"\w+@\w+\$|[$#]"):
    """The same with the prompt of each command, such as `$`, `#` for root, or `postgres@db1$`."""
    found = []
    for number, line in enumerate(lines, start):
        if prompt := re.match(f"({pattern}) ", line):
            found.append((number, prompt[1], line[prompt.end():], []))
        elif found and found[-1][2].endswith("\\"):
            found[-1] = (*found[-1][:2], f"{found[-1][2]}\n{line}", [])
        else:
            found[-1][3].append(line)
    return found


def fits(output, expected):
    """Whether an output is the expected one, in which `…` stands for any text."""
    pattern = ".*".join(re.escape(part) for part in "\n".join(expected).strip().split("…"))
    return re.fullmatch(pattern, output.strip(), re.DOTALL) is not None
