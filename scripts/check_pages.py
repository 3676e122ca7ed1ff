#!/usr/bin/python3
"""Checks the pages of the tree: links and their anchors lead somewhere, scripts that a page names are there, no page of docs/
is too long, and numbers of decisions are given once.

Prints one line per violation and exits with 1 if there is any. Anchors are those that a code host makes of
headings. Links to the web are not followed.

usage: scripts/check_pages.py [ROOT]     (default: the tree that this script is in)
"""
import os
import pathlib
import re
import sys

from check_includes import report, tree_files

MOST_PAGE_LINES = 300
LINK = re.compile(r"\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
SCRIPT = re.compile(r"(?<![\w/])(?:bench|scripts|studies)/[\w/]+\.(?:py|sh)\b")
LIST_ITEM = re.compile(r"\s*([*+-]|\d+\.)\s")


def lines_outside_code(text):
    """(line number, line) of what is neither in a fenced block nor indented as code, which a list item is not."""
    fenced, in_list = False, False
    for number, line in enumerate(text.splitlines(), 1):
        fence = line.lstrip().startswith("```")
        fenced ^= fence
        if line.strip() and not line.startswith(" ") or LIST_ITEM.match(line):
            in_list = bool(LIST_ITEM.match(line))
        if not fenced and not fence and (in_list or not line.startswith("    ")):
            yield number, line


def anchor(heading):
    """The anchor of a heading: lower case, blanks as hyphens, nothing else but word characters."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def anchors(text):
    """All anchors of a page; the second heading of a name gets -1, the third -2."""
    found = {}
    for _, line in lines_outside_code(text):
        heading = re.match(r"#{1,6} (.*)", line)
        if heading:
            name = anchor(heading[1])
            found[name] = found.get(name, -1) + 1
    return {name if not n else f"{name}-{n}" for name, count in found.items() for n in range(count + 1)}


def check_links(root, path, text):
    for number, line in lines_outside_code(text):
        for target in LINK.findall(re.sub(r"`[^`]*`", "`code`", line)):
            if "://" in target or target.startswith("mailto:"):
                continue
            name, _, place = target.partition("#")
            file = root / path.parent / name if name else root / path
            if not file.exists():
                yield f"{path}:{number}: broken link to {target}"
            elif place and file.suffix == ".md" and place not in anchors(file.read_text(encoding="utf-8")):
                yield f"{path}:{number}: no heading has the anchor of {target}"


def check_scripts(root, path, text):
    """A script that is a command is one that can be executed. The changelog names those of earlier versions."""
    for number, line in enumerate(text.splitlines() if path.name != "CHANGELOG.md" else [], 1):
        for name in SCRIPT.findall(line):
            if not (root / name).is_file():
                yield f"{path}:{number}: there is no {name}"
            elif re.match(rf"\s*(\$ |<!-- )?{re.escape(name)}", line) and not os.access(root / name, os.X_OK):
                yield f"{path}:{number}: {name} is no command: it is not executable"


def check_length(path, text):
    count = len(text.splitlines())
    if count > MOST_PAGE_LINES and (path.parts[0] == "docs" or path.name == "README.md"):
        yield f"{path}:{MOST_PAGE_LINES + 1}: a page of {count} lines; allowed: {MOST_PAGE_LINES}"


def check_numbers(paths):
    """No two records of docs/decisions/ have the same number."""
    seen = {}
    for path in sorted(paths):
        number = re.match(r"docs/decisions/(\d{4})-", path.as_posix())
        if number and (other := seen.setdefault(number[1], path)) != path:
            yield f"{path}:1: decision {int(number[1])} is {other}; allowed: a number of its own"


def main(arguments):
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parent.parent).resolve()
    pages = [path for path in tree_files(root) if path.suffix == ".md"]
    errors = [*check_numbers(pages)]
    for path in pages:
        text = (root / path).read_text(encoding="utf-8")
        errors += [*check_links(root, path, text), *check_scripts(root, path, text), *check_length(path, text)]
    return report(errors, len(pages), "pages")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
