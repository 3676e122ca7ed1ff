// Finds the format of a program's file, and reads it with the keys of that format.
//
// Tested by: tests/app/workload_files_test.py, tests/app/foreign_files_test.py
#include "app/setup/workload_file.hpp"

#include <fmt/ranges.h>

#include <array>
#include <filesystem>
#include <stdexcept>

#include "app/keys/keys.hpp"
#include "app/keys/spelling.hpp"
#include "base/error.hpp"
#include "base/file_kind.hpp"
#include "base/read_file.hpp"
#include "traffic/goal_file.hpp"
#include "traffic/message_list.hpp"
#include "traffic/msccl_program.hpp"
#include "traffic/traces/chakra_trace.hpp"
#include "traffic/traces/dumpi_trace.hpp"
#include "traffic/traces/netrace.hpp"

namespace orthant {
namespace {

constexpr const char* kFormat = "workload.format";
constexpr const char* kChunkBytes = "workload.chunk_bytes";
constexpr const char* kComputations = "workload.computations";

TraceOptions trace_options(const NamedValues& values, WorkloadKeys& keys, const Topology& topology,
                           ProgramNotes& notes) {
  workload_rows().read_one(values, keys, kComputations);
  if (keys.computations && keys.time_unit != WorkloadTimeUnit::kNs)
    key_error(kWorkloadTimeUnit,
              "{} beside the times of a trace, which are in ns; allowed: ns, or "
              "workload.computations = no",
              values.text(kWorkloadTimeUnit));
  TraceOptions options{.computations = keys.computations};
  options.algorithm = [&values](const ProgramDescription& kind) -> const ProgramAlgorithm& {
    if (kind.algorithms.size() == 1) return kind.algorithms.front();  // there is no key to read
    return algorithm_of(values, kind, algorithm_key_of(kind.kind));
  };
  options.report = [&notes](const std::string& text) { notes.add(ProgramNote{.text = text}); };
  ProgramOptions program;
  program_rows().read_one(values, program, TraceOptions::kShape);
  options.shape_is_chosen = !program.shape.empty();
  options.shape = options.shape_is_chosen ? program.shape : shape_of(topology);
  return options;
}

TraceOptions chakra_options(const NamedValues& values, WorkloadKeys& keys, const Topology& topology,
                            ProgramNotes& notes) {
  TraceOptions options = trace_options(values, keys, topology, notes);
  workload_rows().read_one(values, keys, TraceOptions::kGroupsFile);
  options.groups_file = keys.groups_file.value_or("");
  return options;
}

NetraceOptions netrace_options(const NamedValues& values, WorkloadKeys& keys, ProgramNotes& notes) {
  workload_rows().read_one(values, keys, NetraceOptions::kRegion);
  workload_rows().read_one(values, keys, NetraceOptions::kPackets);
  return {.region = keys.trace_region,
          .packets = keys.trace_packets,
          .time_scale = keys.time_scale,
          .warn = [&notes](const std::string& text) {
            notes.add(ProgramNote{.is_warning = true, .text = text});
          }};
}

struct ProgramFormat {
  WorkloadFormat format;
  FileKind kind;
  std::string_view ending, what;
};
constexpr std::string_view kNetraceEnding = ".tra.bz2";
constexpr std::array kProgramFormats = {
    ProgramFormat{WorkloadFormat::kGoal, FileKind::kGoal, ".goal", "a program in GOAL"},
    ProgramFormat{WorkloadFormat::kCsv, FileKind::kMessages, ".csv", "a list of messages"},
    ProgramFormat{WorkloadFormat::kMsccl, FileKind::kMsccl, ".xml", "an algorithm of MSCCL"},
    ProgramFormat{WorkloadFormat::kDumpi, FileKind::kDumpi, ".txt",
                  "text, as dumpi2ascii makes it of a trace"},
    ProgramFormat{WorkloadFormat::kChakra, FileKind::kChakra, ".et", "a trace of Chakra"},
    ProgramFormat{WorkloadFormat::kNetrace, FileKind::kNetrace, kNetraceEnding,
                  "a trace of netrace"}};

// The format by the contents of the file, else by the ending of its name.
WorkloadFormat format_of(const std::string& file, std::optional<FileKind> kind) {
  const auto by_content = std::ranges::find_if(
      kProgramFormats, [&](const ProgramFormat& format) { return format.kind == kind; });
  if (by_content != kProgramFormats.end()) return by_content->format;
  // Goes by the name for an archive, whose compressed contents may be damaged.
  if (kind == FileKind::kArchive && file.ends_with(kNetraceEnding)) return WorkloadFormat::kNetrace;
  std::vector<std::string_view> all;
  for (const ProgramFormat& format : kProgramFormats) all.push_back(format.what);
  const std::string allowed = fmt::format("{}", fmt::join(all, ", "));
  refuse_other_kinds(kWorkloadFile, file, kind, {}, allowed);
  const auto by_ending = std::ranges::find_if(
      kProgramFormats, [&](const ProgramFormat& format) { return file.ends_with(format.ending); });
  if (by_ending != kProgramFormats.end()) return by_ending->format;
  std::vector<std::string_view> names = key_table()[*find_key(kFormat)].words;
  std::erase(names, "auto");
  key_error(kFormat, "neither the content nor the name of {} tells a format; allowed: {}", file,
            joined(names));
}

Workload program_of_ranks(const NamedValues& values, WorkloadKeys& keys, const Topology& topology,
                          ProgramNotes& notes) {
  const std::size_t nodes = topology.node_count();
  switch (keys.format) {
    case WorkloadFormat::kMsccl:
      workload_rows().read_one(values, keys, kChunkBytes);
      return read_msccl(kWorkloadFile, *keys.file, keys.chunk_bytes, nodes);
    case WorkloadFormat::kDumpi:
      return read_dumpi(kWorkloadFile, *keys.file, nodes,
                        trace_options(values, keys, topology, notes));
    case WorkloadFormat::kChakra:
      return read_chakra(kWorkloadFile, *keys.file, nodes,
                         chakra_options(values, keys, topology, notes));
    case WorkloadFormat::kGoal:
      return read_goal(kWorkloadFile, *keys.file, nodes);
    case WorkloadFormat::kAuto:
    case WorkloadFormat::kCsv:
    case WorkloadFormat::kNetrace:
      break;
  }
  throw std::logic_error("a format that does not hold what ranks do");
}

}  // namespace

std::vector<std::uint32_t> shape_of(const Topology& topology) {
  const Structure* grid = topology.structure();
  std::vector<std::uint32_t> shape;
  if (grid != nullptr && topology.node_count() == topology.router_count()) {
    for (std::size_t d = 0; d < grid->dimensions(); ++d) shape.push_back(grid->radix(d));
  } else {
    shape.push_back(static_cast<std::uint32_t>(topology.node_count()));
  }
  return shape;
}

const ProgramAlgorithm& algorithm_of(const NamedValues& values, const ProgramDescription& kind,
                                     const std::string& key) {
  if (!values.has_value(key)) return kind.algorithms.front();
  const std::string name = values.text(key);
  const auto found = std::ranges::find(kind.algorithms, name, &ProgramAlgorithm::name);
  if (found == kind.algorithms.end())
    key_error(key, "{} is none of {}; allowed: {}", name, kind.kind,
              joined(kind.algorithm_names()));
  return *found;
}

Workload scaled(Workload workload, const NamedValues& values, const WorkloadKeys& keys) {
  if (!workload.scale_times(keys.time_scale))
    key_error(NetraceOptions::kTimeScale,
              "{} makes a computation longer than {}; allowed: less, or shorter computations",
              values.text(NetraceOptions::kTimeScale), Workload::kMaxAmount);
  return workload;
}

bool is_for_some_formats(std::string_view key) {
  for (const std::string_view own : {kChunkBytes, kComputations, TraceOptions::kGroupsFile,
                                     NetraceOptions::kRegion, NetraceOptions::kPackets})
    if (key == own) return true;
  return false;
}

Workload program_of_file(const NamedValues& values, WorkloadKeys keys, const Topology& topology,
                         ProgramNotes& notes) {
  const std::size_t nodes = topology.node_count();
  if (!std::filesystem::exists(*keys.file)) read_file_of(kWorkloadFile, *keys.file);  // throws
  const std::optional<FileKind> kind = kind_of_file(*keys.file);
  if (keys.format == WorkloadFormat::kAuto) keys.format = format_of(*keys.file, kind);
  const ProgramFormat& format =
      *std::ranges::find(kProgramFormats, keys.format, &ProgramFormat::format);
  // Leaves damaged bytes to the reader, which reports them.
  const bool is_bytes = kind == FileKind::kArchive || kind == FileKind::kBinary;
  if (keys.format != WorkloadFormat::kNetrace || !is_bytes)
    refuse_other_kinds(kWorkloadFile, *keys.file, kind, format.kind, format.what);
  // Scales the times of messages as a whole: rounding each interval would accumulate errors.
  if (keys.format == WorkloadFormat::kCsv)
    return read_message_list(kWorkloadFile, *keys.file, nodes, keys.time_scale);
  if (keys.format == WorkloadFormat::kNetrace)
    return read_netrace(kWorkloadFile, *keys.file, nodes, netrace_options(values, keys, notes));
  return scaled(program_of_ranks(values, keys, topology, notes), values, keys);
}

}  // namespace orthant
