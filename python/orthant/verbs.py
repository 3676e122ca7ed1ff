"""The verbs of the command as functions."""
from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

import pandas as pd

from .command import (Config, Finished, PathLike, Progress, call, config_words, ini_lines,
                      option_words, path_word)
from .errors import ConfigError, DeadlockError, Error, Interrupted, OrthantWarning, SaturatedError
from .frames import read, units_of

Option = str | int | float | bool | os.PathLike[str] | None
Files = PathLike | pd.DataFrame | Iterable[PathLike | pd.DataFrame]
UNFINISHED, DEADLOCK, SATURATED, INTERRUPTED = 3, 4, 5, 130  # exit codes
STOPPED = (INTERRUPTED, -2, -15)  # the command was ended by SIGINT or SIGTERM


class Verb(Protocol):
    def __call__(self, config: Config | None = None,
                 overrides: Mapping[str, Any] | None = None, *, output: PathLike | None = None,
                 progress: bool | Callable[[Progress], object] = False,
                 **options: Option) -> pd.DataFrame:
        ...


def _judge(finished: Finished, frame: pd.DataFrame | None, files: Iterable[object]) -> None:
    """Raises the exception of the exit code, or passes on the warnings of the command."""
    errors = finished.messages_of("error", "internal error")
    for level, text in finished.messages:
        # Without a knot, a warning is the report.
        if level == "warning" and (errors or finished.code != DEADLOCK):
            warnings.warn(text, OrthantWarning, stacklevel=4)
    if finished.code == DEADLOCK:
        report = errors or finished.messages_of("warning")
        raise DeadlockError(report, finished.command, frame)
    if finished.code == SATURATED:
        raise SaturatedError("not every point is stable", finished.command, frame)
    if finished.code == 2 and errors:
        # Line numbers of a text generated from sections mean nothing to the caller.
        lines = r"(:\d+)?" if any(isinstance(file, Mapping) for file in files) else ""
        names = [os.fspath(file) for file in files if isinstance(file, (str, os.PathLike))]
        text = re.sub(f"^/dev/stdin{lines}:", "config:", errors)
        raise ConfigError(text, finished.command, names)
    if finished.code not in (0, 2, UNFINISHED):
        raise Error(errors or f"orthant ended with exit code {finished.code}", finished.command)


def _state(path: str) -> tuple[int, int] | None:
    """Identifies a file, so that one that the command did not touch is not taken for its result."""
    try:
        there = os.stat(path)
    except OSError:
        return None
    return there.st_ino, there.st_mtime_ns


def _rows(verb: str, config: Config | None, overrides: Mapping[str, Any], output: PathLike | None,
          progress: Any, options: Mapping[str, Any]) -> pd.DataFrame:
    """Calls a verb that writes rows: into `output`, or into a file that is removed after it."""
    folder = tempfile.mkdtemp(prefix="orthant_") if output is None else ""
    path = os.path.join(folder, f"{verb}.csv") if output is None else path_word(output)
    before = _state(path)
    try:
        words, text = config_words(config, overrides)
        try:
            finished = call([verb, *words, *option_words({**options, "output": path})], text,
                            progress)
        except KeyboardInterrupt:
            finished = Finished(INTERRUPTED, "", [], "")
        if folder:
            finished = finished._replace(command=finished.command.removesuffix(f" --output={path}"))
        # Existing rows are not computed again.
        finished_before = finished.code in (0, UNFINISHED, SATURATED)
        wrote = (_state(path) is not None and (finished_before or _state(path) != before)
                 and os.path.getsize(path) > 0
                 and not (finished.code in (1, 2) and finished.messages_of("error")))
        if finished.code in STOPPED and wrote:
            folder = ""  # the folder stays, so that the next call can resume
        frame = read(path) if wrote else None
        if finished.code in STOPPED:
            raise Interrupted(path, frame)
        _judge(finished, frame, [config, output, *options.values()])
        if frame is None:
            raise Error(f"{path}: the command wrote nothing", finished.command)
        frame.attrs.update(command=finished.command, exit_code=finished.code)
        return frame
    finally:
        if folder:
            shutil.rmtree(folder)


def _networks(verb: str, config: Config | None, overrides: Mapping[str, Any],
              output: PathLike | None, progress: Any, options: Mapping[str, Any]) -> pd.DataFrame:
    """Calls `check`, whose report has a part for every network."""
    words, text = config_words(config, overrides)
    finished = call([verb, *words, "--format=json",
                     *option_words({"output": None if output is None else path_word(output),
                                    **options})], text, progress)
    if finished.code in STOPPED:
        raise Interrupted("", None)
    if finished.code != DEADLOCK:
        _judge(finished, None, [config, output, *options.values()])
    written = finished.stdout if output is None else pathlib.Path(path_word(output)).read_text(
        encoding="utf-8")
    frame = pd.DataFrame(json.loads(written)["networks"])
    frame.attrs.update(units=units_of(frame, verb),
                       command=finished.command, exit_code=finished.code)
    if finished.code == DEADLOCK:
        raise DeadlockError("\n".join(frame.loc[frame["deadlock_free"] != "yes", "deadlock"]),
                            finished.command, frame)
    return frame


