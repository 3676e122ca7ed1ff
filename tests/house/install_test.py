"""What `cmake --install` and `cpack` put into a folder: the program with its scripts, manual pages, completion and Python package.

Usage: install_test.py BUILD_FOLDER [unittest options]
"""

import importlib.util
import os
import pathlib
import shutil
import site
import subprocess
import sys
import tempfile
import unittest

BUILD = os.path.abspath(sys.argv.pop(1))
SHORT = ["traffic.load=0.1,0.2", "run.warmup_cycles=100", "run.measure_cycles=300", "run.drain_cycles=500"]


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, timeout=300, check=True, **options)


class Install(unittest.TestCase):
    def installed(self, prefix):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="orthant_install_"))
        self.addCleanup(shutil.rmtree, folder)
        run("cmake", "--install", BUILD, "--prefix", prefix, "--component", "runtime",
            env={**os.environ, "DESTDIR": str(folder)})
        return folder / prefix.lstrip("/")

    def test_has_all_that_shells_and_man_look_for(self):
        for prefix, zsh in (("/usr", "vendor-completions"), ("/usr/local", "site-functions")):
            tree = self.installed(prefix)
            for name in ("share/bash-completion/completions/orthant", f"share/zsh/{zsh}/_orthant",
                         "share/fish/vendor_completions.d/orthant.fish"):
                self.assertIn("orthant", (tree / name).read_text())
            verbs = [line.split(",")[0] for line in run(str(tree / "bin/orthant"), "list", "verbs", "--format",
                                                        "csv").stdout.splitlines()[1:] if "," in line]
            self.assertIn("sweep", verbs)
            self.assertEqual(sorted(path.name for path in (tree / "share/man/man1").iterdir()),
                             sorted(["orthant.1", *(f"orthant-{verb}.1" for verb in verbs)]))

    def test_program_finds_its_scripts(self):
        tree = self.installed("/usr")
        environment = {name: value for name, value in os.environ.items() if name != "ORTHANT_SCRIPTS"}
        program = str(tree / "bin/orthant")
        self.assertRegex(run(program, "--version", env=environment).stdout, r"^orthant \d+\.\d+\.\d+( \(commit [0-9a-f]{12}\+?\))?\n$")
        run(program, "new", "torus", "-o", "t.ini", cwd=tree)
        run(program, "sweep", "t.ini", *SHORT, "-o", "t.csv", cwd=tree)
        run(program, "plot", "t.csv", "-o", "t.png", cwd=tree, env=environment)
        self.assertTrue((tree / "t.png").read_bytes().startswith(b"\x89PNG"))
        run(program, "report", "t.csv", "-o", "t.html", cwd=tree, env=environment)
        self.assertIn("</html>", (tree / "t.html").read_text())

    def test_python_package_is_where_python_looks_and_finds_its_program(self):
        folders = run("/usr/bin/python3", "-c", "import site; print(*site.getsitepackages(), site.getusersitepackages())").stdout.split()
        for prefix, packages in (("/usr", "/usr/lib/python3/dist-packages"), ("/usr/local", None), (site.getuserbase(), None),
                                 ("/opt/orthant", "/opt/orthant/lib/python3/dist-packages")):
            packages = packages or next(folder for folder in folders if folder.startswith(f"{prefix}/lib/"))
            tree = self.installed(prefix)
            package = pathlib.Path(str(tree)[:-len(prefix)] + packages) / "orthant"
            self.assertIn("py.typed", [path.name for path in package.iterdir()])
            self.assertFalse((package / "__pycache__").exists())
            self.assertEqual(prefix != "/opt/orthant", packages in folders)
            clean = {name: value for name, value in os.environ.items() if name not in ("ORTHANT", "PYTHONPATH")}
            said = run("/usr/bin/python3", "-B", "-c", "import orthant; print(orthant.executable(), len(orthant.keys()))",
                       env={**clean, "PYTHONPATH": str(package.parent)}).stdout.split()
            self.assertEqual(said[0], str(tree / "bin" / "orthant"))

    @unittest.skipUnless(importlib.util.find_spec("setuptools") and importlib.util.find_spec("pip"), "python3-pip is missing")
    def test_pip_takes_the_python_package_with_the_version_of_the_program(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="orthant_pip_"))
        self.addCleanup(shutil.rmtree, folder)
        shutil.copytree(pathlib.Path(__file__).parents[2] / "python", folder / "python")
        run(sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index", "--target", str(folder / "site"),
            str(folder / "python"))
        version = run(os.path.join(BUILD, "orthant"), "--version").stdout.split()[1]
        self.assertTrue((folder / "site" / f"orthant-{version}.dist-info").is_dir())
        self.assertEqual(sorted(path.name for path in (folder / "site" / "orthant").iterdir() if path.suffix != ".pyc" and path.is_file()),
                         sorted(path.name for path in (folder / "python" / "orthant").iterdir() if path.is_file()))

    @unittest.skipUnless(shutil.which("dpkg-shlibdeps"), "dpkg-shlibdeps is missing; with it: the Debian package dpkg-dev")
    def test_debian_package_names_what_it_needs(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="orthant_package_"))
        self.addCleanup(shutil.rmtree, folder)
        run("cpack", "-G", "DEB", "-B", str(folder), cwd=BUILD)
        package, = folder.glob("orthant_*.deb")
        field = {line.split(": ", 1)[0]: line.split(": ", 1)[-1]
                 for line in run("dpkg-deb", "--field", str(package)).stdout.splitlines() if not line.startswith(" ")}
        self.assertEqual(field["Package"], "orthant")
        for needed in ("libc6", "libboost-program-options", "coinor-libclp1", "libfmt"):
            self.assertIn(needed, field["Depends"])
        self.assertEqual(field["Recommends"], "python3, python3-matplotlib, python3-pandas")
        files = run("dpkg-deb", "--contents", str(package)).stdout
        for name in ("bin/orthant", "share/man/man1/orthant.1.gz", "share/bash-completion/completions/orthant",
                     "lib/python3/dist-packages/orthant/figures/draw.js", "share/doc/orthant/copyright", "lib/python3/dist-packages/orthant/__init__.py"):
            self.assertIn(f" ./usr/{name}\n", files)
        self.assertNotIn("/include/", files)
        self.assertNotIn("__pycache__", files)


if __name__ == "__main__":
    unittest.main()
