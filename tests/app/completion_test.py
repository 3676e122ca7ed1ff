"""Words of the command line completed in bash, zsh and fish: typed on a terminal, with <Tab>."""

import os
import pty
import re
import select
import shutil
import subprocess
import time
import unittest

from command import ORTHANT, Command

# Words typed before <Tab>, and the completed command line.
UNIQUE = (
    ("sat", "saturate"),
    ("run c", "run c.ini"),
    ("run c.ini --req", "run c.ini --require-stable"),
    ("sweep c.ini router.allocator_", "sweep c.ini router.allocator_iterations="),
    ("sweep c.ini router.allocator=wave", "sweep c.ini router.allocator=wavefront"),
    ("sweep c.ini routing.algorithm=dor,o1", "sweep c.ini routing.algorithm=dor,o1turn"),
    ("check c.ini topology.file=rin", "check c.ini topology.file=ring.edges"),
    ("run c.ini --format js", "run c.ini --format json"),
    ("run c.ini --format=js", "run c.ini --format=json"),
    ("run -j 2 c", "run -j 2 c.ini"),
    ("run c.ini -o ring", "run c.ini -o ring.edges"),
    ("plot --kind heat rin", "plot --kind heat ring.edges"),
    ("list top", "list topologies"),
    ("new tor", "new torus"),
    ("import book", "import booksim"),
    ("import booksim rin", "import booksim ring.edges"),
    ("explain router.allocator_", "explain router.allocator_iterations"),
    ("completion fi", "completion fish"),
    ("analyze c.ini --cache fol", "analyze c.ini --cache folder/"),  # zsh takes the / away again
    ("new torus x", "new torus x"),
)


def needs(shell):
    return unittest.skipUnless(shutil.which(shell), f"{shell} is missing; with it: the Debian package {shell}")


def with_orthant():
    """The environment, with the program on PATH."""
    return {**os.environ, "PATH": f"{os.path.dirname(ORTHANT)}:{os.environ['PATH']}"}


class Terminal:
    """A shell on a pseudo terminal, in which `orthant` prints its words instead of running."""

    def __init__(self, words, folder, setup):
        (folder / "setup").write_text(setup + "\northant() { printf 'WORDS'; printf '<%s>' \"$@\"; printf 'END\\n'; }\n")
        child, self.terminal = pty.fork()
        if child == 0:
            os.chdir(folder)
            os.execvpe(words[0], words, {**with_orthant(), "TERM": "dumb", "PS1": "", "HOME": str(folder)})
        self.child = child
        self.send(". ./setup; orthant\n")

    def send(self, text):
        """The words that orthant was given."""
        os.write(self.terminal, text.encode())
        output, end = "", time.monotonic() + 30
        while time.monotonic() < end:
            if select.select([self.terminal], [], [], 1)[0]:
                output += os.read(self.terminal, 65536).decode(errors="replace")
            if found := re.search(r"WORDS((?:<[^<>]*>)*)END", output):
                return re.findall(r"<([^<>]*)>", found[1])
        raise AssertionError(f"no answer to {text!r}: {output!r}")

    def close(self):
        os.write(self.terminal, b"exit\n")
        os.close(self.terminal)
        os.waitpid(self.child, 0)


class Completion(Command):
    FILES = {"ring.edges": "0 1\n"}

    def setUp(self):
        super().setUp()
        (self.folder / "folder").mkdir()

    def script(self, shell, name):
        self.write(name, self.orthant("completion", shell).stdout)

    def tries(self, terminal, typed_for_all=None):
        self.addCleanup(terminal.close)
        for typed, expected in UNIQUE:
            with self.subTest(typed):
                self.assertEqual([word.rstrip("/") for word in terminal.send(f"orthant {typed}\t\n")],
                                 expected.rstrip("/").split(" "))
        if typed_for_all:
            for typed, expected in typed_for_all:
                with self.subTest(typed):
                    self.assertEqual(terminal.send(f"orthant {typed}\x1b*\n"), expected.split(" "))

    def names(self, topic):
        return [row["name"] for row in self.rows_of("list", topic)]

    @needs("bash")
    def test_bash(self):
        self.script("bash", "orthant.bash")
        setup = "bind 'set enable-bracketed-paste off'; . ./orthant.bash"
        # M-* puts all completions there; bash leaves the beginning of a word before its = to the first.
        self.tries(Terminal(["bash", "--norc", "--noprofile", "-i"], self.folder, setup), (
            ("new ", "new collective fabric faults mesh torus"),
            ("run c.ini --s", "run c.ini --seed"),
            ("sweep c.ini --s", "sweep c.ini --seed --shard"),
            ("run c.ini router.switching=", "run c.ini router.switching=store_and_forward virtual_cut_through wormhole"),
            ("run c.ini topology.", "run c.ini " + " ".join(
                sorted(f"{name}=" for name in self.names("keys") if name.startswith("topology."))))))

    @needs("zsh")
    def test_zsh(self):
        self.script("zsh", "_orthant")
        loaded = "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D"
        sourced = "autoload -Uz compinit; compinit -u -D; . ./_orthant"
        for way in (loaded, sourced):
            self.tries(Terminal(["zsh", "-f", "-i"], self.folder, "unsetopt zle_bracketed_paste; PROMPT=; " + way))

    @needs("fish")
    def test_fish(self):
        self.script("fish", "orthant.fish")

        def offered(typed):
            done = subprocess.run(["fish", "--no-config", "-c", f"source orthant.fish; complete -C 'orthant {typed}'"],
                                  cwd=self.folder, env={**with_orthant(), "HOME": str(self.folder)}, capture_output=True,
                                  text=True, timeout=60, check=True)
            self.assertEqual(done.stderr, "")
            return [line.split("\t")[0] for line in done.stdout.splitlines()]
        for typed, expected in UNIQUE:
            with self.subTest(typed):
                last = expected.split(" ")[-1]
                self.assertEqual(offered(typed), [last] if last != typed.split(" ")[-1] else [])
        self.assertEqual(sorted(offered("new ")), ["collective", "fabric", "faults", "mesh", "torus"])
        self.assertEqual(sorted(offered("run c.ini router.switching=")), [
            f"router.switching={word}" for word in ("store_and_forward", "virtual_cut_through", "wormhole")])

    def offered(self, *words):
        kind, *lines = self.orthant("complete", "--", *words).stdout.splitlines()
        return kind, [line.split("\t")[0] for line in lines]

    def test_every_verb_option_and_key_is_offered(self):
        self.assertEqual(self.offered("run", "c.ini", ""), ("open", [f"{name}=" for name in self.names("keys")]))
        named = re.findall(r"^  (\w+) +\S", self.orthant("--help").stdout.split("Options:")[0], re.MULTILINE)
        self.assertEqual(self.offered(""), ("words", named))
        for verb in named:
            options = re.findall(r"^  (?:-\w, )?(--[-a-z]+)", self.orthant(verb, "--help").stdout.split("Options:")[1],
                                 re.MULTILINE)
            self.assertEqual({*options}, {*self.offered(verb, "--")[1]}, verb)

    def test_names_the_source_of_completions(self):
        for words, kind in ((["run", ""], "file "), (["run", "c.ini", "--cache="], "folder --cache="),
                            (["run", "c.ini", "topology.file=a,r"], "file topology.file=a,"), (["list", "keys", ""], "nothing"),
                            (["sweep", "c.ini", "traffic.load=0"], "nothing"), (["rum", ""], "nothing")):
            self.assertEqual(self.offered(*words), (kind, []))
