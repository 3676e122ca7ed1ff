// The state of objects as bytes, written or read by the same words: a class says once which of its
// members are its state,
//
//   void state(Archive& archive) { archive(now_, queue_, random_); }
//
// and whoever writes calls it as whoever reads does, for an object that was built alike. Pointers,
// and what follows from how an object was built, are no state.
//
// The bytes are those of the machine: they are for the same program only. What is read may be
// anything, so a class says beside its members what holds of them (check_below, within, check):
// whatever the bytes are, reading ends with an object that can be gone on with, or with a
// ConfigError.
//
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

  // Writes the values, or sets them. Throws ConfigError where what is read is no such values.
  template <class... Values>
  void operator()(Values&... values) {
    (value(values), ...);
  }
  // The same for arrays that have the right size already.
  template <class... Arrays>
  void filled(Arrays&... arrays) {
    (fill(arrays), ...);
  }
  // What has to be the same in the object that is read into.
  template <class Value>
  void same(Value value) {
    Value read = value;
    (*this)(read);
    if (read != value) config_error("is the state of something else");
  }
  // What has to hold of what was read; `what` does not, then.
  void check(bool holds, std::string_view what) const {
    if (reads_ && !holds) config_error("is damaged: {}", what);
  }
  // The numbers of some of `count` things.
  template <class Indices>
  void all_below(Indices& indices, std::uint64_t count, std::string_view things) {
    (*this)(indices);
    for (const auto index : indices) check_below(index, count, things);
  }
  // A value between these two.
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
  // Writes these bytes, or reads as many to this place.
  virtual void transfer(std::span<std::byte> bytes) = 0;

 private:
  template <class Value>
  static constexpr bool kHasState = requires(Value& v, Archive& a) {
    v.state(a);
  };
  // Nothing but its bytes.
  template <class Value>
  static constexpr bool kIsPlain = std::is_trivially_copyable_v<Value> && !kHasState<Value>;
  static constexpr std::size_t kMostAtOnce = std::size_t{1} << 20;  // elements

  template <class Value>
  void value(Value& value) {
    if constexpr (kHasState<Value>) {
      value.state(*this);
    } else if constexpr (std::is_same_v<Value, bool>) {  // which has two values, its byte more
      std::uint8_t byte = value ? 1 : 0;
      transfer(std::as_writable_bytes(std::span(&byte, 1)));
      check(byte <= 1, "neither true nor false");
      value = byte != 0;
    } else if constexpr (!std::is_empty_v<Value>) {  // which may share its byte with others
      static_assert(kIsPlain<Value>, "say what its state is");
      static_assert(!std::is_pointer_v<Value>, "a pointer is no state");
      transfer(std::as_writable_bytes(std::span(&value, 1)));
    }
  }
  template <class Element, class Allocator>
  void value(std::vector<Element, Allocator>& elements) {
    const std::uint64_t count = size_of<Element>(elements.size());
    if constexpr (kIsPlain<Element>) {
      if (!reads_) return bytes_of(elements, 0);
      elements.clear();  // little by little: the count may be wrong
      for (std::uint64_t at = 0; at < count; at = elements.size()) {
        elements.resize(at + std::min<std::uint64_t>(count - at, kMostAtOnce));
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
  // Of an array of such elements: as given, or as read.
  template <class Element>
  std::uint64_t size_of(std::uint64_t count) {
    std::uint32_t bytes = sizeof(Element);
    (*this)(count, bytes);
    if (bytes != sizeof(Element)) config_error("is the state of something of other parts");
    return count;
  }

  bool reads_;
};

// In memory.
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
  // Of a text that must outlive it.
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
