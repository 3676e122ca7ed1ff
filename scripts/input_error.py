"""Mistakes of the user, which a script tells in one line."""
import functools
import pathlib
import sys


class InputError(Exception):
    """The user's mistake, in one line."""


def in_one_line(main):
    """`main` of a script; where it meets an InputError, it says so on stderr, after the script's name, and returns 2."""
    @functools.wraps(main)
    def careful(*arguments):
        try:
            return main(*arguments)
        except InputError as error:
            print(f"{pathlib.Path(main.__code__.co_filename).name}: {error}", file=sys.stderr)
            return 2
    return careful
