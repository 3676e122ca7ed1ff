// The sinks of spdlog, with a log file of our own: spdlog's file creates missing folders and does
// not report a full disk until it is closed.
//
// Tested by: tests/app/sweep_test.py
#include "app/command/logging.hpp"

#include <fmt/format.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <mutex>
#include <regex>
#include <string>
#include <vector>

#include "app/config/version.hpp"
#include "app/output/files.hpp"
#include "app/output/output.hpp"
#include "base/error.hpp"
#include "base/plain_text.hpp"

namespace orthant {
namespace {

// Appends to the file. The first message shows whether the file can be written, and throws
// ConfigError if not; a later failure ends the log.
class LogFile : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit LogFile(const std::string& path)
      : file_(std::make_unique<LineFile>(path, LineFile::Lock::kNone)) {}

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    if (!file_) return;
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    try {
      file_->append({line.data(), line.size()});
    } catch (const ConfigError& error) {
      file_.reset();
      if (!begun_) throw;
      fmt::print(stderr, "orthant: warning: {}; the log ends here\n", error.what());
    }
    begun_ = true;
  }
  void flush_() override {}  // no message is buffered

 private:
  std::unique_ptr<LineFile> file_;
  bool begun_ = false;
};

// Formats "%*" in a pattern: the message without bytes that control a terminal.
class PlainMessage : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&,
              spdlog::memory_buf_t& line) override {
    const std::string plain = without_controls({message.payload.data(), message.payload.size()});
    line.append(plain.data(), plain.data() + plain.size());
  }
  std::unique_ptr<spdlog::custom_flag_formatter> clone() const override {
    return std::make_unique<PlainMessage>();
  }
};

void set_pattern(spdlog::sinks::sink& sink, const std::string& pattern) {
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<PlainMessage>('*').set_pattern(pattern);
  sink.set_formatter(std::move(formatter));
}

// Appends to logs only: other files, such as a network, would be spoilt.
void refuse_foreign_text(const std::string& path) {
  if (is_special_file(path)) return;
  static const std::regex title(R"(^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ info: orthant )");
  std::ifstream in(path);
  std::string first(100, '\0');
  in.read(first.data(), static_cast<std::streamsize>(first.size()));
  first.resize(static_cast<std::size_t>(in.gcount()));
  if (!first.empty() && !std::regex_search(first, title))
    config_error("--log: {} is there and no log; allowed: a new file, or a log to add to", path);
}

spdlog::sink_ptr begin_log_file(const CommandLine& command) {
  check_log_path(command);
  refuse_foreign_text(*command.log_file);
  auto sink = std::make_shared<LogFile>(*command.log_file);
  set_pattern(*sink, "%Y-%m-%d %H:%M:%S.%e %l: %*");
  const std::string title =
      fmt::format("{}: {} {}", build_text(), command.verb, command.config_file);
  sink->log(spdlog::details::log_msg("orthant", spdlog::level::info, title));
  return sink;
}

}  // namespace

void start_logging(const CommandLine& command) {
  std::vector<spdlog::sink_ptr> sinks = {std::make_shared<spdlog::sinks::stderr_sink_mt>()};
  set_pattern(*sinks.back(), "orthant: %l: %*");
  if (command.log_file) sinks.push_back(begin_log_file(command));
  auto logger = std::make_shared<spdlog::logger>("orthant", sinks.begin(), sinks.end());
  logger->set_level(command.quiet     ? spdlog::level::warn
                    : command.verbose ? spdlog::level::debug
                                      : spdlog::level::info);
  logger->flush_on(spdlog::level::warn);
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace orthant