_ABOUT = """{does}

    config: a path, the text of an INI file, or sections of keys:
        {{"topology": {{"kind": "torus"}}, ...}}.
    overrides: keys that win over it: {{"traffic.load": 0.3}}, or by section. A bool is yes or no,
        a list an axis.
    output: a file for the result, with its config in FILE.ini; only the same
        config replaces it without overwrite=True. None: the result is in the frame alone;
        `output.csv` of the config is not read.
    progress: True for a line on stderr, or a function that is given a Progress.
    options: those of `orthant {verb} --help`, with _ for -: threads=2, log="x.log". True sets a
        flag.

    The frame's attrs: units (column to unit), command, exit_code (3: not converged), and but for
    check version, config (section.key to value, complete) and made_by. Raises ConfigError,
    DeadlockError, SaturatedError, CommandNotFoundError, Error, and Interrupted on Ctrl-C. Warns
    with OrthantWarning."""


def _verb(name: str, does: str, work: Callable[..., pd.DataFrame] = _rows) -> Verb:

    def verb(config: Config | None = None,
             overrides: Mapping[str, Any] | None = None, *, output: PathLike | None = None,
             progress: bool | Callable[[Progress], object] = False,
             **options: Option) -> pd.DataFrame:
        if "format" in options:
            raise TypeError(f"{name}() makes a DataFrame; format= is for the command")
        return work(name, config, overrides or {}, output, progress, options)
    verb.__name__ = verb.__qualname__ = name
    verb.__doc__ = _ABOUT.format(does=does, verb=name)
    return verb


run = _verb("run", "Simulates one point, a row for every repetition. Latencies are in cycles, "
            "loads in flits/node/cycle.")
sweep = _verb("sweep", "Simulates every combination of the keys that have several values. Rows in "
              "`output` are not computed again.")
saturate = _verb("saturate", "Finds the largest stable load of every combination. Rows in `output` "
                 "are not computed again.")
analyze = _verb("analyze", "Computes what an oblivious routing guarantees, exactly. Throughputs "
                "are fractions of capacity.")
design = _verb("design",
               "Finds the best oblivious routing for an objective. `status`: whether it was found.")
policy = _verb("policy", "Computes how likely a message arrives where links fail.")
schedule = _verb("schedule", "Finds the frames of a collective communication. With case=FILE it "
                 "needs no config.")
check = _verb("check", "Proves freedom of deadlock and predicts, a row for every network. "
              "Latencies are in cycles.", _networks)


def _drawn(verb: str, files: Files, output: PathLike, options: Mapping[str, Any]) -> pathlib.Path:
    one = [files] if isinstance(files, (str, os.PathLike, pd.DataFrame)) else list(files)
    with tempfile.TemporaryDirectory(prefix="orthant_") as folder:
        paths = [_written(file, os.path.join(folder, f"frame{number}.csv"))
                 if isinstance(file, pd.DataFrame) else path_word(file)
                 for number, file in enumerate(one, 1)]
        words = [verb, *paths, *option_words({"output": path_word(output), **options})]
        _judge(call(words), None, [*paths, output])
    return pathlib.Path(output)


def _written(frame: pd.DataFrame, path: str) -> str:
    """Writes a frame that a verb made, and its config from attrs as FILE.ini. Returns the path."""
    frame.to_csv(path, index=False)
    if config := frame.attrs.get("config"):
        lines = "".join(ini_lines(key, value) for key, value in config.items())
        version, made_by = (frame.attrs.get(name, "") for name in ("version", "made_by"))
        heading = f"; orthant {version}\n; {made_by}\n"
        finished = f"; finished: {os.path.getsize(path)} bytes\n"
        pathlib.Path(f"{path}.ini").write_text(heading + lines + finished, encoding="utf-8")
    return path


def plot(files: Files, output: PathLike, **options: Option) -> pathlib.Path:
    """Draws result files, or frames of results, as `orthant plot`: kind=, x=, y=, facet=, title=,
    ymin=, ymax=, logy=, size=(W, H), order=, label="OLD=NEW". Returns `output`, a .png, .svg or
    .pdf.

    Raises ConfigError, CommandNotFoundError, Error.
    """
    return _drawn("plot", files, output, options)


def report(files: Files, output: PathLike, **options: Option) -> pathlib.Path:
    """Writes a page of HTML from result files, or frames of results, as `orthant report`: title=.
    Returns `output`.

    Raises ConfigError, CommandNotFoundError, Error.
    """
    return _drawn("report", files, output, options)
