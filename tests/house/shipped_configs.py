#!/usr/bin/python3
"""Checks and runs every shipped config for a moment and compares a fingerprint of its result.

A config with lists is cut down to one point (first value of each list, the lowest load) and to a
short window. `orthant check` must accept it and `orthant run` must end well; a config that allows
a deadlock must be found to have one by both. A config without a load is one for `orthant analyze`,
which is run instead; one with an objective is for `orthant design`, one with policies for `orthant policy`, one with a
collective for `orthant schedule`, unless its injection is that schedule. The config that is written beside the
result gives the same bytes, that of a simulation on 3 threads and, with MPI, on 2 ranks. The fingerprint is a hash of
the result's columns: it changes only if results change, which needs a line under "Changed results" in CHANGELOG.md.

usage: shipped_configs.py ORTHANT CONFIG.ini            one config, as ctest does
       shipped_configs.py ORTHANT --shares I/N          every N-th config of a simulation from the I-th on: the same
                                                        bytes on 1, 2 and 8 threads and on 4 ranks, too
       shipped_configs.py ORTHANT --update              rewrites tests/data/golden.csv from configs/
       shipped_configs.py ORTHANT --add                 the same for configs without a line there alone
       shipped_configs.py ORTHANT --complete            every config has a line in golden.csv
"""

import csv
import hashlib
import io
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFIGS = ROOT / "configs"
GOLDEN = ROOT / "tests" / "data" / "golden.csv"
SHORT_WINDOW = ["run.warmup_cycles=500", "run.measure_cycles=2000", "run.drain_cycles=20000",
                "run.repetitions=1"]
EXIT_DEADLOCK = 4
# Threads and ranks of a simulation, which change no result: first those that each config is tried with.
THREADS = 3, 1, 2, 8
RANKS = 2, 4
MPIRUN = "mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n"
# The columns of the contract from `load` on; later additions do not change a fingerprint.
RESULT_COLUMNS = """load seed verdict offered_flits accepted_flits offered_capacity
    accepted_capacity latency_mean latency_ci95 latency_p50 latency_p95 latency_p99 latency_p999
    latency_max network_latency_mean hops_mean packets cycles channel_load_mean channel_load_max
    jain_accepted source_accepted_min""".split()

ANALYSIS_COLUMNS = """capacity_flits uniform_throughput worst_case_throughput
    average_case_throughput average_case_true average_case_ci95 pattern_throughput path_length_mean
    path_length_normalized channel_load_max vc_classes""".split()

# Of a design what its programs have as objectives; which of the best routings it is may differ.
DESIGN_COLUMNS = "objective paths capacity_flits load path_length_normalized".split()
LARGEST_GAP = 1e-9

# Which method was the first to find a schedule depends on the machine.
SCHEDULE_COLUMNS = "transfers duration bottlenecks skeleton liquid_throughput frames verdict".split()
POLICY_COLUMNS = "policy offset distance shortest_paths p delivery polynomial".split()


class Failure(Exception):
    pass


def read_keys(path):
    """{section.key: value} of an INI file of the shipped, simple form."""
    keys, section = {}, ""
    for line in path.read_text(encoding="utf-8").splitlines():
        line = re.split(r"[#;]", line)[0].strip()
        if line.startswith("["):
            section = line.strip("[]")
        elif line:
            key, value = (part.strip() for part in line.split("=", 1))
            keys[f"{section}.{key}"] = value
    return keys


def one_point(keys):
    """Overrides that leave one value of each list and range."""
    overrides = []
    for key, value in keys.items():
        first = re.match(r"(?:\([^()]*\)|[^,])*", value)[0].strip()
        if re.fullmatch(r"[\d.]+:[\d.]+:[\d.]+", first):
            first = first.split(":")[0]
        if first != value:
            overrides.append(f"{key}={first}")
    return overrides


def replays(keys):
    """Whether there is no load and no window: a collective or a program."""
    return keys.get("traffic.injection") in ("schedule", "workload")


def short_run(keys):
    if int(keys.get("workload.iterations", 1)) > 50:
        return ["workload.iterations=50"]
    if replays(keys):
        return []
    if keys.get("run.until") == "drained":
        return ["run.messages_per_node=10"]
    return SHORT_WINDOW


