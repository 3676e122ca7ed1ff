// Rows that bind config keys to struct members. A row states a key's name, member, words or bounds,
// and meaning once; its default is the member's own. Rows serve reading, range checks, lists of
// keys and complete configs.
//
// Tested by: tests/base/key_rows_test.cpp
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/key.hpp"
#include "base/key_values.hpp"
#include "base/words.hpp"

namespace orthant {

// Words of a config, with the values that they stand for, in listing order.
template <class Value, std::size_t n>
struct Words {
  std::array<std::pair<std::string_view, Value>, n> entries;

  // Throws std::logic_error if no word stands for the value.
  std::string_view name_of(Value value) const {
    for (const auto& entry : entries)
      if (entry.second == value) return entry.first;
    throw std::logic_error("no word for a value");
  }
};

// Returns access to a member of a member: in(&Setup::run, &RunOptions::measure).
template <class Options, class Part, class Member>
auto in(Part Options::*part, Member Part::*member) {
  return [=](Options& options) -> Member& { return options.*part.*member; };
}

// One key of `Options`.
template <class Options>
class KeyRow {
 public:
  // `access` is a pointer to member, or a function Options& -> Member&. An empty std::optional
  // means that there is no default, unless the key has a word, such as auto, for std::nullopt.
  template <class Access>
  KeyRow(std::string_view name, Access access, Key key) : key_(std::move(key)) {
    using Member = std::remove_cvref_t<std::invoke_result_t<Access, Options&>>;
    key_.name = name;
    if (key_.type == KeyType::kFile) key_.type = KeyValue<Member>::kType;
    key_.most = std::min(key_.most, KeyValue<Member>::kMax);
    Options defaults{};
    if (!key_.required && key_.has_default)
      key_.fallback = KeyValue<Member>::text(std::invoke(access, defaults));
    std::string none;  // the word for std::nullopt
    if (KeyValue<Member>::kOptional && !key_.words.empty()) none = key_.words[0];
    if (key_.fallback.empty()) key_.fallback = none;
    set_ = [access, none](Options& options, const std::string& text) {
      Member& member = std::invoke(access, options);
      if (!none.empty() && text == none)
        member = Member{};
      else
        KeyValue<Member>::parse(text, member);
    };
  }
  // Binds a member whose value is a word or a list of words.
  template <class Access, class Value, std::size_t n>
  KeyRow(std::string_view name, Access access, const Words<Value, n>& words, Key key)
      : KeyRow(name, access, words.entries, std::move(key), nullptr) {}
  template <class Access,
            class Member = std::remove_cvref_t<std::invoke_result_t<Access, Options&>>>
  KeyRow(std::string_view name, Access access,
         std::initializer_list<std::pair<std::string_view, Member>> words, Key key)
      : KeyRow(name, access, std::vector(words), std::move(key), nullptr) {}

  const Key& key() const { return key_; }
  // Sets the member from a valid value in plain form; bounds are not checked. Throws KeyError if a
  // number is expected and `text` is none.
  void set(Options& options, const std::string& text) const {
    try {
      set_(options, text);
    } catch (const std::bad_optional_access&) {
      key_error(key_.name, "'{}' is no number", text);
    }
  }

 private:
  template <class Access, class Entries>
  KeyRow(std::string_view name, Access access, Entries words, Key key, std::nullptr_t)
      : key_(std::move(key)) {
    key_.name = name;
    for (const auto& entry : words) key_.words.push_back(entry.first);
    using Member = std::remove_cvref_t<std::invoke_result_t<Access, Options&>>;
    if constexpr (std::same_as<Member, std::vector<typename Entries::value_type::second_type>>) {
      set_words(access, words);
    } else {
      set_word(access, words);
    }
  }

  template <class Access, class Entries>
  void set_word(Access access, const Entries& words) {
    key_.type = KeyType::kWord;
    Options defaults{};
    for (const auto& [word, value] : words) {
      if (!key_.required && key_.has_default && value == std::invoke(access, defaults))
        key_.fallback = word;
    }
    if (!key_.required && key_.has_default && key_.fallback.empty())
      throw std::logic_error(key_.name + ": the default is none of the words");
    set_ = [access, words](Options& options, const std::string& text) {
      for (const auto& [word, value] : words)
        if (word == text) std::invoke(access, options) = value;
    };
  }

  template <class Access, class Entries>
  void set_words(Access access, const Entries& words) {
    key_.type = KeyType::kWords;
    set_ = [access, words](Options& options, const std::string& text) {
      auto& member = std::invoke(access, options);
      member.clear();
      for (const std::string_view part : split(text, ' ')) {
        for (const auto& [word, value] : words)
          if (word == part) member.push_back(value);
      }
    };
  }

  Key key_;
  std::function<void(Options&, const std::string&)> set_;
};

// Rows in the order in which their keys are listed.
template <class Options>
class KeyRows {
 public:
  KeyRows(std::initializer_list<KeyRow<Options>> rows) : rows_(rows) {}

  // Concatenates two lists of rows.
  KeyRows operator+(const KeyRows& more) const {
    KeyRows all = *this;
    all.rows_.insert(all.rows_.end(), more.rows_.begin(), more.rows_.end());
    return all;
  }

  std::vector<Key> keys() const {
    std::vector<Key> keys;
    for (const auto& row : rows_) keys.push_back(row.key());
    return keys;
  }

  // Sets the members of all keys that have a value. `Values` has has_value(name) and text(name),
  // which throws if a key without a default is missing.
  template <class Values>
  void read(const Values& values, Options& options) const {
    read_where(values, options, [](const Key&) { return true; });
  }
  // Does the same for the keys for which `reads` returns true.
  template <class Values, class Reads>
  void read_where(const Values& values, Options& options, const Reads& reads) const {
    for (const auto& row : rows_) {
      const Key& key = row.key();
      if (reads(key) && (key.required || !key.has_default || values.has_value(key.name)))
        row.set(options, values.text(key.name));
    }
  }
  // Does the same for one key.
  template <class Values>
  void read_one(const Values& values, Options& options, std::string_view name) const {
    read_where(values, options, [name](const Key& key) { return key.name == name; });
  }
  template <class Values>
  Options read(const Values& values) const {
    Options options{};
    read(values, options);
    return options;
  }

 private:
  std::vector<KeyRow<Options>> rows_;
};

}  // namespace orthant
