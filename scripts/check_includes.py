#!/usr/bin/python3
"""Checks the house rules of the source tree: who may include whom, no circles, heads of files.

Prints one line per violation and exits with 1 if there is any. Long functions and files are only
warned about.

usage: scripts/check_includes.py [ROOT]     (default: the tree that this script is in)
"""

import pathlib
import re
import shutil
import subprocess
import sys

# The include table of docs/architecture.md: folder -> folders whose headers it may include.
# An entry with a slash allows that one header only.
ALLOWED = {
    "base": set(),
    "solver": {"base"},
    "topology": {"base"},
    "routing": {"base", "topology"},
    "traffic": {"base", "topology"},
    "sim": {"base", "topology/topology.hpp", "routing/routing.hpp", "routing/flow_control_words.hpp",
            "traffic/traffic.hpp"},
    "analysis": {"base", "solver", "topology", "routing", "traffic"},
    "schedule": {"base", "solver", "topology", "routing", "traffic"},
    "app": {"base", "solver", "topology", "routing", "traffic", "sim", "analysis", "schedule"},
}
# Foreign headers that belong to some folders only, with the reason.
FOREIGN = [
    (r"boost/program_options", {"app"}, "only app/ knows that the command line and INI exist"),
    (r"spdlog/", {"app"}, "only app/ logs"),
    (r"(Clp|Cbc|Coin|Osi)\w*\.(hpp|h)$", {"solver"}, "only solver/ knows the linear-program solvers"),
    (r"nauty/", {"solver"}, "only solver/ knows the library that finds symmetries of graphs"),
    (r"scotch/", {"base"}, "only base/partition knows the library that cuts graphs"),
    (r"protozero/", {"traffic"}, "only traffic/traces reads protocol buffers"),
    (r"random$", set(), "std distributions differ between libraries; use base/random.hpp"),
]
# Labels of the head comment of a routing algorithm, in this order; Ties only where they apply.
ROUTING_LABELS = ["Source", "VCs", "Deadlock", "Ties", "Tested by"]
OPTIONAL_LABELS = {"Ties"}
SOURCE_SUFFIXES = {".cpp", ".hpp"}
TEXT_SUFFIXES = SOURCE_SUFFIXES | {".md", ".txt", ".ini", ".sh", ".py", ".cmake", ".json", ".csv"}
MACHINE_PATH = re.compile(r"(?<![\w.$}~])/(?:work|home|root|mnt|Users)/\w+")
LEFTOVER = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|X" r"XX)\b")
MAX_FUNCTION_LINES = 60
MAX_FILE_LINES = 450


def includes(text):
    """(line number, header, quoted) of each #include."""
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', line)
        if found:
            yield number, found[1] or found[2], found[1] is not None


def check_includes(root, path, text):
    folder = path.parts[0]
    for number, header, quoted in includes(text):
        where = f"{path}:{number}"
        target = header.split("/")[0]
        if target in ALLOWED and "/" in header:
            allowed = ALLOWED[folder] | {folder}
            if target not in allowed and header not in allowed:
                yield f"{where}: {folder}/ may not include {header} (allowed: {', '.join(sorted(allowed))})"
            if not quoted:
                yield f"{where}: our own header {header} is written in quotes"
            if not (root / header).is_file():
                yield f"{where}: {header} does not exist"
        elif quoted:
            yield f"{where}: write our own headers as \"folder/file.hpp\", not \"{header}\""
        for pattern, folders, reason in FOREIGN:
            if re.match(pattern, header) and folder not in folders:
                yield f"{where}: <{header}>: {reason}"


def check_circles(included):
    """`included`: per unit (a header and the source of its name, or a subfolder), those that it
    includes."""
    finished, way = set(), []

    def walk(unit):
        if unit in way:
            yield f"a circle of includes: {' -> '.join(way[way.index(unit):] + [unit])}"
        if unit in finished or unit in way:
            return
        way.append(unit)
        for next_unit in sorted(included.get(unit, ())):
            yield from walk(next_unit)
        finished.add(way.pop())

    for unit in sorted(included):
        yield from walk(unit)


def subfolder_of(unit):
    """The folder inside a folder of ALLOWED that a unit is in; None for those at the top."""
    parts = unit.split("/")
    return "/".join(parts[:2]) if parts[0] in ALLOWED and len(parts) > 2 else None


def subfolders_of(included):
    """Per subfolder, the others that its units include."""
    found = {}
    for unit, others in included.items():
        if subfolder_of(unit):
            found.setdefault(subfolder_of(unit), set()).update(
                subfolder_of(other) for other in others if subfolder_of(other))
    return {folder: others - {folder} for folder, others in found.items()}


def head_comment(text):
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].strip())
    return lines


