// Work for MPI ranks: a worker sends nothing, a result or an error, and receives the next item or
// kStop.
//
// Rank 0 takes results in the order of arrival; the resulting file does not depend on it. Tested
// by: tests/app/sweep_test.py
#include "app/jobs/mpi_sweep.hpp"

#include <cstdlib>

#include "app/config/command_line.hpp"
#include "base/error.hpp"

#ifdef ORTHANT_MPI

#include <fmt/format.h>
#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <sstream>
#include <thread>

#include "app/jobs/interrupt.hpp"
#include "app/jobs/mpi_group.hpp"
#include "app/output/csv.hpp"

namespace orthant {
namespace {

// First character of a worker's message.
constexpr char kReady = 'r';   // has no result; wants an item
constexpr char kResult = 'd';  // with a result; wants an item
constexpr char kError = 'e';   // with a text; wants an item
constexpr char kGone = 'g';    // leaves; wants nothing
constexpr std::int64_t kStop = -1;

// Looks for a launcher's variables first: MPI_Init outside mpirun takes time and may fail.
bool launched_by_mpi() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

void send_text(const std::string& text) {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, 0, MPI_COMM_WORLD);
}

std::int64_t receive_item() {
  std::int64_t item = kStop;
  MPI_Recv(&item, 1, MPI_INT64_T, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return item;
}

void send_item(std::int64_t item, int worker) {
  MPI_Send(&item, 1, MPI_INT64_T, worker, 0, MPI_COMM_WORLD);
}

// Waits for a text without occupying a core that a worker could use.
std::pair<int, std::string> receive_text(Progress* progress) {
  MPI_Status status;
  for (int waiting = 0; waiting == 0;) {
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &waiting, &status);
    if (waiting != 0) break;
    if (progress != nullptr) progress->tick();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  std::string text(static_cast<std::size_t>(size), '\0');
  MPI_Recv(text.data(), size, MPI_CHAR, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return {status.MPI_SOURCE, text};
}

std::string packed(std::size_t item, const ItemResult& result) {
  return fmt::format("{}{} {} {}\n{}\n{}", kResult, item, result.seconds, result.flit_hops,
                     csv_line(result.row), result.message);
}

std::pair<std::size_t, ItemResult> unpacked(const std::string& text) {
  std::istringstream in(text.substr(1));
  std::size_t item = 0;
  ItemResult result;
  std::string line;
  in >> item >> result.seconds >> result.flit_hops;
  std::getline(in, line);
  std::getline(in, line);
  result.row = parse_csv_line(line).value();
  std::getline(in, result.message, '\0');
  return {item, std::move(result)};
}

// Rank 0: hands out items until every worker has received kStop or has left. Then throws the first
// error of a worker.
void hand_out(std::span<const std::size_t> items, int workers, const TakeResult& take,
              Progress& progress, int& stopped) {
  std::size_t next = 0;
  std::string error;
  while (stopped < workers) {
    const auto [worker, text] = receive_text(&progress);
    const char kind = text.at(0);
    if (kind == kGone) ++stopped;
    if (kind == kError && error.empty()) error = text.substr(1);
    if (kind != kGone) {
      const bool more = next < items.size() && error.empty() && !interrupted();
      send_item(more ? static_cast<std::int64_t>(items[next++]) : kStop, worker);
      if (!more) ++stopped;
    }
    if (kind == kResult) {
      auto [item, result] = unpacked(text);
      progress.item_done(item);
      take(item, std::move(result));
    }
    progress.tick();
  }
  if (!error.empty()) throw ConfigError(error);
}

// Computes an item and packs the result or the error as a message.
std::string computed(const ComputeItem& compute, std::size_t item, const Share& share) {
  try {
    const ItemResult result = compute(item, share, [](Cycle, Cycle) { return !interrupted(); });
    return result.complete ? packed(item, result) : std::string(1, kReady);
  } catch (const std::exception& error) {
    return kError + std::string(error.what());
  }
}

}  // namespace

MpiRanks::MpiRanks() {
  if (!launched_by_mpi()) return;
  int level = 0;  // a simulation and its waiting thread call MPI
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  started_ = true;
}

MpiRanks::~MpiRanks() {
  if (!started_) return;
  if (rank_ > 0 && !stop_received_) send_text(std::string(1, kGone));
  while (rank_ == 0 && stopped_ < size_ - 1) {
    const auto [worker, text] = receive_text(nullptr);
    if (text.at(0) != kGone) send_item(kStop, worker);
    ++stopped_;
  }
  MPI_Finalize();
}

Execution MpiRanks::execution(const CommandLine& command, std::size_t most_of_one) {
  if (size_ == 1) return threads_of(command, most_of_one);
  const auto workers = static_cast<std::size_t>(size_ - 1);
  return {workers,
          [this](std::span<const std::size_t> items, const ComputeItem&, const TakeResult& take,
                 Progress& progress) { hand_out(items, size_ - 1, take, progress, stopped_); }};
}

std::unique_ptr<Ranks> MpiRanks::together() const {
  return size_ == 1 ? nullptr : make_mpi_group();
}

int MpiRanks::serve(const ComputeItem& compute, const Share& share) {
  send_text(std::string(1, kReady));
  for (std::int64_t item = receive_item(); item != kStop; item = receive_item())
    send_text(computed(compute, static_cast<std::size_t>(item), share));
  stop_received_ = true;
  return kExitDone;
}

void MpiRanks::hand_over(const ConfigError& error) {
  send_text(kError + std::string(error.what()));
  stop_received_ = receive_item() == kStop;
}

}  // namespace orthant

#else

namespace orthant {

MpiRanks::MpiRanks() = default;
MpiRanks::~MpiRanks() = default;
Execution MpiRanks::execution(const CommandLine& command, std::size_t most_of_one) {
  return threads_of(command, most_of_one);
}
std::unique_ptr<Ranks> MpiRanks::together() const { return nullptr; }
int MpiRanks::serve(const ComputeItem&, const Share&) { return kExitDone; }
void MpiRanks::hand_over(const ConfigError&) {}

}  // namespace orthant

#endif

namespace orthant {

void refuse_ranks(std::string_view verb) {
#ifdef ORTHANT_MPI
  constexpr std::string_view kAllowed = "run, sweep, saturate";
#else
  constexpr std::string_view kAllowed = "one rank, or a build with MPI";
#endif
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* const ranks = std::getenv(name);
    if (ranks != nullptr && std::string_view(ranks) != "1")
      config_error("mpirun: {} ranks, but {} is computed by one; allowed: {}", ranks, verb,
                   kAllowed);
  }
}

int on_ranks(const std::function<int(MpiRanks&)>& verb) {
#ifndef ORTHANT_MPI
  refuse_ranks("everything");
#endif
  MpiRanks ranks;
  try {
    return verb(ranks);
  } catch (const ConfigError& error) {
    if (ranks.rank() == 0) throw;
    ranks.hand_over(error);
    return kExitDone;  // the exit code of rank 0 is the job's
  }
}

}  // namespace orthant
