#include "app/jobs/checkpoint_file.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/config/version.hpp"
#include "app/keys/run_keys.hpp"
#include "app/output/files.hpp"
#include "app/output/origin.hpp"
#include "base/error.hpp"
#include "base/fnv.hpp"
#include "base/numbers.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

constexpr std::string_view kFormat = "orthant checkpoint ";
constexpr int kFormatNumber = 2;
constexpr std::size_t kLines = 5;
constexpr std::uint64_t kMostBlocks = ~std::uint32_t{0};
constexpr std::size_t kPiece = std::size_t{1} << 20;  // bytes, written or read at once
// Keys that may change between a run and the run that resumes it: the interval of checkpoints, and
// files that are written from the complete result.
constexpr std::string_view kFreeKeys[] = {kCheckpointMinutes, kOutputChannels, kOutputHistogram,
                                          kOutputOperations};
constexpr std::string_view kAnew =
    "allowed: --resume with what wrote it, or --overwrite to begin anew";

// Identifies the program that can load a state.
std::string program_line() {
  return fmt::format("{}, simulator {}", version_text(), simulator_id());
}

// The values in the first lines.
struct Head {
  std::uint64_t seed = 0, blocks = 0;
  std::uint64_t config_bytes = 0, state_bytes = 0;

  // Has the same length for all values.
  std::string text() const {
    return fmt::format("{}{}\n{}\nseed {:020} blocks {:010}\nconfig {:020} state {:020}\n", kFormat,
                       kFormatNumber, program_line(), seed, blocks, config_bytes, state_bytes);
  }
};

std::string checksum(const Fnv& fnv) { return fmt::format("FNV-1a {}", fnv.text()); }
std::string checksum_line(const Fnv& fnv) { return checksum(fnv) + '\n'; }

// Appends a state to a file.
class FileWriter final : public Archive {
 public:
  FileWriter(PendingFile& file, Fnv& fnv) : Archive(false), file_(file), fnv_(fnv) {}
  std::uint64_t bytes() const { return bytes_; }
  void flush() {
    fnv_.add(piece_);
    file_.write(piece_);
    piece_.clear();
  }

 private:
  void transfer(std::span<std::byte> bytes) override {
    piece_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    bytes_ += bytes.size();
    if (piece_.size() >= kPiece) flush();
  }

  PendingFile& file_;
  Fnv& fnv_;
  std::string piece_;
  std::uint64_t bytes_ = 0;
};

class FileReader final : public Archive {
 public:
  explicit FileReader(std::ifstream& file) : Archive(true), file_(file) {}

 private:
  void transfer(std::span<std::byte> bytes) override {
    file_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (static_cast<std::size_t>(file_.gcount()) != bytes.size()) config_error("ends too early");
  }
  std::ifstream& file_;
};

// The number after this word; 0 if there is none, which fails the checksum.
std::uint64_t number_in(std::string_view line, std::string_view word) {
  const std::vector<std::string_view> words = split(line, ' ');
  const auto found = std::ranges::find(words, word);
  if (found == words.end() || found + 1 == words.end()) return 0;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(parse_integer(found[1]).value_or(0), 0));
}

}  // namespace

CheckpointFile::CheckpointFile(CheckpointOptions options)
    : options_(std::move(options)), next_(next()) {
  if (!file_exists(options_.path)) return;
  if (options_.resume) {
    read();
    return;
  }
  if (!options_.overwrite)
    config_error(
        "{}: there is a checkpoint already; allowed: --resume to go on from it, or "
        "--overwrite to begin anew",
        options_.path);
  remove();
}

CheckpointFile::Clock::time_point CheckpointFile::next() const {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                            std::chrono::duration<double>(60 * options_.minutes));
}

void CheckpointFile::fail(const std::string& what) const {
  config_error("{}: {}; {}", options_.path, what, kAnew);
}