def check_head(root, path, text):
    # The head of x.hpp covers x.cpp, and the name of a test the test.
    own_header = path.suffix == ".cpp" and (root / path.with_suffix(".hpp")).is_file()
    if not any(head_comment(text)) and not own_header and path.parts[0] != "tests":
        yield f"{path}:1: a file starts with a comment that says what it is"
    if path.suffix == ".hpp" and not re.search(r"^#pragma once$", text, re.M):
        yield f"{path}:1: a header has #pragma once"
    if path.parts[0] == "tests":
        return
    for test in re.findall(r"tests/[\w./-]+\w", "\n".join(head_comment(text))):
        if not (root / test).exists():
            yield f"{path}:1: Tested by: {test} does not exist"


def is_algorithm(text):
    return re.search(r"^\s*(?:const\s+)?RoutingDescription&?\s+\w+\(\)\s*\{", text, re.M) is not None


def check_routing_labels(root, path, text):
    if path.parts[0] != "routing" or path.suffix != ".cpp" or not is_algorithm(text):
        return
    head = head_comment(text)
    found = [label for line in head for label in ROUTING_LABELS if line.startswith(label + ":")]
    for label in ROUTING_LABELS:
        if label not in found and label not in OPTIONAL_LABELS:
            yield f"{path}:1: the head comment has no \"{label}:\""
    if found != sorted(found, key=ROUTING_LABELS.index):
        yield f"{path}:1: the labels of the head come in the order {', '.join(ROUTING_LABELS)}"


def check_words(path, text):
    for number, line in enumerate(text.splitlines(), 1):
        if MACHINE_PATH.search(line):
            yield f"{path}:{number}: a path of one machine: {MACHINE_PATH.search(line)[0]}"
        if path.suffix in SOURCE_SUFFIXES and LEFTOVER.search(line):
            yield f"{path}:{number}: leftover {LEFTOVER.search(line)[0]}"


def without_comments_and_strings(text):
    pattern = r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\''
    return re.sub(pattern, lambda found: "\n" * found[0].count("\n"), text, flags=re.S)


def long_functions(text):
    """(first line, length) of each function longer than MAX_FUNCTION_LINES."""
    opened, statement, line, first = [], "", 1, 1
    for char in without_comments_and_strings(text):
        if char == "\n":
            line += 1
        if char == "{":
            head = statement.strip()
            control = re.match(r"(?:if|else|for|while|switch|do|try|catch|namespace|class|struct|"
                               r"enum|union)\b", head)
            outer = not any(is_function for is_function, _ in opened)
            opened.append((outer and not control and head.endswith((")", "const", "override", "final",
                                                                    "noexcept")), first))
            statement = ""
        elif char == "}":
            is_function, start = opened.pop() if opened else (False, line)
            if is_function and line - start + 1 > MAX_FUNCTION_LINES:
                yield start, line - start + 1
            statement = ""
        elif char == ";":
            statement = ""
        else:
            if not statement.strip():
                first = line
            statement += char


def warnings(path, text):
    if path.suffix not in SOURCE_SUFFIXES:
        return
    for start, length in long_functions(text):
        yield f"{path}:{start}: a function of {length} lines"
    if len(text.splitlines()) > MAX_FILE_LINES:
        yield f"{path}:1: a file of {len(text.splitlines())} lines"


def tree_files(root):
    """Files that git does not ignore, or all files where there is no git."""
    names = None
    if (root / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"],
                                capture_output=True, text=True)
        names = listed.stdout.splitlines() if listed.returncode == 0 else None
    if names is None:
        names = [str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()]
    files = sorted(pathlib.Path(name) for name in names if (root / name).is_file())
    return [path for path in files if not re.match(r"build|out$|\.git$", path.parts[0])]


def is_text(path):
    return path.suffix in TEXT_SUFFIXES or path.suffix == ""


def report(errors, checked, what):
    """Prints what a checker found. Returns its exit code: to have found nothing to check is an error too."""
    for line in errors:
        print(f"error: {line}")
    print(f"{checked} {what}, {len(errors)} violations")
    return 1 if errors or not checked else 0


def main(arguments):
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parent.parent).resolve()
    errors, advice, checked, included = [], [], 0, {}
    for path in tree_files(root):
        if not is_text(path):
            continue
        try:
            text = (root / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # binary test data
        errors += check_words(path, text)
        if path.suffix in SOURCE_SUFFIXES:
            checked += 1
            errors += check_head(root, path, text)
            advice += warnings(path, text)
            if path.parts[0] in ALLOWED:
                errors += check_includes(root, path, text)
                unit = str(path.with_suffix(""))
                included.setdefault(unit, set()).update(
                    header.rpartition(".")[0] for _, header, quoted in includes(text) if quoted)
                included[unit].discard(unit)
                errors += check_routing_labels(root, path, text)
    errors += check_circles(included)
    errors += check_circles(subfolders_of(included))
    for line in advice:
        print(f"warning: {line}")
    return report(errors, checked, "source files")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
