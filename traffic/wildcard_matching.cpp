#include "traffic/wildcard_matching.hpp"

namespace orthant {

WildcardMatching::WildcardMatching(std::vector<Message> messages, std::uint32_t any)
    : messages_(std::move(messages)) {
  for (std::uint32_t m = 0; m < messages_.size(); ++m)
    for (const std::uint32_t source : {messages_[m].source, any})
      for (const std::uint32_t tag : {messages_[m].tag, any})
        kinds_[{source, tag}].messages.push_back(m);
}

void WildcardMatching::add(std::uint32_t source, std::uint32_t tag) {
  const auto receive = static_cast<std::uint32_t>(accepted_.size());
  accepted_.push_back({source, tag});
  Kind& kind = kinds_[{source, tag}];
  while (kind.next < kind.messages.size() && messages_[kind.messages[kind.next]].receive)
    ++kind.next;
  if (kind.next < kind.messages.size())
    messages_[kind.messages[kind.next++]].receive = receive;
  else if (!failed_)  // after a failure the matching is incomplete anyway
    failed_ = !augment(receive);
}

bool WildcardMatching::augment(std::uint32_t receive) {
  constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
  std::vector<std::uint32_t> requested_by(messages_.size(), kUnseen);
  std::vector<std::uint32_t> queue = {receive};
  for (std::size_t q = 0; q < queue.size(); ++q) {
    for (std::uint32_t m : kinds_[accepted_[queue[q]]].messages) {
      if (requested_by[m] != kUnseen) continue;
      requested_by[m] = queue[q];
      if (messages_[m].receive) {
        queue.push_back(*messages_[m].receive);
        continue;
      }
      // Flips the augmenting path: each receive takes the message it wanted and releases its own.
      while (true) {
        const std::uint32_t receiver = requested_by[m];
        std::uint32_t left = kUnseen;
        for (std::uint32_t o = 0; receiver != receive && o < messages_.size(); ++o)
          if (messages_[o].receive == receiver) left = o;
        messages_[m].receive = receiver;
        if (left == kUnseen) return true;
        m = left;
      }
    }
  }
  return false;
}

}  // namespace orthant
