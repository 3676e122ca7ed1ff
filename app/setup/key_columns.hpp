// The columns that say of which network and traffic a row is. Their names and order are a contract
// with everything that reads results; the axes and the columns of the verb follow, so one more
// would move all of those: what is new is a column of a verb, at its end.
#pragma once

#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "app/jobs/study.hpp"
#include "app/output/table.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

// Topology to load_unit.
std::vector<Column> key_columns();
Row key_fields(const Point& point, const Setup& setup);

// Of a row that is about a channel: which one it is, and what it joins.
std::vector<Column> channel_key_columns();
Row channel_key_fields(const Topology& topology, ChannelId channel);
// These, the flits that crossed it in so many cycles, which `flits` says, and the share of its
// bandwidth that they used; empty where there were no cycles.
std::vector<Column> channel_use_columns(std::string_view flits);
Row channel_use_fields(const Topology& topology, ChannelId channel, std::uint64_t flits,
                       std::uint64_t cycles);

// A study whose rows begin with them, then show the axes, then have `columns`, which show the keys
// `shown`.
Study study_of_keys(const Config& config, std::string_view what, const std::vector<Column>& columns,
                    std::vector<std::string_view> shown = {});

}  // namespace orthant
