// Tested by: tests/app/streams_test.py, tests/bad_configs/
#include "app/output/output_paths.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "app/config/command_line.hpp"
#include "app/keys/run_keys.hpp"
#include "app/keys/spelling.hpp"
#include "app/output/files.hpp"
#include "app/output/origin.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

// The files of one command; each output must be distinct and writable.
class Paths {
 public:
  explicit Paths(const std::string& config_file) { add_input(config_file, "the config"); }

  // `what`: the key that reads it, "routing.table_file".
  void add_input(const std::string& file, std::string_view what) {
    taken_.push_back({full(file), std::string(what)});
  }

  // `what`: the option or key that writes it, "-o" or "output.channels".
  void add(const std::string& file, std::string_view what) {
    std::error_code ignored;
    if (file == kStandardOutput)
      config_error("{}: is standard output, which is for the result; allowed: a file", file);
    if (std::ranges::any_of(file, [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; }))
      config_error("{}: a control character in the name of a file", in_quotes(file));
    if (fs::is_directory(file, ignored)) config_error("{}: is a folder; allowed: a file", file);
    if (is_special_file(file)) return;
    const fs::path path = full(file);
    if (const auto other = std::ranges::find(taken_, path, &Taken::path); other != taken_.end())
      config_error("{}: is an input or another output, of {}; allowed: a file of its own", file,
                   other->what);
    if (!path.has_parent_path() || !fs::is_directory(path.parent_path(), ignored))
      config_error("{}: its folder does not exist; allowed: a file in a folder that does", file);
    if (::access(path.parent_path().c_str(), W_OK) != 0)
      config_error("{}: cannot be written: {}", file, std::strerror(errno));
    taken_.push_back({path, std::string(what)});
  }

  // Adds a file and its config; a pipe or device has none.
  void add_with_config(const std::string& file, std::string_view what) {
    add(file, what);
    if (!is_special_file(file)) add(file + ".ini", what);
  }

 private:
  static fs::path full(const std::string& file) {
    std::error_code ignored;
    return fs::weakly_canonical(fs::absolute(link_target(file), ignored), ignored);
  }

  struct Taken {
    fs::path path;
    std::string what;
  };
  std::vector<Taken> taken_;
};

}  // namespace

std::optional<std::string> output_file(const CommandLine& command, const Point& point) {
  if (command.to_stdout) return std::nullopt;
  std::optional<std::string> file = command.output;
  if (!file && point.has_value(kOutputCsv)) file = point.text(kOutputCsv);
  if (!file || *file == kStandardOutput) return std::nullopt;
  return is_special_file(*file) ? *file : link_target(*file);
}

std::string checkpoint_path(const std::string& file, std::uint64_t seed, std::size_t simulations) {
  if (simulations == 1) return file + ".checkpoint";
  return fmt::format("{}.seed{}.checkpoint", file, seed);
}

std::vector<SideOutput> side_outputs(const CommandLine& command, const Point& point) {
  std::vector<SideOutput> outputs;
  const auto add = [&](std::string_view option, const std::string& file) {
    outputs.push_back({std::string(option), is_special_file(file) ? file : link_target(file)});
  };
  for (const Option& option : options()) {
    if (!option.beside) continue;
    const auto member = std::get<std::optional<std::string> CommandLine::*>(option.member);
    if (const auto& file = command.*member) add(fmt::format("--{}", option.name), *file);
  }
  for (const std::string& key : point_file_keys())
    if (point.has_value(key)) add(key, point.text(key));
  return outputs;
}

void check_paths(const CommandLine& command, const Point& point, bool resumable) {
  Paths paths(command.config_file);
  if (command.case_file) paths.add_input(*command.case_file, "--case");
  if (command.verify_file) paths.add_input(*command.verify_file, "--verify");
  for (const std::string& key : input_file_keys(point))
    if (point.has_value(key)) paths.add_input(point.text(key), key);
  if (const auto file = output_file(command, point)) {
    if (resumable && is_special_file(*file))
      config_error(
          "{}: is no regular file, which resuming needs; allowed: a regular file, or no -o", *file);
    paths.add_with_config(*file, "-o");
    if (point.has_value(kCheckpointMinutes))
      paths.add(checkpoint_path(*file, static_cast<std::uint64_t>(point.integer("run.seed")),
                                static_cast<std::size_t>(point.integer("run.repetitions"))),
                kCheckpointMinutes);
  }
  if (command.log_file) paths.add(*command.log_file, "--log");
  for (const SideOutput& output : side_outputs(command, point))
    paths.add_with_config(output.file, output.option);
}

void check_log_path(const CommandLine& command) {
  Paths paths(command.config_file);
  if (command.output) paths.add_with_config(*command.output, "-o");
  if (command.timing_file) paths.add_with_config(*command.timing_file, "--timing");
  paths.add(*command.log_file, "--log");
}

}  // namespace orthant
