#include "app/exact/policy_certificate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/exact/policy_tables.hpp"

namespace orthant {
namespace {

std::string orders_text(const OptimalPiece& piece) {
  std::string text;
  for (const DimensionOrder& order : piece.orders)
    text += fmt::format("{}[{}]", text.empty() ? "" : ",", fmt::join(order.dimensions(), ","));
  return text;
}

std::string piece_text(const Offsets& offsets, const OptimalPiece& piece) {
  const auto judged = [&](Policy policy) { return optimality_name(judge(policy, offsets, piece)); };
  return fmt::format(
      "{{\"from\": \"{}\", \"to\": \"{}\",\n"
      "  \"mp\": \"{}\", \"z2\": \"{}\", \"dor_retry\": \"{}\",\n  \"orders\": [{}]}}",
      piece.from ? piece.from->high().to_fraction() : "0",
      piece.to ? piece.to->low().to_fraction() : "1", judged(Policy::kMp), judged(Policy::kZ2),
      judged(Policy::kDorRetry), orders_text(piece));
}

}  // namespace

std::string certificate_text(std::span<const std::uint32_t> radices, bool torus,
                             const Offsets& offsets, std::span<OptimalPiece> pieces,
                             unsigned digits) {
  std::string text = fmt::format("{{\"radices\": [{}], \"torus\": {}, \"pieces\": [\n",
                                 fmt::join(radices, ", "), torus);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    refine(pieces[i].from, digits);
    refine(pieces[i].to, digits);
    text +=
        fmt::format(" {}{}", piece_text(offsets, pieces[i]), i + 1 < pieces.size() ? ",\n" : "\n");
  }
  return text + "]}\n";
}

}  // namespace orthant
