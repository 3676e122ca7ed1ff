"""Calls the command `orthant`: finds it, spells its words, follows its messages.

On a terminal the command updates a line of progress on stderr. It gets a pseudo-terminal, so that
callers see progress as often as a person at a terminal.
"""
from __future__ import annotations

import codecs
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from numbers import Number
from typing import Any, NamedTuple

from .errors import CommandNotFoundError, ConfigError, Error

PathLike = str | os.PathLike[str]
Config = PathLike | Mapping[str, Any]  # path, text of an INI file, or sections of keys

LIVE = re.compile(r"(\d+) of (\d+) \w+(?:, (\d+) %)?(?:, about .* left)?")
MESSAGE = re.compile(r"orthant: (error|warning|info|debug|internal error|interrupted): (.*)")


class Progress(NamedTuple):
    """How far the command is: its line of progress, and the numbers in it."""

    text: str  # "3 of 12 points, 30 %, about 4 s left"
    done: int | None = None  # finished points or combinations
    total: int | None = None
    fraction: float | None = None  # share of the work done, 0 to 1, with points under way


class Finished(NamedTuple):
    code: int
    stdout: str
    messages: list[tuple[str, str]]  # (level, text)
    command: str

    def messages_of(self, *levels: str) -> str:
        return "\n".join(text for level, text in self.messages if level in levels)


def executable() -> str:
    """The path of the program: what the variable ORTHANT names, else the one of the source tree or the prefix in which
    this package is, else the first on PATH. Raises CommandNotFoundError.
    """
    if named := os.environ.get("ORTHANT"):
        if found := shutil.which(named):
            return found
        raise CommandNotFoundError(f"ORTHANT={named} is no program; allowed: the path of the command orthant")
    folders = pathlib.Path(__file__).resolve().parents  # TREE/python/orthant or PREFIX/lib/python3/dist-packages/orthant
    places = [folders[up] / place / "orthant" for up, place in ((2, "build"), (4, "bin")) if up < len(folders)]
    found = next((found for path in [*map(str, places), "orthant"] if (found := shutil.which(path))), None)
    if found is None:
        raise CommandNotFoundError(f"there is no program orthant: not {', not '.join(map(str, places))}, and none on PATH; "
                                   "allowed: to install it, or its path in the variable ORTHANT")
    return found


def is_bool(value: Any) -> bool:
    return isinstance(value, bool) or type(value).__name__ in ("bool_", "bool")  # bool_ is NumPy's type


def value_text(key: str, value: Any) -> str:
    """A value as it stands in an INI file: yes and no, numbers in their shortest form, lists joined by commas."""
    def one(item: Any) -> str:
        if is_bool(item):
            return "yes" if item else "no"
        if isinstance(item, os.PathLike):
            return os.fspath(item)
        if isinstance(item, (str, Number)):
            return str(item)
        raise ConfigError(f"command line: {key}: {item!r} is no value; allowed: a number, a word, a bool, or a list of such")

    is_list = (isinstance(value, Iterable) and getattr(value, "ndim", 1) != 0
               and not isinstance(value, (str, bytes, set, frozenset, os.PathLike)))
    return ",".join(map(one, value)) if is_list else one(value)


