// Parses the text of a value and checks it: types, bounds, lists and ranges.
//
// A list is separated by commas; an item `from:to:step` is a range, computed in exact decimals, so
// that 0.1:0.9:0.1 is nine values and the last is 0.9. `1:0.5` (one colon) is a packet length with
// its share. Values get one plain form (0.10 becomes 0.1), so that equal values are equal texts.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/keys/keys.hpp"
#include "base/numbers.hpp"

namespace orthant {

// One value in its plain form. Throws KeyError(key.name) if type or bounds do not hold.
std::string plain_value(const Key& key, std::string_view text);

// True if a number of this key may have a unit: "64KiB" for bytes; "10%" for a load, a share or a
// tolerance.
bool takes_byte_units(const Key& key);
bool takes_percent(const Key& key);

// All values of a list with ranges, at least one and at most `limit`, in their plain forms, no two
// equal. Throws KeyError(key.name).
std::vector<std::string> plain_values(const Key& key, std::string_view text, std::size_t limit);

// Hint for several values of a key that could be parts of a single one, joined by x or by blanks:
// ", did you mean 8x8?"; else empty.
std::string joining_hint(const Key& key, std::span<const std::string> values);

}  // namespace orthant
