// Tested by: tests/app/msccl_test.py
#include "schedule/files/msccl_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/counted.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

constexpr std::size_t kMaxNodes = 64;         // thread blocks are numbered by a signed byte
constexpr std::size_t kPeersPerChannel = 32;  // per GPU and direction
constexpr std::size_t kMaxSteps = 64;         // per thread block

struct Message {
  std::size_t frame, source, destination;
};

// The thread blocks of one GPU: senders, receivers, and one that copies.
class Gpu {
 public:
  // `messages` lists what this GPU sends and receives, frame by frame.
  Gpu(std::size_t id, std::size_t nodes, const std::vector<Message>& messages)
      : id_(id), nodes_(nodes), blocks_(2 * (nodes - 1)) {
    std::vector<std::size_t> before, now;  // thread blocks of two successive frames
    for (std::size_t m = 0; m < messages.size(); ++m) {
      if (m > 0 && messages[m].frame != messages[m - 1].frame) {
        std::ranges::sort(now);
        before = std::exchange(now, {});
      }
      const std::size_t block = block_of(messages[m]);
      blocks_[block] = {messages[m], before};
      now.push_back(block);
    }
    for (const Block& block : blocks_) {
      for (const std::size_t other : block.after) blocks_[other].awaited = true;
      if (block.after.size() > kMaxSteps)
        config_error(
            "--msccl: a message of node {} waits for {} of the frame before; allowed: at most {}",
            id_, block.after.size(), kMaxSteps);
    }
  }

  std::string text() const {
    std::string text = fmt::format(
        "  <gpu id=\"{}\" i_chunks=\"{}\" o_chunks=\"{}\" s_chunks=\"0\">\n", id_, nodes_, nodes_);
    for (std::size_t b = 0; b < blocks_.size(); ++b) text += block_text(b);
    text += fmt::format("    <tb id=\"{}\" send=\"-1\" recv=\"-1\" chan=\"0\">\n", blocks_.size());
    text += step_text(0, "cpy", {0, id_, id_}, "depid=\"-1\" deps=\"-1\" hasdep=\"0\"");
    return text + "    </tb>\n  </gpu>\n";
  }

 private:
  // A thread block with one message. It has one step for every thread block that it waits for, and
  // at least one step. All steps but the last are empty.
  struct Block {
    Message message = {};
    std::vector<std::size_t> after = {};
    bool awaited = false;
    std::size_t last_step() const { return after.empty() ? 0 : after.size() - 1; }
  };

  std::size_t block_of(const Message& message) const {
    const bool sends = message.source == id_;
    const std::size_t peer = sends ? message.destination : message.source;
    return (sends ? 0 : nodes_ - 1) + (peer < id_ ? peer : peer - 1);
  }

  static std::string step_text(std::size_t step, std::string_view type, const Message& message,
                               std::string_view order) {
    return fmt::format(
        "      <step s=\"{}\" type=\"{}\" srcbuf=\"i\" srcoff=\"{}\" dstbuf=\"o\" dstoff=\"{}\" "
        "cnt=\"1\" {}/>\n",
        step, type, message.destination, message.source, order);
  }

  std::string block_text(std::size_t number) const {
    const Block& block = blocks_[number];
    const auto& [frame, source, destination] = block.message;
    const bool sends = source == id_;
    // This number is equal at both ends, and no channel of a GPU exceeds its limit of peers.
    const std::size_t channel = (source + destination) % nodes_ / kPeersPerChannel;
    std::string text = sends
                           ? fmt::format("    <tb id=\"{}\" send=\"{}\" recv=\"-1\" chan=\"{}\">\n",
                                         number, destination, channel)
                           : fmt::format("    <tb id=\"{}\" send=\"-1\" recv=\"{}\" chan=\"{}\">\n",
                                         number, source, channel);
    std::string wait = "depid=\"-1\" deps=\"-1\"";
    for (std::size_t step = 0; step < block.after.size(); ++step) {
      const std::size_t other = block.after[step];
      wait = fmt::format("depid=\"{}\" deps=\"{}\"", other, blocks_[other].last_step());
      if (step == block.last_step()) break;
      text += fmt::format(
          "      <step s=\"{}\" type=\"nop\" srcbuf=\"i\" srcoff=\"-1\" dstbuf=\"o\" "
          "dstoff=\"-1\" cnt=\"0\" {} hasdep=\"0\"/>\n",
          step, wait);
    }
    text += step_text(block.last_step(), sends ? "s" : "r", block.message,
                      fmt::format("{} hasdep=\"{}\"", wait, block.awaited ? 1 : 0));
    return text + "    </tb>\n";
  }

  std::size_t id_, nodes_;
  std::vector<Block> blocks_;
};

}  // namespace

void check_msccl(const std::vector<NodePair>& pairs, std::size_t nodes) {
  if (nodes == 0) config_error("--msccl: a case has no nodes; allowed: a config");
  if (nodes < 2 || nodes > kMaxNodes)
    config_error("--msccl: {}; allowed: all_to_all of 2 to {} nodes", counted(nodes, "nodes"),
                 kMaxNodes);
  std::vector<std::size_t> messages(nodes * nodes);
  for (const NodePair& pair : pairs)
    ++messages[pair.source.index() * nodes + pair.destination.index()];
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const std::size_t source = i / nodes, destination = i % nodes;
    if (messages[i] != (source == destination ? 0 : 1))
      config_error(
          "--msccl: {} from node {} to node {}; allowed: all_to_all, one from every node to every "
          "other one",
          counted(messages[i], "messages"), source, destination);
  }
}

std::string msccl_text(const std::string& name, const std::vector<NodePair>& pairs,
                       const Frames& frames, std::size_t nodes) {
  std::vector<std::vector<Message>> messages(nodes);  // per GPU
  for (std::size_t f = 0; f < frames.size(); ++f) {
    for (const std::uint32_t t : frames[f]) {
      const std::size_t source = pairs[t].source.index(),
                        destination = pairs[t].destination.index();
      messages[source].push_back({f, source, destination});
      messages[destination].push_back({f, source, destination});
    }
  }
  std::string text = fmt::format(
      "<algo name=\"{}\" proto=\"Simple\" nchannels=\"{}\" nchunksperloop=\"{}\" ngpus=\"{}\" "
      "coll=\"alltoall\" inplace=\"0\" outofplace=\"1\" minBytes=\"0\" "
      "maxBytes=\"9223372036854775807\">\n",
      name, (nodes + kPeersPerChannel - 1) / kPeersPerChannel, nodes, nodes);
  for (std::size_t gpu = 0; gpu < nodes; ++gpu) {
    text += Gpu(gpu, nodes, messages[gpu]).text();
  }
  return text + "</algo>\n";
}

}  // namespace orthant
