// Serialises object state: one member function both saves and restores it, so a class lists its
// state once,
//
//   void state(Archive& archive) { archive(now_, queue_, random_); }
//
// State is restored into an object built from the same options. Pointers, and anything that follows
// from construction, are not state.
//
// The bytes are in machine format and valid for the same binary only. An archive may be corrupt, so
// a class checks its invariants next to its members (check_below, within, check): reading ends
// either with a usable object or with a ConfigError.
// Tested by: tests/base/archive_test.cpp
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/error.hpp"

namespace orthant {

class Archive {
 public:
  explicit Archive(bool reads) : reads_(reads) {}
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  virtual ~Archive() = default;

  bool reads() const { return reads_; }

  // Writes the values, or reads them. Throws ConfigError if the bytes that it reads are no such
  // values.
  template <class... Values>
  void operator()(Values&... values) {
    (value(values), ...);
  }
  // Writes or reads arrays that already have the right size.
  template <class... Arrays>
  void filled(Arrays&... arrays) {
    (fill(arrays), ...);
  }
  // Writes a value, or checks that the value read is equal to it.
  template <class Value>
  void same(Value value) {
    Value read = value;
    (*this)(read);
    if (read != value) config_error("is the state of something else");
  }
  // Throws ConfigError if a condition on what was read does not hold; `what` names the violation.
  void check(bool holds, std::string_view what) const {
    if (reads_ && !holds) config_error("is damaged: {}", what);
  }
  // Writes or reads indices that must all be below `count`.
  template <class Indices>
  void all_below(Indices& indices, std::uint64_t count, std::string_view things) {
    (*this)(indices);
    for (const auto index : indices) check_below(index, count, things);
  }
  // Writes or reads a value that must lie in [least, most].
  template <class Value>
  void within(Value& value, Value least, Value most, std::string_view what) {
    (*this)(value);
    check(least <= value && value <= most, what);
  }
  template <class Index>
  void check_below(Index index, std::uint64_t count, std::string_view things) const {
    const auto number = static_cast<std::uint64_t>(index);
    if (reads_ && number >= count)
      config_error("is damaged: number {} of {} {}", number, count, things);
  }

 protected:
  // Writes `bytes`, or reads into them.
  virtual void transfer(std::span<std::byte> bytes) = 0;

 private:
  template <class Value>
  static constexpr bool kHasState = requires(Value& v, Archive& a) {
    v.state(a);
  };
  // Types that are fully described by their bytes.
  template <class Value>
  static constexpr bool kIsPlain = std::is_trivially_copyable_v<Value> && !kHasState<Value>;
  static constexpr std::size_t kMaxAtOnce = std::size_t{1} << 20;  // elements

  template <class Value>
  void value(Value& value) {
    if constexpr (kHasState<Value>) {
      value.state(*this);
    } else if constexpr (std::is_same_v<Value, bool>) {  // a byte other than 0 and 1 is no bool
      std::uint8_t byte = value ? 1 : 0;
      transfer(std::as_writable_bytes(std::span(&byte, 1)));
      check(byte <= 1, "neither true nor false");
      value = byte != 0;
    } else if constexpr (!std::is_empty_v<Value>) {  // an empty type has no state
      static_assert(kIsPlain<Value>, "declare its state");
      static_assert(!std::is_pointer_v<Value>, "a pointer is no state");
      transfer(std::as_writable_bytes(std::span(&value, 1)));
    }
  }
  template <class Element, class Allocator>
  void value(std::vector<Element, Allocator>& elements) {
    const std::uint64_t count = size_of<Element>(elements.size());
    if constexpr (kIsPlain<Element>) {
      if (!reads_) return bytes_of(elements, 0);
      elements.clear();  // read in steps, since the count may be corrupt
      for (std::uint64_t at = 0; at < count; at = elements.size()) {
        elements.resize(at + std::min<std::uint64_t>(count - at, kMaxAtOnce));
        bytes_of(elements, at);
      }
    } else {
      if (reads_) elements.clear();
      for (std::uint64_t i = 0; i < count; ++i) {
        if (reads_) elements.emplace_back();
        value(elements[i]);
      }
    }
  }
  template <class Element>
  void value(std::deque<Element>& elements) {
    std::vector<Element> copy(elements.begin(), elements.end());
    value(copy);
    elements.assign(copy.begin(), copy.end());
  }
  template <class Value>
  void value(std::optional<Value>& optional) {
    bool has_value = optional.has_value();
    value(has_value);
    if (!has_value) return optional.reset();
    if (reads_) optional.emplace();
    value(*optional);
  }

  template <class Elements>
  void fill(Elements& elements) {
    using Element = typename Elements::value_type;
    if (size_of<Element>(elements.size()) != elements.size())
      config_error("is the state of something of another size");
    if constexpr (kIsPlain<Element>) {
      bytes_of(elements, 0);
    } else {
      for (Element& element : elements) value(element);
    }
  }

  template <class Elements>
  void bytes_of(Elements& elements, std::size_t from) {
    transfer(std::as_writable_bytes(std::span(elements).subspan(from)));
  }
  // Writes or reads the number of elements and their size in bytes, and returns the number.
  template <class Element>
  std::uint64_t size_of(std::uint64_t count) {
    std::uint32_t bytes = sizeof(Element);
    (*this)(count, bytes);
    if (bytes != sizeof(Element)) config_error("is the state of something of other parts");
    return count;
  }

  bool reads_;
};

// Saves to memory.
class ArchiveWriter final : public Archive {
 public:
  ArchiveWriter() : Archive(false) {}
  const std::string& text() const { return text_; }

 private:
  void transfer(std::span<std::byte> bytes) override {
    text_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  std::string text_;
};

class ArchiveReader final : public Archive {
 public:
  // `text` must outlive the reader.
  explicit ArchiveReader(std::string_view text) : Archive(true), left_(text) {}
  std::size_t left() const { return left_.size(); }  // bytes

 private:
  void transfer(std::span<std::byte> bytes) override {
    if (bytes.size() > left_.size()) config_error("ends too early");
    if (!bytes.empty()) std::memcpy(bytes.data(), left_.data(), bytes.size());
    left_.remove_prefix(bytes.size());
  }
  std::string_view left_;
};

}  // namespace orthant
