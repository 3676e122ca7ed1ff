#!/usr/bin/python3
"""Recomputes exactly the results of Wu 1996 about shortest-path policies.

Table 1, the lemma, Theorems 1 to 3, MP on meshes (of three dimensions too) and hypercubes, tori of
three dimensions, and the conjecture that MP is optimal on tori, which is false. Beyond the paper:
what the best order gains, which p is needed, and single messages on drawn links. Verifies the
certificates by check_certificate.py, which shares no code with Orthant, and writes wu.md,
policies.png and offsets.png. Exits with 1 where a value is neither that of the paper nor of its
refutation.
"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
from figures import figures
from report import Report
from study import Study

OPTIMAL, HALF, PLAIN = "policy.policies=optimal", "policy.p=0.5", "--no-polynomials"


def networks(radices, dimensions=2):
    """The key of square or cubic networks of these radices."""
    return "topology.dimensions=" + ",".join("x".join([str(k)] * dimensions) for k in radices)


HYPERCUBES = "topology.dimensions=" + ",".join("x".join(["2"] * n) for n in range(2, 9))


def simulate(study):
    def policy(name, *words):
        study.run("policy", "wu/policies", name, *words, "--overwrite")

    def search(name, dimensions, certificate, *options):
        """The smallest networks on which MP is not optimal, with a certificate."""
        path = study.out / f"{certificate}.json"
        policy(name, "policy.policies=mp", "policy.p=0.97", f"topology.dimensions={dimensions}",
               "--counterexample", "--certificate", path, *options)
        subprocess.run([HERE / "check_certificate.py", path], check=True)

    policy("table1", OPTIMAL, HALF)
    policy("lemma", OPTIMAL, PLAIN, HALF, networks(range(4, 33, 2)))
    policy("theorem3", "policy.policies=optimal,mp", "policy.p=0.5,0.97", networks(range(4, 17, 2)))
    policy("thresholds", OPTIMAL, HALF, networks(range(4, 33, 2)), "--thresholds")
    policy("meshes", OPTIMAL, HALF, "topology.kind=mesh", networks(range(2, 17)), "--thresholds")
    policy("hypercubes", OPTIMAL, HALF, "topology.kind=hypercube", HYPERCUBES, "--thresholds")
    policy("meshes_3d", OPTIMAL, HALF, "topology.kind=mesh", networks(range(2, 13), 3),
           "--thresholds")
    policy("tori_3d", OPTIMAL, HALF, networks(range(3, 13), 3), "--thresholds")
    search("squares", "16x16", "square", "--square")
    search("tori", "16x16", "torus")
    search("cubes", "8x8x8", "cube")
    search("equal_cubes", "10x10x10", "equal_cube", "--square")
    policy("torus16", PLAIN, networks([16]), "policy.p=0.02:0.98:0.02", "--means",
           study.path("means16"))
    policy("sizes", PLAIN, networks(range(4, 33, 2)), "policy.p=0.9", "--means",
           study.path("means"))
    policy("loss32", PLAIN, networks([32]), "policy.policies=optimal,mp", "policy.p=0.99")
    policy("drawn", PLAIN, networks([16]), "policy.p=0.5,0.8,0.95", "policy.trials=20000",
           "--faults", study.path("faults"), "--deaths", study.path("deaths"))


def main():
    study = Study("wu", __doc__)
    simulate(study)
    figures(study)
    report = Report(study)
    study.report(report.text)
    return 0 if report.agrees else 1


if __name__ == "__main__":
    sys.exit(main())
