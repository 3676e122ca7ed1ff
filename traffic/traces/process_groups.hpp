// Process groups of a trace: the ranks that take part in a collective communication.
//
// A name may denote several disjoint groups, as with tensor parallelism, where every rank calls its
// own group "tp".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orthant {

class JsonReader;

class ProcessGroups {
 public:
  // Group 0 contains all ranks.
  explicit ProcessGroups(std::uint32_t ranks);

  // Adds the groups of a file: {"NAME": [0, 1], ...} (ASTRA-sim's comm_group.json, whose names are
  // numbers), {"NAME": [[0, 1], [2, 3]], ...}, or [{"pg_name": "NAME", "ranks": [0, 1]}, ...] as in
  // Chakra. A group without ranks contains all ranks. Throws KeyError(key, "FILE:LINE: ...").
  void read_file(const std::string& key, const std::string& file);
  // Adds the groups that a text, such as the inputs of a node, lists in the last of these forms; it
  // may list none. `place` stands for the file in messages.
  void read_text(const std::string& key, const std::string& place, std::string_view text);

  bool empty() const { return by_name_.empty(); }
  // Returns the number of the group of this name that contains `rank`. If no group has this name,
  // names that add a number to it match, too ("tp0" and "tp1" match "tp"). nullopt: no such group.
  std::optional<std::uint32_t> find(const std::string& name, std::uint32_t rank) const;
  // Returns the number of the group with these ranks, in this order; adds the group if it is new.
  std::uint32_t number_of(std::vector<std::uint32_t> members);

  std::uint32_t size() const { return static_cast<std::uint32_t>(members_.size()); }
  std::span<const std::uint32_t> members(std::uint32_t group) const { return members_[group]; }
  // Position of a member in the group.
  std::uint32_t position(std::uint32_t group, std::uint32_t rank) const;

 private:
  bool has(std::uint32_t group, std::uint32_t rank) const;
  void read_named(JsonReader& json, const std::string& name);
  void read_listed(JsonReader& json);
  std::vector<std::uint32_t> read_ranks(JsonReader& json);
  void add(JsonReader& json, const std::string& name, std::vector<std::uint32_t> members);

  std::uint32_t ranks_;
  std::vector<std::vector<std::uint32_t>> members_;             // [group]
  std::map<std::vector<std::uint32_t>, std::uint32_t> number_;  // group of these members
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> by_name_;  // groups
};

}  // namespace orthant
