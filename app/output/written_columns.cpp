#include "app/output/written_columns.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/output/csv.hpp"

namespace orthant {

WrittenColumns::WrittenColumns(std::vector<Column> all)
    : WrittenColumns(std::move(all), [](const ReadWhen&) { return true; }) {}

WrittenColumns::WrittenColumns(std::vector<Column> all,
                               FunctionRef<bool(const ReadWhen& when)> may_hold)
    : all_(std::move(all)) {
  std::vector<std::size_t> places;
  for (std::size_t c = 0; c < all_.size(); ++c)
    if (all_[c].when.is_always() || may_hold(all_[c].when)) places.push_back(c);
  choose(std::move(places));
}

void WrittenColumns::choose(std::vector<std::size_t> places) {
  places_ = std::move(places);
  written_.clear();
  for (const std::size_t place : places_) written_.push_back(all_[place]);
}

Row WrittenColumns::written(const Row& whole) const {
  Row row;
  for (const std::size_t place : places_) row.push_back(whole[place]);
  return row;
}

Row WrittenColumns::whole(const Row& written) const {
  Row row(all_.size());
  for (std::size_t i = 0; i < places_.size(); ++i) row[places_[i]] = written[i];
  return row;
}

std::optional<WrittenColumns> WrittenColumns::choice_for_names(
    const std::vector<std::string>& names) const {
  std::vector<std::size_t> places;
  for (std::size_t c = 0; c < all_.size(); ++c) {
    if (places.size() < names.size() && all_[c].name == names[places.size()])
      places.push_back(c);
    else if (all_[c].when.is_always())
      return std::nullopt;
  }
  if (places.size() != names.size()) return std::nullopt;
  WrittenColumns there = *this;
  there.choose(std::move(places));
  return there;
}

std::optional<WrittenColumns> WrittenColumns::choice_for_header(std::string_view line) const {
  const auto names = parse_csv_line(line);
  return names ? choice_for_names(*names) : std::nullopt;
}

void WrittenColumns::add(const WrittenColumns& there) {
  std::vector<std::size_t> places;
  std::ranges::set_union(places_, there.places_, std::back_inserter(places));
  choose(std::move(places));
}

std::string WrittenColumns::line_from(const WrittenColumns& there, std::string_view line) const {
  const auto row = there == *this ? std::nullopt : parse_csv_line(line);
  if (!row || row->size() != there.written_.size()) return std::string(line);
  return csv_line(written(there.whole(*row)));
}

}  // namespace orthant
