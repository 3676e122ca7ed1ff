#!/usr/bin/env python3
"""Runs every verb, and every part of the simulator that a key chooses, for a moment on a small network.

What comes out is judged by other tests; this one is for builds that watch themselves (preset asan): an error
that a sanitizer or an assertion finds ends a command with a code that none of these commands may end with.

usage: every_verb.py ORTHANT
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

TORUS = """
[topology]
kind = torus
dimensions = 4x4
[routing]
algorithm = dor
[router]
vcs = 4
buffer_flits = 4
[traffic]
pattern = uniform
packet_flits = 4
load = 0.3
load_unit = capacity
[run]
warmup_cycles = 200
measure_cycles = 1000
drain_cycles = 2000
deadlock_cycles = 500
tolerance = 0.1
[schedule]
ports = no
time_limit_seconds = 1
[policy]
p = 0.9
trials = 100
"""

GRAPH = "0 1\n1 2\n2 3\n3 0\n0 2\n"

UNEVEN = "router (0,1) nodes 2\nrouter (1,0) nodes 1\nlink (0,0) (1,0) bandwidth 0.25 latency 5\n"

PROGRAM = """num_ranks 2
rank 0 { a: calc 5 b: send 20b to 1 b requires a c: send 7b to 0 nic 1 recv 7b from 0 }
rank 1 { a: recv 20b from 0 b: calc 9 cpu 1 b requires a c: calc 40 c irequires a }
"""
JOBS = """[workload.one]
kind = barrier
shape = 8
[workload.two]
file = two.goal
start = 30
mapping = random
"""
ROUTERS = """routers,ports,vcs,buffer_flits,vc_allocation_delay_cycles,switch_allocation_delay_cycles
0-3,,,,1,2
x=2&y=1-3,x+ y,2,7,,
"""

ON_A_GRAPH = "topology.kind=graph topology.file=ring.edges"
OUTPUT_QUEUED = "router.model=output_queued router.flow_control=bubble router.switching=store_and_forward"

# What a window this short says of stability is no matter here.
SIMULATED = (0, 3)

# Exit codes, words. In this order: some read what an earlier one has written.
COMMANDS = [
    # Simulations: routers, flow control, allocation, channels, traffic, verdicts.
    (SIMULATED, "run t.ini -o point.csv output.channels=channels.csv output.histogram=histogram.csv"
                " output.packets=packets.csv output.flows=flows.csv output.timeline=course.csv --timing timing.txt --log log.txt"),
    (SIMULATED, "run t.ini --append -o point.csv run.seed=2"),
    (SIMULATED, "run t.ini -o kept.csv run.checkpoint_minutes=1e-9 run.repetitions=2 --resume"),
    (SIMULATED, "run t.ini output.energy=energy.csv energy.buffer_write_pj=1.2 energy.allocation_pj=0.1"),
    (SIMULATED, "run t.ini run.repetitions=2 run.warmup_cycles=auto --format json"),
    (SIMULATED, "run t.ini traffic.load=0.45 router.allocator=separable"),
    (SIMULATED, "run t.ini traffic.load=0.9 router.arbitration=age"),
    (SIMULATED, "run t.ini traffic.load=0.9 router.injection_limit=alo router.allocator=wavefront"),
    (SIMULATED, "run t.ini traffic.load=0.9 router.allocator=maximum router.speculative=yes"
                " router.vc_allocation_delay_cycles=1 router.switch_allocation_delay_cycles=1"),
    (SIMULATED, "run t.ini traffic.load=0.9 router.switch_hold=packet router.switching=store_and_forward"
                " router.buffer_flits=8"),
    (SIMULATED, "run t.ini traffic.load=0.9 router.allocator_iterations=3 router.arbitration=age"),
    (SIMULATED, "run t.ini traffic.load=0.9 router.injection_limit=in_transit router.injection_limit_slots=2"),
    (SIMULATED, "run t.ini traffic.load=0.9 router.arbitration=random router.allocator=separable"
                " router.vc_reuse=atomic"),
    (SIMULATED, "run t.ini traffic.load=0.9 router.file=routers.csv router.speculative=yes"),
    ((5,), "run t.ini topology.dimensions=8x8 traffic.load=0.9 --require-stable"),
    (SIMULATED, "run t.ini routing.algorithm=minimal_adaptive router.selection=most_free"
                " router.injection_vc=most_free"),
    (SIMULATED, "run t.ini routing.algorithm=goal router.switching=virtual_cut_through"),
    (SIMULATED, "run t.ini routing.algorithm=abr router.switching=store_and_forward router.flow_control=bubble"
                " router.buffer_flits=8"),
    (SIMULATED, "run t.ini router.routing_delay_cycles=1 router.vc_allocation_delay_cycles=1"
                " router.switch_allocation_delay_cycles=2 router.credit_delay_cycles=70 channel.latency_cycles=70"),
    (SIMULATED, "run t.ini channel.bandwidth.by_dimension='1/2 3' channel.node_bandwidth=2/3"
                " channel.ejection=immediate"),
    (SIMULATED, "run t.ini topology.kind=mesh topology.dimensions=3x2x2 topology.nodes_per_router=2"
                " traffic.injection=on_off traffic.burst_flits=16 traffic.duty=0.5 'traffic.packet_flits=1:0.5 4:0.5'"),
    (SIMULATED, f"run t.ini {OUTPUT_QUEUED} routing.algorithm=ofr router.vcs=3 output.packets=oq.csv"
                " output.timeline=oqcourse.csv output.channel_timeline=oqchannels.csv output.timeline_cycles=77 output.flows=oqflows.csv"
                " traffic.load=0.45"),
    (SIMULATED, f"run t.ini {OUTPUT_QUEUED} router.vcs=1 channel.flit_bytes=64 router.ack_bytes=8"
                " router.source_window=1 router.injection_room=half_queue"),
    (SIMULATED, f"run t.ini {ON_A_GRAPH} routing.algorithm=up_down router.vcs=1 traffic.load_unit=flits"),
    # Networks that differ from their kind.
    (SIMULATED, "run t.ini topology.dimensions=8x4 topology.twist='1>0:4' routing.algorithm=minimal_adaptive"),
    (SIMULATED, "run t.ini topology.dimensions=8x8 topology.express='4 0' routing.algorithm=minimal_adaptive"
                " traffic.load_unit=flits traffic.load=0.2 topology.wrap='yes no'"),
    (SIMULATED, "run t.ini topology.exceptions=uneven.txt topology.nodes_per_router=0 traffic.pattern=transpose"
                " traffic.load_unit=flits traffic.load=0.2"),
    (SIMULATED, "sweep t.ini topology.kind=mesh routing.algorithm=up_down faults.link_probability=0.25"
                " faults.fault_seed=1,2,3,4 traffic.load=0.1 -o cut.csv"),
    ((0,), "analyze t.ini faults.routers='5 (3,2)' routing.algorithm=up_down --graph left.graphml"),
    (SIMULATED, "run t.ini run.until=drained run.messages_per_node=20 traffic.pattern=random_permutation"),
    ((4,), "run t.ini topology.dimensions=8x8 routing.algorithm=shortest router.vcs=1 traffic.load=0.9"
           " routing.allow_deadlock=yes run.measure_cycles=5000"),
    (SIMULATED, "run t.ini traffic.pattern=worst_case routing.algorithm=romm traffic.load_unit=flits traffic.load=0.1"),
    (SIMULATED, "sweep t.ini traffic.load=0.1,0.2 routing.algorithm=dor,o1turn -j 2 -o curve.csv"),
    (SIMULATED, "sweep t.ini traffic.load=0.1,0.2 routing.algorithm=dor,o1turn -j 1 -o alone.csv"),
    (SIMULATED, "sweep t.ini traffic.load=0.1,0.2 routing.algorithm=dor,o1turn --shard 1/2 -o part1.csv"),
    (SIMULATED, "sweep t.ini traffic.load=0.1,0.2 routing.algorithm=dor,o1turn --shard 2/2 -o part2.csv"),
    ((0,), "merge part2.csv part1.csv -o merged.csv"),
    ((2,), "merge part2.csv -o merged2.csv"),
    (SIMULATED, "saturate t.ini -o saturation.csv"),
    # Exact calculations.
    ((0,), "analyze t.ini routing.algorithm=val,ival,rlb analysis.average_samples=5 -o analysis.csv"),
    ((0,), "analyze t.ini --channels c.csv --permutation p.csv --pairs pairs.csv --routing dor.paths"),
    ((0,), f"analyze t.ini {ON_A_GRAPH} routing.algorithm=up_down --roots roots.csv --graph ring.graphml"),
    ((0,), "design t.ini design.objective=worst_case design.then=path_length --routing best.paths --write-mps lp.mps"),
    ((0,), "design t.ini design.objective=capacity design.method=interior_point"),
    (SIMULATED, "run t.ini routing.algorithm=table routing.table_file=best.paths router.vcs=8"),
    ((0,), "policy t.ini policy.policies=optimal,mp,z2,dor_retry,dor_strict,random --means means.csv"
        " --faults faults.csv --deaths deaths.csv -o policy.csv"),
    ((0,), "policy t.ini topology.dimensions=8x8 --thresholds --certificate orders.json"),
    ((0,), "policy t.ini policy.policies=mp topology.dimensions=5x5 --counterexample"),
    ((0,), "policy t.ini topology.dimensions=8x8 --no-polynomials"),
    # Schedules, and their replay.
    ((0,), "schedule t.ini routing.ties=parity --frames frames.csv --teams teams.csv"),
    ((0,), "schedule t.ini routing.ties=parity --verify frames.csv"),
    ((0,), "schedule t.ini topology.dimensions=3x2 schedule.method=milp"),
    (SIMULATED, "run t.ini routing.ties=parity traffic.injection=schedule schedule.order=liquid schedule.barrier=yes"),
    # Programs.
    (SIMULATED, "run t.ini traffic.injection=workload workload.file=two.goal workload.packet_flits=3 output.operations=ops.csv "
                "output.trace=events.csv"),
    (SIMULATED, "run t.ini output.trace=trace.json trace.one_in=7 trace.from_cycle=50 trace.to_cycle=90"),
    (SIMULATED, "run t.ini traffic.injection=workload workload.file=two.goal workload.mapping=random "
                "router.switching=virtual_cut_through workload.packet_flits=4 --threads-per-run 2"),
    ((0,), "check t.ini traffic.injection=workload workload.file=two.goal"),
    (SIMULATED, "run t.ini traffic.injection=workload workload.kind=allreduce workload.algorithm=multiport_bucket "
                "workload.bytes=160 router.injection_vc=nic"),
    ((0,), "schedule t.ini traffic.injection=workload workload.kind=halo workload.iterations=2 --goal halo.goal"),
    (SIMULATED, "run jobs.ini traffic.injection=workload"),
    # Without a simulation.
    ((0,), "check t.ini"),
    ((0,), "check t.ini router.file=routers.csv"),
    ((0,), f"check t.ini {ON_A_GRAPH} routing.algorithm=up_down router.vcs=1 traffic.load_unit=flits"),
    ((4,), "check t.ini topology.dimensions=8x8 routing.algorithm=shortest router.vcs=1"),
    ((0,), "list"),
    ((0,), "list keys --format markdown"),
    ((0,), "list routings --format json"),
    ((0,), "import booksim b.cfg -o b.ini"),
    ((0,), "check b.ini"),
    ((0,), "explain router"),
    ((0,), "completion bash"),
    ((0,), "complete -- run t.ini router.v"),
    ((0,), "man"),
    ((0,), "help run"),
    ((0,), "man run -o orthant-run.1"),
    ((0,), "completion zsh"),
    ((0,), "completion fish -o orthant.fish"),
    ((0,), "new torus -o new.ini"),
    ((0,), "check new.ini"),
    ((2,), "new mesh -o new.ini"),
    ((0,), "explain dor --format json"),
    # Pictures of what the others have written.
    ((0,), "plot curve.csv -o curve.png"),
    ((0,), "plot saturation.csv -o bars.svg"),
    ((0,), "plot channels.csv -o heat.pdf"),
    ((0,), "report curve.csv -o page.html"),
    # Mistakes.
    ((2,), "run t.ini traffic.loda=1"),
    ((2,), "run t.ini topology.dimensions=4x0"),
    ((2,), "sweep nowhere.ini"),
    ((2,), "explain rooter"),
    ((2,), "check t.ini routing.algorithm=table routing.table_file=t.ini"),
]


def verbs_of(program):
    """The names under `Verbs:` of the help."""
    words = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^  (\w+)", words.split("Verbs:\n")[1].split("\n\n")[0], re.MULTILINE))


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    complaints = []
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "t.ini").write_text(TORUS, encoding="utf-8")
        (pathlib.Path(folder) / "jobs.ini").write_text(TORUS + JOBS, encoding="utf-8")
        (pathlib.Path(folder) / "b.cfg").write_text("topology = mesh; k = 4; routing_function = dor;\n", encoding="utf-8")
        (pathlib.Path(folder) / "ring.edges").write_text(GRAPH, encoding="utf-8")
        (pathlib.Path(folder) / "uneven.txt").write_text(UNEVEN, encoding="utf-8")
        (pathlib.Path(folder) / "routers.csv").write_text(ROUTERS, encoding="utf-8")
        (pathlib.Path(folder) / "two.goal").write_text(PROGRAM, encoding="utf-8")
        for expected, words in COMMANDS:
            done = subprocess.run([program, *shlex.split(words)], cwd=folder, capture_output=True, text=True,
                                  timeout=300)
            if done.returncode not in expected:
                complaints.append(f"orthant {words}\n  exit code {done.returncode}, expected {expected[0]}\n"
                                  f"{done.stderr}")
    never = verbs_of(program) - {words.split()[0] for _, words in COMMANDS}
    complaints += [f"no command of this test uses the verb {verb}" for verb in sorted(never)]
    print("\n".join(complaints) or f"{len(COMMANDS)} commands")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
