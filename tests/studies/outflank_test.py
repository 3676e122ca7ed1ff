"""The experiment of Versaci 2013: the grid of runs, the search for the limit, tables and
comparison, with the author's results in place of a simulation."""
import configparser
import unittest

from study_modules import ROOT, module

outflank = module("outflank", "results")
report = module("outflank", "report")
run = module("outflank")
causes = module("outflank", "causes")
BUTTERFLY = (8, "butterfly", "abr")


def of_lifetimes(lifetimes, series=BUTTERFLY):
    """An experiment with these mean lifetimes, us, by load."""
    experiment = outflank.Experiment()
    for load, lifetime in lifetimes.items():
        experiment.add(series, load, outflank.Run(lifetime))
    return experiment


class Grid(unittest.TestCase):
    # 19 loads for butterfly and uniform, 15 for transposition and bit reverse, 11 for the 3-D
    # transposition: 79 for each of
    # 3 routings and 2 sizes.
    def test_has_the_474_runs_of_the_author_the_longest_first(self):
        pairs = run.all_loads(outflank.series_of())
        self.assertEqual(len(pairs), 474)
        published = outflank.author()
        for series, load in pairs:
            self.assertIn(load, published.of(series))
        self.assertEqual((pairs[0][0][0], pairs[0][1]), (16, 100))
        self.assertEqual((pairs[-1][0][0], pairs[-1][1]), (8, 10))


class Limit(unittest.TestCase):
    def test_is_that_of_table_2_for_the_lifetimes_of_the_author_in_two_runs(self):
        published = outflank.author()
        for series in outflank.series_of():
            self.assertEqual(published.sustained(series), outflank.paper_limit(*series), series)
            asked = []
            found = run.find_limit(series, lambda load: asked.append(load)
                                   or published.of(series)[load])
            self.assertEqual(found, outflank.paper_limit(*series))
            self.assertLessEqual(len(asked), 2)

    # 19 loads: two neighbours, then at most 4 halvings of the up to 13 that are left on one side.
    def test_is_found_wherever_it_is(self):
        for limit in [0, *outflank.loads_of("butterfly")]:
            asked = []

            def simulate(load):
                asked.append(load)
                return outflank.Run(20 if load <= limit else 30)

            self.assertEqual(run.find_limit(BUTTERFLY, simulate), limit)
            self.assertEqual(len(set(asked)), len(asked))
            self.assertLessEqual(len(asked), 6)

    # The first load beyond the limit counts, whatever follows it.
    def test_is_open_until_the_loads_on_both_of_its_sides_were_run(self):
        for lifetimes, expected in (({10: 25, 15: 29}, 10), ({10: 25, 20: 29}, None),
                                    ({10: 25}, None),
                                    ({10: 29}, 0), ({100: 28}, 100), ({15: 28, 20: 28.01}, 15),
                                    ({}, None), ({10: 25, 15: 29, 20: 25, 25: 29}, 10)):
            self.assertEqual(of_lifetimes(lifetimes).sustained(BUTTERFLY), expected, lifetimes)


class Tables(unittest.TestCase):
    def test_shares_of_the_author_at_the_lowest_load_are_those_of_table_3(self):
        rows = report.table3(outflank.author())
        self.assertEqual(len(rows), 20)
        for row in rows:
            # The paper has .14 for .1478, the sum of its rounded parts.
            self.assertLess(abs(row["orthant"] - row["paper"]), 0.01, row)

    def test_limits_of_both_tie_rules_stand_side_by_side_with_what_was_refused(self):
        experiments = {}
        for ties, lifetimes in (("plus", {10: 25, 15: 29}), ("split", {10: 20, 15: 21, 20: 29})):
            experiment = outflank.Experiment()
            for load, lifetime in lifetimes.items():
                experiment.add(BUTTERFLY, load, outflank.Run(lifetime, refused=load / 1000))
            experiments[outflank.Setting(ties)] = experiment
        text = report.text_of_settings(report.settings(experiments))
        self.assertIn("| Butterfly/FFT | 8 | 0.10 (1 %) | 0.15 (1.5 %) |", text)

    # So that what the two simulate differently is the router's doing.
    def test_the_configs_of_the_two_routers_differ_in_router_and_channels_alone(self):
        refusing, credits = (self.config(model) for model in ("refusing", "credits"))
        chosen = {"topology.dimensions", "routing.algorithm", "traffic.pattern", "traffic.load"}
        differ = {key for key in refusing.keys() | credits.keys()
                  if refusing.get(key) != credits.get(key)}
        self.assertEqual({key for key in differ - chosen
                          if key.split(".")[0] not in ("router", "channel", "time")},
                         set())
        self.assertEqual(refusing["routing.ties"], "plus")

    @staticmethod
    def config(model):
        parser = configparser.ConfigParser()
        parser.read(ROOT / "configs" / f"{outflank.ROUTERS[model].config}.ini")
        return {f"{section}.{key}": value for section in parser.sections() for key,
                value in parser[section].items()}

    def test_each_cause_has_one_key_more_than_another_or_another_router(self):
        for name, variant in causes.VARIANTS.items():
            if variant.of:
                before = causes.VARIANTS[variant.of]
                self.assertEqual(len(set(variant.keys) ^ set(before.keys))
                                 + (variant.router != before.router),
                                 1 + (variant.router != before.router and "fast" in variant.of),
                                 name)


class Comparison(unittest.TestCase):
    def compared(self, series, load, factor):
        author = outflank.author()
        return outflank.compare(of_lifetimes({load: factor * author.of(series)[load].lifetime_us},
                                             series), author)

    # 25.1 us at loads 0.1 to 0.2, 27.5 at 0.3: there messages meet. Of 0.35 the author's network
    # sustains nothing.
    def test_allows_more_where_more_is_left_to_chance(self):
        for series, load, allowed in ((BUTTERFLY, 20, 0.001), (BUTTERFLY, 30, 0.01),
                                      ((16, "transpose", "ofr"), 20, 0.01),
                                      ((16, "uniform", "por"), 20, 0.03)):
            for factor, agrees in ((1 + 0.99 * allowed, "yes"), (1 - 1.01 * allowed, "no"),
                                   (float("inf"), "no")):
                row, = self.compared(series, load, factor)
                self.assertEqual((row["tolerance"], row["agrees"]), (allowed, agrees))
        self.assertEqual(self.compared(BUTTERFLY, 35, 1), [])


if __name__ == "__main__":
    unittest.main()
