"""Energy of a run: keys of energy, columns of the result, output.energy."""


from command import Command

COLUMNS = "seed,router,coordinates,buffer_writes,buffer_reads,crossbar,link,vc_allocations,switch_allocations,picojoules"
# Each price occurs in a sum in a recognizable way, so that sums reveal the counts.
PRICES = {"buffer_write_pj": 1, "buffer_read_pj": 0.5, "crossbar_pj": 4, "link_pj": 8, "allocation_pj": 0.25}
ENERGY = tuple(f"energy.{key}={price}" for key, price in PRICES.items())


def cost(counts):
    """Picojoules of a line of output.energy."""
    times = {"buffer_write_pj": "buffer_writes", "buffer_read_pj": "buffer_reads", "crossbar_pj": "crossbar", "link_pj": "link"}
    return sum(PRICES[key] * int(counts[column]) for key, column in times.items()) + PRICES["allocation_pj"] * (
        int(counts["vc_allocations"]) + int(counts["switch_allocations"]))


class Energy(Command):
    def test_is_event_counts_times_keys(self):
        done = self.orthant("run", "c.ini", *ENERGY, "output.energy=e.csv", "output.channels=ch.csv", "-q")
        row, = self.rows(done.stdout)
        routers = self.table("e.csv")
        self.assertEqual(list(routers[0]), COLUMNS.split(","))
        self.assertEqual([counts["router"] for counts in routers], [str(r) for r in range(16)])
        self.assertEqual(routers[6]["coordinates"], "2 1")
        for counts in routers:
            self.assertAlmostEqual(float(counts["picojoules"]), cost(counts))
            sent = sum(int(channel["flits"]) for channel in self.table("ch.csv")
                       if channel["from"] == counts["router"])
            self.assertEqual(int(counts["link"]), sent)
        energy = sum(float(counts["picojoules"]) for counts in routers)
        self.assertAlmostEqual(float(row["power_pj_per_cycle"]), energy / 10000)
        flits = float(row["accepted_flits"]) * 16 * 10000
        self.assertAlmostEqual(float(row["energy_pj_per_flit"]), energy / flits)
        ejected = sum(int(counts["buffer_reads"]) - int(counts["link"]) for counts in routers)
        self.assertAlmostEqual(ejected, flits)

    def test_adds_columns_and_changes_no_other(self):
        for verb in ("run", "sweep"):
            plain = self.orthant(verb, "c.ini", "-q").stdout.splitlines()
            lines = self.orthant(verb, "c.ini", "energy.link_pj=2", "-q").stdout.splitlines()
            self.assertEqual(lines[0], plain[0] + ",energy_pj_per_flit,power_pj_per_cycle")
            self.assertEqual(lines[1].rsplit(",", 2)[0], plain[1])
            # 2 pJ for each of the flits that the 64 channels carry in a cycle.
            row, = self.rows("\n".join(lines))
            self.assertAlmostEqual(float(row["power_pj_per_cycle"]), 2 * 64 * float(row["channel_load_mean"]))

    def test_is_zero_without_keys(self):
        plain = self.orthant("run", "c.ini", "-q").stdout
        self.assertEqual(self.orthant("run", "c.ini", "output.energy=e.csv", "-q").stdout, plain)
        self.assertEqual({counts["picojoules"] for counts in self.table("e.csv")}, {"0"})

    def test_is_swept_and_resumed_and_appended(self):
        words = ("sweep", "c.ini", "traffic.load=0.1,0.2,0.3", "run.repetitions=2", *ENERGY, "-q", "-o", "s.csv")
        self.orthant(*words, "-j", "2")
        rows = self.table("s.csv")
        power = [float(row["power_pj_per_cycle"]) for row in rows]
        self.assertEqual(power, sorted(power))
        self.orthant(*words)
        self.assertEqual(self.table("s.csv"), rows)
        for seed in ("7", "8"):
            self.orthant("run", "c.ini", "traffic.load=0.2", *ENERGY, "-q", "-o", "a.csv", "--append", "--seed", seed)
        self.assertEqual(self.table("a.csv"), rows[2:4])
