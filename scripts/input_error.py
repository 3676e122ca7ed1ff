"""Mistakes of the user, which a script tells in one line."""
import contextlib
import functools
import os
import pathlib
import re
import sys

COMMANDS = re.compile(r"[\x00-\x1f\x7f-\x9f]")  # of a terminal


class InputError(Exception):
    """The user's mistake, in one line."""


def without_controls(text):
    """A line without what commands a terminal: names of files, and what these hold, may have any letters."""
    return COMMANDS.sub("?", text)


def in_one_line(main):
    """`main` of a script; where it meets an InputError, it says so on stderr, after the script's name, and returns 2."""
    @functools.wraps(main)
    def careful(*arguments):
        try:
            return main(*arguments)
        except InputError as error:
            print(without_controls(f"{pathlib.Path(main.__code__.co_filename).name}: {error}"), file=sys.stderr)
            return 2
    return careful


@contextlib.contextmanager
def whole_file(path):
    """Yields the name of another file, of the same ending, that becomes `path` when it is written: whole or not at all."""
    stem, ending = os.path.splitext(path)
    temporary = f"{stem}.{os.getpid()}{ending}"
    try:
        yield temporary
        os.replace(temporary, path)
    except OSError as error:
        raise InputError(f"{path}: cannot write: {error.strerror}") from None
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)
