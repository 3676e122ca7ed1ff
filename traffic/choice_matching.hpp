// Which message each receive takes that may take several: of any source or of any tag.
//
// Tested by: tests/traffic/receive_choice_test.cpp
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace orthant {

// Gives every receive another message that it would take, if there is a way to. Receives are added
// one by one; one that finds none left makes others change theirs (augmenting paths).
class ChoiceMatching {
 public:
  struct Message {
    std::uint32_t source, tag;
    std::optional<std::uint32_t> receive = {};  // as a place among those added
  };
  // `any`: what a receive asks for that takes any source, or any tag.
  ChoiceMatching(std::vector<Message> messages, std::uint32_t any);
  const std::vector<Message>& messages() const { return messages_; }

  void add(std::uint32_t source, std::uint32_t tag);

 private:
  struct Kind {
    std::vector<std::uint32_t> messages;
    std::size_t next = 0;  // all before it are taken
  };

  bool change(std::uint32_t receive);

  std::vector<Message> messages_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Kind> kinds_;  // by what a receive asks for
  std::vector<std::pair<std::uint32_t, std::uint32_t>> asked_;     // [receive]
  bool failed_ = false;
};

}  // namespace orthant
