// Ranks (sim/kernel/ranks.hpp) that are threads of one process, which exchange nothing but
// texts: for tests of what ranks may not change.
#pragma once

#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "sim/kernel/ranks.hpp"

namespace orthant::test {

// Texts from every rank to every other one, in the order in which they were sent.
class Post {
 public:
  void send(std::size_t from, std::size_t to, std::string text) {
    const std::lock_guard lock(mutex_);
    texts_[{from, to}].push_back(std::move(text));
    sent_.notify_all();
  }
  std::string receive(std::size_t from, std::size_t to) {
    std::unique_lock lock(mutex_);
    auto& waiting = texts_[{from, to}];
    sent_.wait(lock, [&] { return !waiting.empty(); });
    std::string text = std::move(waiting.front());
    waiting.pop_front();
    return text;
  }

 private:
  std::mutex mutex_;
  std::condition_variable sent_;
  std::map<std::pair<std::size_t, std::size_t>, std::deque<std::string>> texts_;
};

class RankOfThreads final : public Ranks {
 public:
  RankOfThreads(Post& post, std::size_t rank, std::size_t size)
      : post_(post), rank_(rank), size_(size) {}

  std::size_t size() const override { return size_; }
  std::size_t rank() const override { return rank_; }
  void broadcast(const Instruction& instruction) override {
    for (std::size_t to = 1; to < size_; ++to) post_.send(0, to, text_of(instruction));
  }
  Instruction next_instruction() override { return value_of<Instruction>(post_.receive(0, rank_)); }
  void exchange(std::span<Exchange> with) override {
    for (const Exchange& exchange : with) post_.send(rank_, exchange.rank, exchange.sent);
    for (Exchange& exchange : with) exchange.received = post_.receive(exchange.rank, rank_);
  }
  std::vector<std::string> gather(std::string text) override {
    if (rank_ != 0) return post_.send(rank_, 0, std::move(text)), std::vector<std::string>();
    std::vector<std::string> all = {std::move(text)};
    for (std::size_t from = 1; from < size_; ++from) all.push_back(post_.receive(from, 0));
    return all;
  }
  std::string scatter(std::vector<std::string> texts) override {
    if (rank_ != 0) return post_.receive(0, rank_);
    for (std::size_t to = 1; to < size_; ++to) post_.send(0, to, texts[to]);
    return texts[0];
  }
  std::uint64_t least(std::uint64_t number) override {
    const std::vector<std::string> all = gather(text_of(number));
    for (const std::string& text : all) number = std::min(number, value_of<std::uint64_t>(text));
    return value_of<std::uint64_t>(scatter(std::vector(size_, text_of(number))));
  }

 private:
  template <class Value>
  static std::string text_of(const Value& value) {
    return {reinterpret_cast<const char*>(&value), sizeof(value)};
  }
  template <class Value>
  static Value value_of(const std::string& text) {
    Value value;
    std::memcpy(&value, text.data(), sizeof(value));
    return value;
  }

  Post& post_;
  std::size_t rank_, size_;
};

// f(ranks) at rank 0, while follow(ranks) runs at each other one; then the point is over.
template <class F, class Follow>
auto with_ranks(std::size_t size, const F& f, const Follow& follow) {
  Post post;
  std::vector<std::jthread> others;
  for (std::size_t rank = 1; rank < size; ++rank)
    others.emplace_back([&post, &follow, rank, size] {
      RankOfThreads ranks(post, rank, size);
      follow(ranks);
    });
  RankOfThreads ranks(post, 0, size);
  auto result = f(ranks);
  ranks.broadcast({Instruction::Kind::kPointIsOver});
  return result;
}

}  // namespace orthant::test
