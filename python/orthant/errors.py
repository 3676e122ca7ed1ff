"""Exceptions. A saturated point raises none: it is a row with its verdict, and so is a result that
did not converge."""
from __future__ import annotations

import re
from collections.abc import Iterable

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

# Matches a key at the beginning of a message; unknown keys are in quotes.
KEY = re.compile(r"'?(?P<key>[a-z]\w*(\.\w+)+)'?: ")
# Locations that are not files.
PLACE = re.compile(r"(command line|default value|config|--[a-z-]+): *")


class OrthantWarning(UserWarning):
    """A warning of the command, of a key that nothing reads or a load that no node can send."""


class Error(Exception):
    """The command failed. `message` is its message, `command` the shell line that repeats it.

    `frame` holds the rows that there are, or None.
    """

    def __init__(self, message: str, command: str = "", frame: pd.DataFrame | None = None):
        super().__init__(message)
        self.message = message
        self.command = command
        self.frame = frame


class CommandNotFoundError(Error):
    """There is no program `orthant`."""


class DeadlockError(Error):
    """The check does not exclude a deadlock, or a point met one (exit code 4).

    `message` is the report: the cycle of dependencies, or the knots of packets that wait for each
    other.
    """

    @property
    def report(self) -> str:
        return self.message


class SaturatedError(Error):
    """A point is not stable, and `require_stable=True` was given (exit code 5)."""


class ConfigError(Error):
    """A mistake in a config, an override, an option or an input file (exit code 2). Its text is the
    line that the command printed.

    `file` and `line` locate the mistake: None for an override or an option; `file` is None for a
    config that is no file. `key` is "section.key", or None where no key is at fault. `message` is
    the rest: what is wrong, and what is allowed.
    """

    def __init__(self, text: str, command: str = "", files: Iterable[str] = ()):
        super().__init__(text, command)
        self.args = (text, command, tuple(files))  # pickle rebuilds the exception from these
        found = PLACE.match(text)
        rest = text[found.end():] if found else text
        self.file, self.line, self.key = None, None, None
        if not found or found[1].startswith("--"):
            elsewhere = re.match(r"([^:]+)(?=:\d+: )", rest)
            self.file = next((file for file in files if rest.startswith(f"{file}:")), elsewhere[1] if elsewhere else None)
            rest = rest[len(self.file) + 1:].lstrip() if self.file else rest
        if (self.file or (found and found[1] == "config")) and (line := re.match(r"(\d+): ", rest)):
            self.line, rest = int(line[1]), rest[line.end():]
        if key := KEY.match(rest):
            self.key, rest = key["key"], rest[key.end():]
        self.message = rest

    def __str__(self) -> str:
        return self.args[0]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, or a signal to the command (exit code 130). No Exception, so that it ends loops as
    Ctrl-C does.

    `frame` holds the finished rows, or None. `output` is their file: the same call with it as
    `output=` resumes there. Without `output=` the file is in a temporary folder, which is kept.
    """

    def __init__(self, output: str, frame: pd.DataFrame | None):
        super().__init__("nothing is finished" if frame is None else f"{len(frame)} finished rows are in {output}")
        self.output = output
        self.frame = frame
