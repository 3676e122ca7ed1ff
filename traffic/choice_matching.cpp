#include "traffic/choice_matching.hpp"

namespace orthant {

ChoiceMatching::ChoiceMatching(std::vector<Message> messages, std::uint32_t any)
    : messages_(std::move(messages)) {
  for (std::uint32_t m = 0; m < messages_.size(); ++m)
    for (const std::uint32_t source : {messages_[m].source, any})
      for (const std::uint32_t tag : {messages_[m].tag, any})
        kinds_[{source, tag}].messages.push_back(m);
}

void ChoiceMatching::add(std::uint32_t source, std::uint32_t tag) {
  const auto receive = static_cast<std::uint32_t>(asked_.size());
  asked_.push_back({source, tag});
  Kind& kind = kinds_[{source, tag}];
  while (kind.next < kind.messages.size() && messages_[kind.messages[kind.next]].receive)
    ++kind.next;
  if (kind.next < kind.messages.size())
    messages_[kind.messages[kind.next++]].receive = receive;
  else if (!failed_)  // a message is missing anyway, else
    failed_ = !change(receive);
}

bool ChoiceMatching::change(std::uint32_t receive) {
  constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
  std::vector<std::uint32_t> wanted_by(messages_.size(), kUnseen);
  std::vector<std::uint32_t> queue = {receive};
  for (std::size_t q = 0; q < queue.size(); ++q) {
    for (std::uint32_t m : kinds_[asked_[queue[q]]].messages) {
      if (wanted_by[m] != kUnseen) continue;
      wanted_by[m] = queue[q];
      if (messages_[m].receive) {
        queue.push_back(*messages_[m].receive);
        continue;
      }
      // Each on the way takes the message that it wanted, and leaves its own.
      while (true) {
        const std::uint32_t taker = wanted_by[m];
        std::uint32_t left = kUnseen;
        for (std::uint32_t o = 0; taker != receive && o < messages_.size(); ++o)
          if (messages_[o].receive == taker) left = o;
        messages_[m].receive = taker;
        if (left == kUnseen) return true;
        m = left;
      }
    }
  }
  return false;
}

}  // namespace orthant