def settings_of(config: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """{"traffic": {"load": [0.1, 0.2]}} and {"traffic.load": [0.1, 0.2]} as {"traffic.load": "0.1,0.2"}."""
    settings: dict[str, str] = {}
    for name, value in config.items():
        key = f"{prefix}{name}"
        settings.update(settings_of(value, f"{key}.") if isinstance(value, Mapping) else {key: value_text(key, value)})
    return settings


def ini_lines(key: str, value: str) -> str:
    section, dot, name = key.partition(".")
    if not dot or not f"{key}{value}".isprintable() or re.search(r"(^|\s)[#;]", value):
        raise ConfigError(f"config: {key!r}: {value!r} is no setting; allowed: a key in a section, without line ends and comments")
    return f"[{section}]\n{name} = {value}\n"


def config_words(config: Config | None, overrides: Mapping[str, Any]) -> tuple[list[str], str | None]:
    """The words for a config and what overrides it, and the text that the command finds on its standard input."""
    first, text = [], None
    if isinstance(config, Mapping):
        first, text = ["/dev/stdin"], "".join(ini_lines(key, value) for key, value in settings_of(config).items())
    elif isinstance(config, str) and ("\n" in config or config.lstrip().startswith("[")):
        first, text = ["/dev/stdin"], config
    elif config is not None:
        first = [path_word(config)]
    return first + [f"{key}={value}" for key, value in settings_of(overrides).items()], text


def path_word(path: PathLike) -> str:
    text = os.fspath(path)
    return f"./{text}" if text.startswith("-") else text


def option_words(options: Mapping[str, Any]) -> list[str]:
    """{"threads": 2, "overwrite": True} as --threads=2 --overwrite. False and None leave an option out."""
    words = []
    for name, value in options.items():
        word = f"--{name.replace('_', '-')}"
        if is_bool(value) or value is None:
            words += [word] if value else []
        else:
            text = value_text(word, value)
            words += [f"{word}={text}"] if text else [word, text]
    return words


class Line:
    """Shows progress as one line of stderr."""

    def __init__(self) -> None:
        self.width = 0

    def __call__(self, progress: Progress) -> None:
        print(f"\r{progress.text:{self.width}}", end="", file=sys.stderr, flush=True)
        self.width = len(progress.text)

    def clear(self) -> None:
        if self.width:
            print(f"\r{'':{self.width}}\r", end="", file=sys.stderr, flush=True)


class Messages:
    """Parses stderr: whole messages, and the line of progress that renews itself."""

    def __init__(self, report: Callable[[Progress], object]) -> None:
        self.all: list[tuple[str, str]] = []
        self.report = report
        self.decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self.rest = ""
        self.reported = ""

    def take(self, part: bytes) -> None:
        *lines, rest = re.split(r"\r?\n", (self.rest + self.decode(part)).replace("\x1b[K", ""))
        self.rest = rest[rest.rfind("\r", 0, -1) + 1:]
        for line in lines:
            if line := line.rpartition("\r")[2]:
                self.add(line)
        self.progress(self.rest)

    def add(self, line: str) -> None:
        if message := MESSAGE.fullmatch(line):
            self.all.append((message[1], message[2]))
            if message[1] == "info" and not self.progress(message[2]):
                self.report(Progress(message[2]))
        elif self.all:
            self.all[-1] = (self.all[-1][0], f"{self.all[-1][1]}\n{line}")
        else:
            self.all.append(("error", line))

    def progress(self, line: str) -> bool:
        live = LIVE.fullmatch(line)
        if live and line != self.reported:
            self.reported = line
            fraction = int(live[3]) / 100 if live[3] else None
            self.report(Progress(line, int(live[1]), int(live[2]), fraction))
        return live is not None


def start(words: list[str], stdin: Any, stdout: Any) -> tuple[subprocess.Popen, int]:
    """Starts the command in a session of its own, where Ctrl-C does not reach it. Returns it with our end of its stderr."""
    try:
        ours, theirs = os.openpty()
    except OSError:  # No terminal: the command reports progress now and then.
        ours, theirs = os.pipe()
    try:
        return subprocess.Popen(words, stdin=stdin, stdout=stdout, stderr=theirs, start_new_session=True), ours
    except OSError as error:
        os.close(ours)
        raise Error(f"{words[0]}: cannot be started: {error.strerror}") from None
    finally:
        os.close(theirs)


def follow(ours: int, messages: Messages) -> None:
    """Reads messages until the command closes its stderr."""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # A terminal ends with an error.
            return
        if not part:
            return
        messages.take(part)


def stop(child: subprocess.Popen, ours: int, messages: Messages) -> None:
    """Asks the command to end, and waits while it saves what is finished. It ends at once when asked again."""
    messages.report = lambda progress: None
    while child.returncode is None:
        try:
            os.killpg(child.pid, signal.SIGINT)
            follow(ours, messages)
            child.wait()
        except KeyboardInterrupt:
            pass


def call(words: Iterable[str], text: str | None = None, progress: bool | Callable[[Progress], object] = False) -> Finished:
    """Runs `orthant WORDS` to its end, with `text` as its standard input. KeyboardInterrupt and what `progress` raises
    stop the command, and come out when it has ended.
    """
    words = [executable(), *words]
    line = Line()
    messages = Messages((line if progress is True else progress) or (lambda progress: None))
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout:
        stdin.write((text or "").encode())
        stdin.seek(0)
        child, ours = start(words, stdin, stdout)
        try:
            follow(ours, messages)
            child.wait()
        except BaseException:
            stop(child, ours, messages)
            raise
        finally:
            os.close(ours)
            line.clear()
        stdout.seek(0)
        output = stdout.read().decode("utf-8", "replace")
    return Finished(child.returncode, output, messages.all, shlex.join(["orthant", *words[1:]]))
