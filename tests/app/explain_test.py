"""orthant explain: keys, sections and other names, word for word."""

import json
import subprocess
import unittest

from command import ORTHANT

VCS = """router.vcs (config key)
  help            Virtual channels per channel; auto: as many as the routing has classes, at least 2, and one more \
where it is adaptive; of several routings or networks the most that any of them needs.
  type            whole number or word
  allowed         a whole number, 1 to 16, or auto
  default         auto
  read_by         run, sweep, saturate, analyze, check
  several_values  a sweep axis
  example         [router]
                  vcs = 1
"""


def orthant(*words):
    return subprocess.run([ORTHANT, *words], capture_output=True, text=True, timeout=60, check=False)


class Explain(unittest.TestCase):
    def said(self, *words):
        done = orthant("explain", *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def headings(self, word):
        return [line for line in self.said(word).splitlines() if not line.startswith(" ") and line]

    def test_prints_all_facts_of_a_key(self):
        self.assertEqual(self.said("router.vcs"), VCS)
        self.assertIn("  unit            cycles\n", self.said("channel.latency_cycles"))
        self.assertIn("  instead_of      channel.latency_cycles\n", self.said("channel.latency_ns"))
        self.assertIn("  when            routing.algorithm = dor\n", self.said("dor.dateline"))
        self.assertIn("  default         none, must be given\n", self.said("topology.kind"))
        self.assertIn("[traffic.urgent]\n", self.said("traffic.urgent.load"))

    def test_explains_events_and_causes_of_traces(self):
        self.assertEqual(self.said("lost_vc"), "lost_vc (cause in output.trace)\n"
                         "  meaning         it asked for VCs, but VC allocation gave them to others\n"
                         "  blocked_by      a packet that was granted one\n")
        self.assertIn("no_credit (cause in output.trace)", self.headings("no_credit"))
        self.assertIn("vc_allocated (event of output.trace)", self.headings("vc_allocated"))
        self.assertIn("  of              the packet\n", self.said("birth"))
        self.assertIn("an output-queued router had no space", self.said("refused"))

    def test_lists_the_keys_below_a_prefix(self):
        keys = {row["name"] for row in json.loads(orthant("list", "keys", "--format", "json").stdout)["keys"]}
        for prefix, below in (("policy", "policy."), ("up_down", "routing.up_down."), ("routing.up_down", "routing.up_down.")):
            lines = self.said(prefix).split("\n\n")[0].splitlines()
            self.assertEqual(lines[0], f"{prefix} (beginning of config keys)")
            self.assertEqual({line.split()[0] for line in lines[1:]}, {key for key in keys if key.startswith(below)})

    def test_defines_concepts(self):
        for word, said in (("latency", "its last flit"), ("capacity", "any routing could carry under uniform traffic"), ("load", "Accepted load"),
                           ("throughput", "busiest"), ("saturation", "less than is offered"), ("verdict", "deadlocked"), ("numbering", "x + kx"),
                           ("trace", "trace-driven"), ("candidate", "VC class")):
            text = self.said(word)
            self.assertTrue(text.startswith(f"{word} (concept)\n  meaning "), text[:80])
            self.assertIn(said, " ".join(text.split()))

    def test_lists_every_meaning_of_a_name(self):
        self.assertEqual(self.headings("vcs"), ["router.vcs (config key)", "vcs (result column)"])
        self.assertEqual(self.headings("dor"), ["dor (beginning of config keys)", "dor (routing)"])
        self.assertEqual(self.headings("torus"), ["torus (topology)"])
        self.assertEqual(self.headings("tornado"), ["tornado (pattern)"])
        self.assertEqual(self.headings("on_off"), ["on_off (injection process)"])
        self.assertEqual(self.headings("sweep"), ["sweep (workload)", "sweep (verb)"])
        self.assertEqual(self.headings("wavefront"), ["sweep (workload)", "wavefront (value of a config key)"])
        self.assertEqual(self.headings("latency_p99"), ["latency_p99 (result column)"] * 2)

    def test_explains_verdicts(self):
        for word in "saturated", "deadlocked", "unfinished":
            self.assertEqual(self.headings(word), ["verdict (concept)"])
        self.assertEqual(self.headings("metastable"), ["verdict (concept)", "metastable (result column with it in the name)"])
        said = json.loads(self.said("not_liquid", "--format", "json"))
        self.assertEqual([concept["name"] for concept in said["concepts"]], ["verdict"])

    def test_searches_names_and_texts_for_other_words(self):
        self.assertEqual(self.headings("p99"), ["p99 (result column with it in the name)"])
        self.assertIn("latency_p99", self.said("p99"))
        self.assertEqual(self.headings("shard"), ["shard (option)"])
        self.assertEqual(self.headings("rabenseifner"), ["allreduce (workload)"])
        self.assertEqual(self.headings("zero_load_latency_mean"), ["zero_load_latency_mean (result column)"])
        self.assertIn("router.vc_reuse", self.said("reuse"))

    # Exact names come first, then names that begin with the word, then names that contain it.
    def test_the_best_matches_come_first(self):
        with_it = "(result column with it in the name)"
        said = self.said("latency").splitlines()
        self.assertEqual(self.headings("latency"), ["latency (concept)", "latency (result column)", f"latency {with_it}"])
        listed = [line.split()[0] for line in said[said.index(f"latency {with_it}") + 1:]]
        self.assertEqual(listed[0], "latency_mean")
        others = [name for name in listed if not name.startswith("latency")]
        self.assertIn("network_latency_mean", others)
        self.assertEqual(listed[-len(others):], others)
        self.assertEqual(self.headings("hops"), ["hops (result column)", "hops (option)", f"hops {with_it}"])
        self.assertEqual(self.headings("load"), ["load (concept)", "traffic.load (config key)"] + ["load (result column)"] * 2)
        columns = json.loads(self.said("hops", "--format", "json"))["columns"]
        self.assertEqual([(column["name"], column["unit"]) for column in columns][:2], [("hops", "hops"), ("hops_mean", "hops")])

    def test_finds_words_at_the_beginning_of_a_part_of_a_name(self):
        self.assertEqual(self.headings("deadlock"), [f"deadlock ({kind} with it in the name)" for kind in ("result column", "config key")])
        self.assertEqual(orthant("explain", "eadlock").returncode, 2)

    def test_explains_every_option(self):
        options = {row["name"]: row for row in json.loads(orthant("list", "options", "--format", "json").stdout)["options"]}
        for name in sorted(set(options) - {"help", "version"}):  # options without a verb
            headings = self.headings(f"--{name}")
            self.assertEqual(set(headings), {f"{name} (option)"})
        self.assertEqual(self.said("-o"), self.said("--output"))
        self.assertEqual(self.said("-j", "--format", "table"), self.said("--threads"))
        self.assertEqual([row["name"] for row in json.loads(self.said("--append", "--format", "json"))["options"]], ["append"])
        self.assertTrue(self.said("--help").startswith("Usage: orthant explain"))

    def test_prints_json(self):
        said = json.loads(self.said("vcs", "--format", "json"))
        self.assertEqual(said["keys"][0]["allowed"], "a whole number, 1 to 16, or auto")
        self.assertIsNone(said["keys"][0]["unit"])
        self.assertEqual(said["columns"][0]["name"], "vcs")

    def test_explains_every_listed_name(self):
        for topic, rows in json.loads(orthant("list", "--format", "json").stdout).items():
            for row in rows[::7]:
                said = json.loads(self.said(row["name"], "--format", "json"))
                self.assertIn(row["name"], [found["name"] for found in said[topic]])

    def test_an_overview_of_all_topics_fits_a_screen(self):
        lines = orthant("list").stdout.splitlines()
        self.assertLessEqual(len(lines), 40)
        self.assertLessEqual(max(map(len, lines[:-3])), 80)
        listed = json.loads(orthant("list", "--format", "json").stdout)
        for topic in ("topologies", "routings", "patterns", "injections", "workloads", "verbs", "options"):
            self.assertLessEqual({row["name"] for row in listed[topic]}, {*"\n".join(lines).split()})
