"""Parts of a sweep, and what joins them."""

import shutil
import signal

from command import NEEDS_MPIRUN, Command, mpirun

AXES = ("traffic.load=0.02:0.2:0.02", "routing.ties=split,plus", "run.repetitions=2")  # 20 points, 40 rows


class Shard(Command):
    def part(self, number, of, *words, name=None, verb="sweep", **options):
        name = name or f"p{number}.csv"
        self.orthant(verb, "c.ini", *(words or AXES), "--shard", f"{number}/{of}", "-o", name, "-q", "-j", "2", **options)
        return name

    def merge(self, *words, expect=0):
        return self.orthant("merge", *words, expect=expect)

    def refused(self, message, *words):
        done = self.merge(*words, expect=2)
        self.assertEqual((done.stdout, done.stderr), ("", f"orthant: error: {message}\n"))

    def assert_same(self, *names):
        for name in names[1:]:
            self.assertEqual(self.text(names[0]), self.text(name))
            self.assertEqual(self.text(names[0] + ".ini"), self.text(name + ".ini"))

    def test_merged_are_what_the_sweep_writes(self):
        self.orthant("sweep", "c.ini", *AXES, "-o", "whole.csv", "-q", "-j", "2")
        for of in (1, 3, 20):
            names = [self.part(number, of, name=f"p{number}of{of}.csv") for number in range(1, of + 1)]
            self.merge(*reversed(names), "-o", f"merged{of}.csv")
            self.assert_same("whole.csv", f"merged{of}.csv")
        self.assertEqual(self.merge("p1of3.csv", "p2of3.csv", "p3of3.csv").stdout, self.text("whole.csv"))
        # The sweep and the merge accept a finished file as it is.
        self.orthant("sweep", "c.ini", *AXES, "-o", "merged3.csv", "-q", "--timing", "t.csv")
        self.assertEqual(self.computed("t.csv"), [])
        self.merge("p1of3.csv", "p2of3.csv", "p3of3.csv", "-o", "merged3.csv")

    def test_a_part_has_every_nth_point_and_says_so(self):
        self.part(2, 3)
        rows = self.table("p2.csv")
        points = [(round(load / 50, 2), ties) for load in range(1, 11) for ties in ("split", "plus")][1::3]
        self.assertEqual([(float(row["load"]), row["routing.ties"]) for row in rows[::2]], points)
        self.assertEqual(len(rows), 2 * len(points))
        self.assertIn("\n; run --shard 2/3\n", self.text("p2.csv.ini"))

    def test_saturate_has_parts_too(self):
        words = ("router.buffer_flits=4,8,12", "run.tolerance=0.1", "run.measure_cycles=300")
        self.orthant("saturate", "c.ini", *words, "-o", "whole.csv", "-q")
        names = [self.part(number, 2, *words, verb="saturate") for number in (1, 2)]
        self.merge(*names, "-o", "merged.csv")
        self.assert_same("whole.csv", "merged.csv")

    def test_a_part_that_was_killed_is_resumed(self):
        long = (*AXES, "run.measure_cycles=20000", "--shard", "1/2", "-j", "1")
        self.interrupted("sweep", "c.ini", *long, "-o", "k.csv", "--timing", "t.csv", "-q",
                         until=lambda _: self.lines("t.csv") >= 5, how=signal.SIGKILL, expect=-signal.SIGKILL)
        self.orthant("sweep", "c.ini", *AXES, "run.measure_cycles=20000", "--shard", "2/2", "-o", "o.csv", "-q")
        self.refused("k.csv: part 1/2 is not finished; the command that began it computes the rest", "k.csv", "o.csv", "-o", "m.csv")
        self.orthant("sweep", "c.ini", *long, "-o", "k.csv", "-q", "--timing", "t2.csv")
        self.assertTrue(self.computed("t2.csv"))
        self.assertFalse(set(self.computed("t.csv")) & set(self.computed("t2.csv")))
        self.orthant("sweep", "c.ini", *AXES, "run.measure_cycles=20000", "-o", "whole.csv", "-q")
        self.merge("k.csv", "o.csv", "-o", "m.csv")
        self.assert_same("whole.csv", "m.csv")
        # Another part does not resume its file.
        done = self.orthant("sweep", "c.ini", *AXES, "run.measure_cycles=20000", "--shard", "2/2", "-o", "k.csv", "-q", expect=2)
        self.assertEqual(done.stderr, "orthant: error: k.csv: made by run --shard 1/2, now run --shard 2/2; give another "
                                      "-o FILE, or --overwrite to start afresh\n")

    def test_merge_names_the_part_that_is_wrong(self):
        words = ("traffic.load=0.1,0.2,0.3",)
        a, b, c = (self.part(number, 3, *words) for number in (1, 2, 3))
        self.refused("p1.csv: part 2/3 of its sweep is missing; allowed: all parts", a, c, "-o", "m.csv")
        self.refused("p3.csv: parts 1/3, 2/3 of its sweep are missing; allowed: all parts", c, "-o", "m.csv")
        shutil.copy(self.folder / b, self.folder / "again.csv")
        shutil.copy(self.folder / (b + ".ini"), self.folder / "again.csv.ini")
        self.refused("again.csv: part 2/3 is there twice, in p2.csv too; allowed: every part once", a, b, c, "again.csv")
        other = self.part(3, 3, *words, "router.buffer_flits=5", name="other.csv")
        self.refused("other.csv: part 3/3 is of another sweep: p1.csv was made with router.buffer_flits = 4, this one with 5",
                     a, b, other)
        of_two = self.part(2, 2, *words, name="of_two.csv")
        self.refused("of_two.csv: part 2/2 is of another sweep: p1.csv was made with 3 parts, this one with 2", a, of_two)
        ini = self.text("p2.csv.ini")
        self.write("p2.csv.ini", ini.replace("; orthant 0", "; orthant 9", 1))
        done = self.merge(a, b, c, expect=2)
        self.assertRegex(done.stderr, r"^orthant: error: p2.csv: part 2/3 is of another sweep: p1.csv was made with orthant 0\S+, "
                                      r"this one with orthant 9\S+\n$")
        self.write("p2.csv.ini", ini)
        self.write("p2.csv", self.text("p2.csv").replace(",stable,", ",saturated,"))
        self.refused("p2.csv: part 2/3 was changed after it was written; allowed: parts as they were written", a, b, c)
        (self.folder / "p2.csv.ini").unlink()
        self.refused("p2.csv: p2.csv.ini that says of which sweep it is is missing; allowed: both files of a part", a, b, c)
        self.refused("none.csv: no such file; allowed: a part that --shard wrote", "none.csv")
        self.orthant("run", "c.ini", "-o", "r.csv", "-q")
        self.refused("r.csv: r.csv.ini names no part of a sweep; allowed: files that --shard wrote", "r.csv")
        self.refused("p1.csv: is one of the parts; give another -o FILE", a, c, "-o", a)

    def test_parts_that_were_made_up_are_refused(self):
        def finished(text):
            digest = 0xcbf29ce484222325
            for byte in text.encode():
                digest = (digest ^ byte) * 0x100000001b3 % 2**64
            return f"; finished: {len(text)} bytes, FNV-1a {digest:016x}\n"
        part = self.part(1, 1, "traffic.load=0.1")
        ini = self.text(part + ".ini").rpartition("; finished: ")[0]
        header = self.text(part).splitlines()[0] + "\n"
        for text, said in (("", "holds no header"), ("topology", "holds no header")):
            self.write(part, text)
            self.write(f"{part}.ini", ini + finished(text))
            self.refused(f"{part}: part 1/1 {said}; allowed: parts as they were written", part)
        whole = header + "x\n"
        self.write(part, whole)
        self.write(f"{part}.ini", ini.replace("repetitions = 1", "repetitions = 0") + finished(whole))
        self.merge(part)  # no division by none

    def test_merge_replaces_nothing_unasked(self):
        words = ("traffic.load=0.1,0.2",)
        names = [self.part(number, 2, *words) for number in (1, 2)]
        self.orthant("run", "c.ini", "-o", "r.csv", "-q")
        before = self.text("r.csv")
        self.assertIn("traffic.load = 0.2, now 0.1,0.2", self.merge(*names, "-o", "r.csv", expect=2).stderr)
        self.assertEqual(self.text("r.csv"), before)
        self.merge(*names, "-o", "r.csv", "--overwrite")
        self.assertEqual(len(self.table("r.csv")), 2)

    @NEEDS_MPIRUN
    def test_a_part_is_the_same_on_mpi_ranks(self):
        self.needs_mpi()
        self.part(2, 3)
        self.part(2, 3, name="mpi.csv", prefix=mpirun(3))
        self.assert_same("p2.csv", "mpi.csv")
