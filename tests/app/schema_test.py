#!/usr/bin/env python3
"""`orthant list keys --format json-schema`: what editors check a config with.

Usage: schema_test.py ORTHANT_BINARY [unittest options]
"""

import json
import pathlib
import re
import unittest

from command import Command

try:
    import jsonschema
except ImportError:
    jsonschema = None

ROOT = pathlib.Path(__file__).parents[2]
WITH_JSONSCHEMA = unittest.skipUnless(jsonschema, "the Debian package python3-jsonschema is missing")
TORUS = {"topology": {"kind": "torus", "dimensions": "8x8"}, "routing": {"algorithm": "dor"},
         "traffic": {"pattern": "uniform", "load": 0.3, "load_unit": "capacity"}}
GOOD = [{"traffic": {"load": "0.1:0.9:0.1"}}, {"traffic": {"load": [0.1, "0.2:0.4:0.1"]}}, {"router": {"vcs": "auto"}}, {"router": {"vcs": [2, "auto"]}},
        {"channel": {"bandwidth": "1/3"}}, {"channel": {"bandwidth.by_dimension": "1 1/2 0.25"}}, {"traffic": {"packet_flits": "1:0.5 5:0.5"}},
        {"traffic": {"self": True}}, {"traffic": {"self": "no"}}, {"topology": {"dimensions": [8, "4x4x2"]}}, {"channel": {"latency_cycles.by_dimension": "1 4"}},
        {"routing": {"dor.dateline": "static"}}, {"routing": {"dor": {"dateline": ["static", "crossing"]}}}, {"traffic.urgent": {"load": 0.1}},
        {"traffic": {"urgent": {"load": 0.1}}}, {"workload.one": {"kind": "barrier"}}, {"traffic": {"hotspot_nodes": 3}}, {"topology": {"file": "net.edges"}}, {}]
BAD = [{"router": {"vcs": 0}}, {"router": {"vcs": 17}}, {"router": {"vcs": 2.5}}, {"router": {"vcs": "two"}}, {"router": {"vcs": []}}, {"router": {"vcs": [2, 2]}},
       {"router": {"vc": 2}}, {"rooter": {"vcs": 2}}, {"vcs": 2}, {"traffic": {"load": 0}}, {"traffic": {"load": -0.1}},
       {"traffic": {"load": True}}, {"traffic": {"load": None}}, {"traffic": {"load_unit": "percent"}}, {"traffic": {"self": "maybe"}}, {"traffic": {"self": 1}},
       {"topology": {"dimensions": "8*8"}}, {"topology": {"dimensions": "2x2x2x2x2x2x2x2x2"}}, {"topology": {"kind": ["torus", "tours"]}},
       {"channel": {"bandwidth": 0}}, {"channel": {"bandwidth": 65}}, {"run": {"repetitions": [1, 2]}}, {"traffic": {"packet_flits": "1:0.5 5"}},
       {"routing": {"dor": {"datelines": "static"}}}, {"traffic.urgent": {"load_unit": "flits"}}, {"traffic.1a": {"load": 0.1}}, {"traffic": {"hotspot_share": 1.5}},
       {"traffic": {"laod": 0.3}}, {"router.urgent": {"vcs": 2}}, {"topology": {"file": ""}}, []]


def scalar(text):
    """A number where it is one, else the text."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def sections(text):
    """The text of an INI file as sections of keys, lists as lists."""
    config, section = {}, None
    for line in text.splitlines():
        line = re.split(r"(?:^|\s)[;#]", line)[0].strip()
        if line.startswith("["):
            section = config.setdefault(line[1:-1].strip(), {})
        elif line:
            key, _, value = line.partition("=")
            values = [scalar(item.strip()) for item in value.split(",")]
            section[key.strip()] = values if len(values) > 1 else values[0]
    return config


class Schema(Command):
    def setUp(self):
        super().setUp()
        self.schema = json.loads(self.orthant("list", "keys", "--format", "json-schema").stdout)
        self.keys = self.rows(self.orthant("list", "keys", "--format", "csv").stdout)

    def errors(self, config):
        return [error.message for error in jsonschema.Draft202012Validator(self.schema).iter_errors(config)]

    @WITH_JSONSCHEMA
    def test_is_one(self):
        jsonschema.Draft202012Validator.check_schema(self.schema)

    def test_has_the_keys_of_the_list_with_help_default_and_unit(self):
        self.assertEqual(self.schema["$schema"], "https://json-schema.org/draft/2020-12/schema")
        listed = [f"{section}.{key}" for section, schema in self.schema["properties"].items()
                  for key, value in schema["properties"].items() if "$ref" in value]
        self.assertEqual(listed, [key["name"] for key in self.keys])
        for key in self.keys:
            section, _, name = key["name"].partition(".")
            self.assertEqual(self.schema["properties"][section]["properties"][name], {"$ref": f"#/$defs/{key['name']}"})
            definition = self.schema["$defs"][key["name"]]
            self.assertIn(key["help"], definition["description"])
            self.assertEqual(definition.get("x-unit", ""), key["unit"])
            default = definition.get("default", "")
            self.assertEqual({True: "yes", False: "no"}[default] if isinstance(default, bool) else default,
                             scalar(key["default"]) if isinstance(default, (int, float)) else key["default"], key["name"])
            if key["type"] == "word":
                self.assertEqual(definition["anyOf"][0], {"enum": key["allowed"].split(", ")})

    def test_says_no_other_format_and_of_keys_alone(self):
        for words, allowed in ((("list", "keys", "--format", "xml"), "table, csv, json, markdown, json-schema"),
                               (("list", "--format", "json-schema"), "table, csv, json, markdown"),
                               (("list", "columns", "--format", "json-schema"), "table, csv, json"),
                               (("explain", "router.vcs", "--format", "json-schema"), "table, csv, json")):
            self.assertEqual(self.orthant(*words, expect=2).stderr,
                             f"orthant: error: command line: --format: '{words[-1]}' is unknown; allowed: {allowed}\n")

    @WITH_JSONSCHEMA
    def test_defaults_are_valid(self):
        config = {}
        for key in self.keys:
            definition = self.schema["$defs"][key["name"]]
            if "default" in definition:
                section, _, name = key["name"].partition(".")
                config.setdefault(section, {})[name] = definition["default"]
        self.assertGreater(len(config), 10)
        self.assertEqual(self.errors(config), [])

    @WITH_JSONSCHEMA
    def test_every_shipped_config_is_valid(self):
        configs = sorted((ROOT / "configs").rglob("*.ini"))
        self.assertGreater(len(configs), 40)
        for path in configs:
            with self.subTest(path.name):
                self.assertEqual(self.errors(sections(path.read_text(encoding="utf-8"))), [])

    @WITH_JSONSCHEMA
    def test_knows_good_values_from_bad(self):
        for config in GOOD:
            self.assertEqual(self.errors({**TORUS, **config}), [], config)
        for config in BAD:
            self.assertNotEqual(self.errors({**TORUS, **config} if config else config), [], config)

    def test_has_the_bounds_of_the_list(self):
        for key in self.keys:
            bounds = self.schema["$defs"][key["name"]]["anyOf"][0]
            if key["type"].startswith("whole number"):
                expected = re.search(r"(\d+) to (\d+)|at least (\d+)", key["allowed"])
                self.assertEqual((bounds["minimum"], bounds.get("maximum")),
                                 (int(expected[1]), int(expected[2])) if expected[1] else (int(expected[3]), None), key["name"])


if __name__ == "__main__":
    unittest.main()
