// Boundary messages as bytes, for blocks of different processes.
#include "sim/blocks/message_buffer.hpp"

#include <cassert>
#include <cstring>

namespace orthant {

void pack(const BoundaryMessages& messages, std::string& text) {
  const auto add = [&](const auto& elements) {
    const std::uint64_t count = elements.size();
    text.append(reinterpret_cast<const char*>(&count), sizeof(count));
    text.append(reinterpret_cast<const char*>(elements.data()), count * sizeof(elements[0]));
  };
  add(messages.events);
  add(messages.heads);
  add(messages.legs);
  add(messages.numbers);
}

void unpack(std::string_view& text, BoundaryMessages& messages) {
  const auto take = [&](void* to, std::size_t bytes) {
    assert(bytes <= text.size());
    if (bytes != 0) std::memcpy(to, text.data(), bytes);
    text.remove_prefix(bytes);
  };
  const auto read = [&](auto& elements) {
    std::uint64_t count = 0;
    take(&count, sizeof(count));
    elements.resize(count);
    take(elements.data(), count * sizeof(elements[0]));
  };
  read(messages.events);
  read(messages.heads);
  read(messages.legs);
  read(messages.numbers);
}

}  // namespace orthant
