#include "app/keys/workload_keys.hpp"

#include "traffic/traces/netrace.hpp"

namespace orthant {

const KeyRows<WorkloadKeys>& workload_rows() {
  constexpr ReadWhen kWorkload = read_if("traffic.injection", "workload");
  static const KeyRows<WorkloadKeys> rows = {
      {"workload.file",
       &WorkloadKeys::file,
       {.when = kWorkload,
        .help = "File of the program: what every rank sends, receives and "
                "computes, and what waits for what."}},
      {"workload.format",
       &WorkloadKeys::format,
       {{"auto", WorkloadFormat::kAuto},
        {"goal", WorkloadFormat::kGoal},
        {"csv", WorkloadFormat::kCsv},
        {"msccl", WorkloadFormat::kMsccl},
        {"dumpi", WorkloadFormat::kDumpi},
        {"chakra", WorkloadFormat::kChakra},
        {"netrace", WorkloadFormat::kNetrace}},
       {.when = read_if("workload.file"),
        .help = "How it is written: in the language GOAL, as a list of messages, as an algorithm "
                "file of MSCCL, or as traces: text of DUMPI or Chakra, the file of rank 0 is "
                "named, or of netrace; "
                "auto: by its content, else by the end of its name."}},
      {"workload.chunk_bytes",
       &WorkloadKeys::chunk_bytes,
       {.least = 1,
        .most = 1'000'000'000'000,
        .when = read_if("workload.format", "msccl"),
        .help = "Size of a chunk, of which the file counts; workload.bytes is of all chunks of a "
                "rank together, whose number a file need not say."}},
      {"workload.computations",
       &WorkloadKeys::computations,
       {.when = read_if("workload.format", "dumpi", "chakra"),
        .help = "Whether ranks compute between their messages as long as in the trace; needs "
                "workload.time_unit = ns."}},
      {"workload.groups_file",
       &WorkloadKeys::groups_file,
       {.when = read_if("workload.format", "chakra"),
        .help = "JSON file of the ranks of process groups: {name: [ranks]}, as ASTRA-sim reads it, "
                "or a list of {pg_name, ranks}, as Chakra has it."}},
      {"workload.trace_region",
       &WorkloadKeys::trace_region,
       {.most = 99,
        .when = read_if("workload.format", "netrace"),
        .help = "Region of the program that is read, from 0 on; its first cycle is cycle 0. Not "
                "given: the whole trace."}},
      {"workload.trace_packets",
       &WorkloadKeys::trace_packets,
       {.least = 1,
        .most = kMaxNetracePackets,
        .when = read_if("workload.format", "netrace"),
        .help = "How many packets are read, from the beginning of the trace or of "
                "workload.trace_region; not given: all."}},
      {"workload.bytes_per_flit",
       &WorkloadKeys::bytes_per_flit,
       {.least = 1,
        .most = 1'000'000,
        .when = kWorkload,
        .help = "Bytes of a message that a flit carries, by default channel.flit_bytes where that "
                "is given, which it must not exceed; a message of none is a flit."}},
      {"workload.packet_flits",
       &WorkloadKeys::packet_flits,
       {.least = 1,
        .most = 65535,
        .when = kWorkload,
        .help = "Flits of the longest packet; longer messages are cut."}},
      {"workload.mapping",
       &WorkloadKeys::mapping,
       {{"linear", RankMapping::kLinear},
        {"blocked", RankMapping::kBlocked},
        {"random", RankMapping::kRandom},
        {"file", RankMapping::kFile}},
       {.when = kWorkload,
        .help = "Which rank is at which node: rank i at node i; ranks that follow each other in "
                "blocks of two routers along every dimension of even length; drawn; or as a file "
                "says."}},
      {"workload.mapping_file",
       &WorkloadKeys::mapping_file,
       {.when = read_if("workload.mapping", "file"),
        .help = "File of the nodes of ranks 0, 1, ..., separated by blanks or lines."}},
      {"workload.mapping_seed",
       &WorkloadKeys::mapping_seed,
       {.when = read_if("workload.mapping", "random"), .help = "Seed of the drawn mapping."}},
      {"workload.start",
       &WorkloadKeys::start,
       {.most = 1'000'000'000'000,
        .when = kWorkload,
        .help = "When its ranks begin, in workload.time_unit; for jobs in sections "
                "[workload.NAME]."}},
      {"workload.time_scale",
       &WorkloadKeys::time_scale,
       {.most = 1'000'000,
        .high = 1'000'000,
        .when = kWorkload,
        .help = "Factor of the times of all computations, and of those at which messages are "
                "sent: 0.5 are machines that compute twice as fast; rounded up to whole units of "
                "workload.time_unit."}},
      {"workload.time_unit",
       &WorkloadKeys::time_unit,
       {{"cycles", WorkloadTimeUnit::kCycles}, {"ns", WorkloadTimeUnit::kNs}},
       {.when = kWorkload,
        .help = "Unit of the times of computations; ns needs time.cycle_ns, and is rounded up to "
                "whole cycles."}},
  };
  return rows;
}

}  // namespace orthant