def run_overrides(keys):
    return one_point(keys) + short_run(keys)


def exit_code(keys):
    """Of check and run."""
    return EXIT_DEADLOCK if keys.get("routing.allow_deadlock") == "yes" else 0


def call(arguments, expected):
    # File names in a config are relative to the root.
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=300, cwd=ROOT)
    if done.returncode != expected:
        raise Failure(f"exit code {done.returncode}, expected {expected}: {' '.join(arguments)}\n"
                      f"{done.stdout}{done.stderr}")
    return done


def has_mpi(orthant):
    if shutil.which("mpirun") is None:
        return False
    return "libmpi" in subprocess.run(["ldd", orthant], capture_output=True, text=True, check=True).stdout


def only_row(orthant, config, verb, overrides, expected):
    """The only row that a verb writes."""
    rows = rows_of(orthant, config, verb, overrides, expected)
    if len(rows) != 1:
        raise Failure(f"{name_of(config)}: {len(rows)} rows, expected 1")
    return rows[0]


def rows_of(orthant, config, verb, overrides, expected):
    """What a verb writes, as dicts; the config written beside it must reproduce it."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder, "row.csv")
        call([orthant, verb, str(config), *overrides, "-q", "-o", str(output)], expected)
        text = output.read_text(encoding="utf-8")
        words = [orthant, verb, f"{output}.ini", "-q"]
        if verb == "run":
            require_same(text, [*words, "--threads-per-run", str(THREADS[0])], expected)
            if has_mpi(orthant):
                require_same(text, [*MPIRUN, str(RANKS[0]), *words], expected)
        else:
            require_same(text, words, expected)
    return list(csv.DictReader(io.StringIO(text)))


def require_same(text, words, expected):
    """That the command of these words writes this text to a file."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder, "again.csv")
        call([*words, "-o", str(output)], expected)
        again = output.read_text(encoding="utf-8")
    if again != text:
        raise Failure(f"{' '.join(words)}: another result:\n{text}{again}")


def compare_shares(orthant, config):
    """That a simulation gives the same bytes on the other numbers of threads and ranks."""
    keys = read_keys(config)
    words = [orthant, "run", str(config), *run_overrides(keys), "-q"]
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder, "row.csv")
        call([*words, "-o", str(output)], exit_code(keys))
        text = output.read_text(encoding="utf-8")
    shared = [[*words, "--threads-per-run", str(threads)] for threads in THREADS[1:]]
    if has_mpi(orthant):
        shared += [[*MPIRUN, str(ranks), *words] for ranks in RANKS[1:]]
    for one in shared:
        require_same(text, one, exit_code(keys))


def golden_line(config, verdict, latency, record):
    return {"config": name_of(config), "verdict": verdict, "latency_mean": latency,
            "sha256": hashlib.sha256(record.encode()).hexdigest()}


def verb_of(keys):
    """The verb that a config is for; run where it is for several."""
    if "design.objective" in keys:
        return "design"
    if "policy.policies" in keys:
        return "policy"
    if "schedule.collective" in keys and not replays(keys):
        return "schedule"
    has_load = "traffic.load" in keys or keys.get("traffic.pattern") == "flows"
    return "run" if has_load or replays(keys) else "analyze"


def run_config(orthant, config):
    """The line of golden.csv for one config, as a dict."""
    keys = read_keys(config)
    verb = verb_of(keys)
    if verb == "policy":
        return policy_config(orthant, config)
    if verb != "run":
        of_verb = {"design": design_config, "schedule": schedule_config, "analyze": analyze_config}
        return of_verb[verb](orthant, config, keys)
    overrides, expected = run_overrides(keys), exit_code(keys)
    call([orthant, "check", str(config), *overrides], expected)
    row = only_row(orthant, config, "run", overrides, expected)
    allowed = {"deadlocked"} if expected else {"stable", "drained"}
    if row["verdict"] not in allowed:
        raise Failure(f"{name_of(config)}: verdict {row['verdict']}, expected {' or '.join(allowed)}")
    record = "\n".join(f"{name}={row[name]}" for name in RESULT_COLUMNS)
    return golden_line(config, row["verdict"], row["latency_mean"], record)


