#include "app/exact/policy_certificate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <vector>

#include "app/exact/policy_tables.hpp"
#include "app/output/json.hpp"

namespace orthant {
namespace {

// The orders as a list without blanks: there are thousands.
std::string orders_text(const OptimalPiece& piece) {
  std::string text;
  for (const PolicyOrder& order : piece.orders)
    text += fmt::format("{}[{}]", text.empty() ? "" : ",", fmt::join(order.dimensions(), ","));
  return '[' + text + ']';
}

// On three lines.
std::string piece_text(const Offsets& offsets, const OptimalPiece& piece) {
  const auto word = [](std::string_view name, std::string_view text) {
    return json_member(name, json_string(text));
  };
  const auto judged = [&](std::string_view name, Policy policy) {
    return word(name, optimality_name(classify_optimality(policy, offsets, piece)));
  };
  return fmt::format("{{{}, {},\n  {}, {}, {},\n  {}}}",
                     word("from", piece.from ? piece.from->high().to_fraction() : "0"),
                     word("to", piece.to ? piece.to->low().to_fraction() : "1"),
                     judged("mp", Policy::kMp), judged("z2", Policy::kZ2),
                     judged("dor_retry", Policy::kDorRetry),
                     json_member("orders", orders_text(piece)));
}

}  // namespace

std::string certificate_text(std::span<const std::uint32_t> radices, bool torus,
                             const Offsets& offsets, std::span<OptimalPiece> pieces,
                             unsigned digits) {
  std::vector<std::string> texts;
  for (OptimalPiece& piece : pieces) {
    refine(piece.from, digits);
    refine(piece.to, digits);
    texts.push_back(piece_text(offsets, piece));
  }
  return json_object(
             std::array{json_member("radices", fmt::format("[{}]", fmt::join(radices, ", "))),
                        json_member("torus", torus ? "true" : "false"),
                        json_member("pieces", json_list(texts, 1))}) +
         '\n';
}

}  // namespace orthant