// Reads everything but the state, which is only compared with its checksum. Damage is reported
// before a mismatch of program or config.
void CheckpointFile::read() {
  std::ifstream file(options_.path, std::ios::binary);
  std::vector<std::string> lines(kLines);
  for (std::string& line : lines) std::getline(file, line);
  const auto format = lines[0].starts_with(kFormat)
                          ? parse_integer(std::string_view(lines[0]).substr(kFormat.size()))
                          : std::nullopt;
  if (!format) fail("is no checkpoint of orthant");
  if (format != kFormatNumber)
    fail(fmt::format("is of format {}, this program writes {}", *format, kFormatNumber));
  const Head head{number_in(lines[2], "seed"), number_in(lines[2], "blocks"),
                  number_in(lines[3], "config"), number_in(lines[3], "state")};
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(options_.path, error);
  const auto before = static_cast<std::uint64_t>(file ? std::streamoff{file.tellg()} : 0);
  if (!file || head.config_bytes > size || head.state_bytes > size)
    fail(fmt::format("is damaged, or cut off after {} bytes", size));
  const std::uint64_t whole = before + head.config_bytes + head.state_bytes;
  if (size != whole) fail(fmt::format("is cut off, or longer: {} bytes of {}", size, whole));
  Fnv fnv;
  std::string config, piece;
  for (std::uint64_t left = size - before; left != 0; left -= piece.size()) {
    piece.resize(std::min<std::uint64_t>(left, kPiece));
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    if (!file) fail("cannot be read");
    fnv.add(piece);
    config += piece.substr(0, head.config_bytes - config.size());
  }
  for (std::size_t i = 0; i + 1 < kLines; ++i) fnv.add(lines[i] + '\n');
  if (lines.back() != checksum(fnv)) fail("is damaged: it has another checksum than its contents");
  if (const std::string program = program_line(); lines[1] != program)
    fail(fmt::format("made with {}, now {}", lines[1], program));
  check(config, head.seed);
  if (head.blocks < 1 || head.blocks > kMostBlocks)
    fail(fmt::format("is damaged: a network in {} blocks", head.blocks));
  blocks_ = static_cast<std::uint32_t>(head.blocks);
  state_at_ = before + head.config_bytes;
}

void CheckpointFile::check(const std::string& config, std::uint64_t seed) const {
  const std::string difference =
      origin_difference(config, options_.config, Versions::kEqual, kFreeKeys);
  if (!difference.empty()) fail(difference);
  if (seed != options_.seed) fail(fmt::format("made with seed {}, now {}", seed, options_.seed));
}

void CheckpointFile::load(RunState state) {
  try {
    std::ifstream file(options_.path, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(state_at_));
    FileReader archive(file);
    state(archive);
    if (file.peek() != std::ifstream::traits_type::eof()) config_error("is longer than the state");
  } catch (const ConfigError& error) {
    config_error("{}: {}; {}", options_.path, error.what(), kAnew);
  }
  blocks_.reset();
}

void CheckpointFile::save(std::uint32_t blocks, RunState state) {
  try {
    write(blocks, state);
  } catch (const ConfigError& error) {
    spdlog::warn("{}; the simulation goes on without this checkpoint", error.what());
  }
  next_ = next();
}

// Writes the head a second time at the end, when it is known. It comes last in the checksum.
void CheckpointFile::write(std::uint32_t blocks, RunState state) const {
  remove_leftovers(options_.path);
  PendingFile file(options_.path);
  Head head{options_.seed, blocks, options_.config.size(), 0};
  Fnv fnv;
  file.write(head.text() + checksum_line(fnv));
  file.write(options_.config);
  fnv.add(options_.config);
  FileWriter archive(file, fnv);
  state(archive);
  archive.flush();
  head.state_bytes = archive.bytes();
  fnv.add(head.text());
  file.write_first(head.text() + checksum_line(fnv));
  file.close();
  file.commit();
}

void CheckpointFile::remove() { remove_file(options_.path); }

}  // namespace orthant