def analyze_config(orthant, config, keys):
    """As run_config. Of exact values 9 digits count: the last ones depend on the compiler."""
    overrides = one_point(keys)
    call([orthant, "check", str(config), *overrides], 0)
    row = only_row(orthant, config, "analyze", overrides, 0)
    record = "\n".join(f"{name}={rounded(row[name], 9)}" for name in ANALYSIS_COLUMNS)
    return golden_line(config, "analyzed", "", record)


def design_config(orthant, config, keys):
    """As run_config, without a check: there is no routing yet. Of objectives 6 digits count."""
    row = only_row(orthant, config, "design", one_point(keys), 0)
    if row["status"] != "optimal" or abs(float(row["dual_gap"])) > LARGEST_GAP:
        raise Failure(f"{name_of(config)}: status {row['status']}, dual gap {row['dual_gap']}")
    record = "\n".join(f"{name}={rounded(row[name], 6)}" for name in DESIGN_COLUMNS)
    return golden_line(config, row["status"], "", record)


def policy_config(orthant, config):
    """As run_config, with all lists and without a check. Of probabilities 9 digits count."""
    rows = rows_of(orthant, config, "policy", [], 0)
    record = "\n".join(f"{name}={rounded(row[name], 9) if name == 'delivery' else row[name]}"
                       for row in rows for name in POLICY_COLUMNS)
    return golden_line(config, "policies", "", record)


def schedule_config(orthant, config, keys):
    """As run_config, without a check."""
    row = only_row(orthant, config, "schedule", one_point(keys), 0)
    record = "\n".join(f"{name}={row[name]}" for name in SCHEDULE_COLUMNS)
    return golden_line(config, row["verdict"], "", record)


def rounded(text, digits):
    try:
        return f"{float(text):.{digits}g}"
    except ValueError:
        return text


def shipped_configs():
    return sorted(CONFIGS.rglob("*.ini"))


def name_of(config):
    return config.relative_to(CONFIGS).as_posix()


def read_golden():
    with open(GOLDEN, encoding="utf-8", newline="") as file:
        return {row["config"]: row for row in csv.DictReader(file)}


def compare(orthant, config):
    actual = run_config(orthant, config)
    expected = read_golden().get(name_of(config))
    if expected is None:
        raise Failure(f"{name_of(config)} has no line in {GOLDEN.name}; add it with "
                      "tests/house/shipped_configs.py ORTHANT --add")
    if actual != expected:
        raise Failure(f"{name_of(config)}: the result has changed.\n  expected {expected}\n"
                      f"  actual   {actual}\nIf that is intended: update with "
                      "tests/house/shipped_configs.py ORTHANT --update, and say why under "
                      "\"Changed results\" in CHANGELOG.md.")
    print(f"{name_of(config)}: {actual['verdict']}, {actual['sha256'][:12]}")


def update(orthant, known):
    """`known`: lines that are kept, by config."""
    rows = [known.get(name_of(config)) or run_config(orthant, config) for config in shipped_configs()]
    with open(GOLDEN, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"{len(rows)} configs")


def complete():
    shipped = {name_of(config) for config in shipped_configs()}
    golden = set(read_golden())
    if not shipped or shipped != golden:
        raise Failure(f"configs/ and golden.csv differ in: {', '.join(sorted(shipped ^ golden))}")
    print(f"{len(shipped)} configs")


def compare_every(orthant, part):
    """compare_shares of the configs of part I/N."""
    first, step = (int(number) for number in part.split("/"))
    simulated = [config for config in shipped_configs() if verb_of(read_keys(config)) == "run"]
    for config in simulated[first - 1::step]:
        compare_shares(orthant, config)
        print(f"{name_of(config)}: the same")


def main(arguments):
    if len(arguments) != (3 if "--shares" in arguments else 2):
        print(__doc__, file=sys.stderr)
        return 2
    orthant, what = str(pathlib.Path(arguments[0]).resolve()), arguments[1]
    try:
        if what == "--update":
            update(orthant, {})
        elif what == "--add":
            update(orthant, read_golden())
        elif what == "--complete":
            complete()
        elif what == "--shares":
            compare_every(orthant, arguments[2])
        else:
            compare(orthant, pathlib.Path(what).resolve())
    except (Failure, subprocess.TimeoutExpired) as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
