// Messages between ranks over MPI; each is a text, and long texts are split into parts.
//
// Tested by: tests/app/ranks_test.py
#include "app/jobs/mpi_group.hpp"

#include <cassert>
#include <cstdlib>

#ifdef ORTHANT_MPI

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace orthant {
namespace {

// Tags of messages.
constexpr int kInstruction = 1;
constexpr int kText = 2;

// Polls without pause for about as long as ranks with the same work differ; then at intervals,
// since rank 0 may be busy with other work for a long time.
template <class IsDone>
void wait_until(const IsDone& is_done) {
  constexpr int kLooks = 100'000;
  for (int looks = 0; !is_done(); ++looks)
    if (looks > kLooks) std::this_thread::sleep_for(std::chrono::microseconds(50));
}

class MpiGroup final : public Ranks {
 public:
  MpiGroup() {
    MPI_Comm_dup(MPI_COMM_WORLD, &communicator_);
    MPI_Comm_rank(communicator_, &rank_);
    MPI_Comm_size(communicator_, &size_);
  }
  ~MpiGroup() override { MPI_Comm_free(&communicator_); }
  MpiGroup(const MpiGroup&) = delete;
  MpiGroup& operator=(const MpiGroup&) = delete;

  std::size_t size() const override { return static_cast<std::size_t>(size_); }
  std::size_t rank() const override { return static_cast<std::size_t>(rank_); }

  void broadcast(const Instruction& instruction) override {
    for (int to = 1; to < size_; ++to)
      MPI_Send(&instruction, sizeof(instruction), MPI_BYTE, to, kInstruction, communicator_);
  }
  Instruction next_instruction() override {
    Instruction instruction;
    MPI_Request request;
    MPI_Irecv(&instruction, sizeof(instruction), MPI_BYTE, 0, kInstruction, communicator_,
              &request);
    wait_for(request);
    return instruction;
  }

  void exchange(std::span<Exchange> with) override {
    std::vector<MPI_Request> requests;
    for (const Exchange& exchange : with)
      start_sending(exchange.sent, static_cast<int>(exchange.rank), requests);
    for (Exchange& exchange : with) receive(exchange.received, static_cast<int>(exchange.rank));
    finish(requests);
  }
  std::vector<std::string> gather(std::string text) override {
    std::vector<std::string> texts;
    if (rank_ != 0) {
      send(text, 0);
      return texts;
    }
    texts.resize(size());
    texts[0] = std::move(text);
    for (int from = 1; from < size_; ++from) receive(texts[static_cast<std::size_t>(from)], from);
    return texts;
  }
  std::string scatter(std::vector<std::string> texts) override {
    std::string text;
    if (rank_ != 0) {
      receive(text, 0);
      return text;
    }
    for (int to = 1; to < size_; ++to) send(texts[static_cast<std::size_t>(to)], to);
    return std::move(texts[0]);
  }
  std::uint64_t least(std::uint64_t number) override {
    std::uint64_t least = 0;
    MPI_Request request;
    MPI_Iallreduce(&number, &least, 1, MPI_UINT64_T, MPI_MIN, communicator_, &request);
    wait_for(request);
    return least;
  }

 private:
  // Size of a full part; a shorter or empty part ends its text.
  static constexpr std::size_t kPart = std::size_t{1} << 30;  // bytes

  static void wait_for(MPI_Request& request) {
    wait_until([&] {
      int is_done = 0;
      MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
      return is_done != 0;
    });
  }
  static void finish(std::vector<MPI_Request>& requests) {
    for (MPI_Request& request : requests) wait_for(request);
  }
  void start_sending(const std::string& text, int to, std::vector<MPI_Request>& requests) const {
    for (std::size_t at = 0; at <= text.size(); at += kPart) {
      const std::size_t bytes = std::min(kPart, text.size() - at);
      MPI_Isend(text.data() + at, static_cast<int>(bytes), MPI_BYTE, to, kText, communicator_,
                &requests.emplace_back());
    }
  }
  void send(const std::string& text, int to) const {
    std::vector<MPI_Request> requests;
    start_sending(text, to, requests);
    finish(requests);
  }
  void receive(std::string& text, int from) const {
    text.clear();
    for (std::size_t bytes = kPart; bytes == kPart;) {
      MPI_Message message;
      MPI_Status status;
      wait_until([&] {
        int is_there = 0;
        MPI_Improbe(from, kText, communicator_, &is_there, &message, &status);
        return is_there != 0;
      });
      int count = 0;
      MPI_Get_count(&status, MPI_BYTE, &count);
      bytes = static_cast<std::size_t>(count);
      text.resize(text.size() + bytes);
      MPI_Mrecv(text.data() + text.size() - bytes, count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    }
  }

  MPI_Comm communicator_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1;
};

}  // namespace

std::unique_ptr<Ranks> make_mpi_group() { return std::make_unique<MpiGroup>(); }

void abort_ranks(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::abort();
}

}  // namespace orthant

#else

namespace orthant {

std::unique_ptr<Ranks> make_mpi_group() { return nullptr; }
void abort_ranks(int code) { std::exit(code); }

}  // namespace orthant

#endif
