// The columns that identify the network and traffic of a row. Readers depend on their names and
// order; the axes and the columns of the verb follow, so another column here would move all of
// them: new columns go to the end of a verb's, but for keys of the network that few configs give.
#pragma once

#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "app/jobs/study.hpp"
#include "app/output/table.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

// Columns from topology to load_unit, then those of the keys by which a network
// differs from its kind and dimensions, where they are given.
std::vector<Column> key_columns();
// Keys of the config by which a network differs from its kind and dimensions, and which are read.
std::vector<std::string_view> network_change_keys(const Config& config);
Row key_fields(const Point& point, const Setup& setup);

// Columns that identify a channel and its two ends.
std::vector<Column> channel_key_columns();
Row channel_key_fields(const Topology& topology, ChannelId channel);
// The channel's columns, the flits that crossed it in so many cycles, described by `flits`, and the
// share of its bandwidth that they used; empty without cycles.
std::vector<Column> channel_use_columns(std::string_view flits);
Row channel_use_fields(const Topology& topology, ChannelId channel, std::uint64_t flits,
                       std::uint64_t cycles);

// A study whose rows begin with the key columns, then show the axes, then have `columns`, which
// show the keys `shown`.
Study study_of_keys(const Config& config, std::string_view what, const std::vector<Column>& columns,
                    std::vector<std::string_view> shown = {});

}  // namespace orthant
