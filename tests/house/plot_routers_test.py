"""Tests of scripts/plot_routers.py: routers are drawn where they are, and wrong input is named."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import plot_routers  # noqa: E402

HEADER = ("seed,router,coordinates,buffer_writes,buffer_reads,crossbar,link,vc_allocations,switch_allocations,"
          "picojoules\n")


def grid_csv(kx, ky, seeds=(1,)):
    """Router r writes r flits, one more with every further seed, and takes 10 pJ."""
    return HEADER + "".join(f"{seed},{r},{r % kx} {r // kx},{r + i},0,0,0,0,0,10\n"
                            for i, seed in enumerate(seeds) for r in range(kx * ky))


class PlotRoutersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text):
        path = self.folder / "energy.csv"
        path.write_text(text, encoding="utf-8")
        return str(path)

    def test_routers_are_drawn_where_they_are_and_seeds_are_averaged(self):
        values = plot_routers.read_routers(self.write(grid_csv(12, 3, seeds=(1, 2))), "buffer_writes")
        self.assertEqual(values.shape, (3, 12))
        self.assertEqual(values[1, 10], 22.5)  # router 22
        self.assertTrue((plot_routers.read_routers(self.write(grid_csv(2, 2)), "picojoules") == 10).all())

    def run_script(self, text, *more):
        picture = self.folder / "x.png"
        with contextlib.redirect_stderr(io.StringIO()) as err:
            code = plot_routers.main([self.write(text), "-o", str(picture), *more])
        return code, err.getvalue(), picture

    def test_writes_a_picture(self):
        code, err, picture = self.run_script(grid_csv(4, 4), "--column", "link")
        self.assertEqual((code, err), (0, ""))
        self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))

    def test_wrong_input_is_one_clear_line(self):
        path = str(self.folder / "energy.csv")
        for text, message in [(HEADER, "no routers; allowed: one or more"),
                              (HEADER + "1,0,0 0 0,1,1,1,1,1,1,1\n", "not a 2-D torus or mesh; allowed: these alone"),
                              (HEADER + "1,0,,1,1,1,1,1,1,1\n", "row 1: coordinates is empty; allowed: a value as 3 1"),
                              ("a,b\n1,2\n", "column 'router' is missing; expected a file of `output.energy`")]:
            code, err, _ = self.run_script(text)
            self.assertEqual((code, err), (2, f"plot_routers.py: {path}: {message}\n"))


if __name__ == "__main__":
    unittest.main()
