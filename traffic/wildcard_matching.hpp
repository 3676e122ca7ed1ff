// Matches messages with receives that accept any source or any tag.
//
// Tested by: tests/traffic/receive_choice_test.cpp
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace orthant {

// Assigns every receive a different message that it accepts, if possible. Receives are added one by
// one; a receive for which no message is free makes other receives change theirs (augmenting
// paths).
class WildcardMatching {
 public:
  struct Message {
    std::uint32_t source, tag;
    std::optional<std::uint32_t> receive = {};  // index among the added receives
  };
  // `any` is the wildcard for source and tag.
  WildcardMatching(std::vector<Message> messages, std::uint32_t any);
  const std::vector<Message>& messages() const { return messages_; }

  void add(std::uint32_t source, std::uint32_t tag);

 private:
  struct Kind {
    std::vector<std::uint32_t> messages;
    std::size_t next = 0;  // all messages before it are taken
  };

  bool augment(std::uint32_t receive);

  std::vector<Message> messages_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Kind>
      kinds_;  // by the source and tag that a receive accepts
  std::vector<std::pair<std::uint32_t, std::uint32_t>> accepted_;  // [receive]
  bool failed_ = false;
};

}  // namespace orthant
