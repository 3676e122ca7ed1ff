// Exact polynomials. Roots are isolated by bisection with Descartes' rule of signs (Collins &
// Akritas 1976): an interval whose transformed coefficients have one sign variation holds one root,
// one without a variation holds none. On a square-free polynomial the bisection terminates.
#include "analysis/policy/polynomial.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace orthant {
namespace {

void divide_by_content(std::vector<Integer>& coefficients) {
  Integer content = 0;
  for (const Integer& c : coefficients) content = gcd(content, c);
  if (content == 0) return;
  if (coefficients.back() < 0) content = -content;
  for (Integer& c : coefficients) c /= content;
}

// The remainder of a by b, times a power of b's leading coefficient that makes it integral.
Polynomial pseudo_remainder(const Polynomial& a, const Polynomial& b) {
  std::vector<Integer> rest = a.coefficients();
  const std::vector<Integer>& divisor = b.coefficients();
  while (rest.size() >= divisor.size()) {
    const Integer leading = rest.back();
    const std::size_t shift = rest.size() - divisor.size();
    for (Integer& c : rest) c *= divisor.back();
    for (std::size_t i = 0; i < divisor.size(); ++i) rest[shift + i] -= leading * divisor[i];
    while (!rest.empty() && rest.back() == 0) rest.pop_back();
  }
  return Polynomial(std::move(rest));
}

// a / b, without remainder; both are primitive.
Polynomial exact_quotient(const Polynomial& a, const Polynomial& b) {
  std::vector<Integer> rest = a.coefficients();
  const std::vector<Integer>& divisor = b.coefficients();
  std::vector<Integer> quotient(rest.size() - divisor.size() + 1);
  for (std::size_t i = quotient.size(); i-- > 0;) {
    quotient[i] = rest[i + divisor.size() - 1] / divisor.back();
    for (std::size_t j = 0; j < divisor.size(); ++j) rest[i + j] -= quotient[i] * divisor[j];
  }
  return Polynomial(std::move(quotient));
}

std::size_t variations_of(const std::vector<Integer>& coefficients) {
  std::size_t variations = 0;
  int last = 0;
  for (const Integer& c : coefficients) {
    const int sign = c.sign();
    variations += sign != 0 && last != 0 && sign != last;
    if (sign != 0) last = sign;
  }
  return variations;
}

// Numerators over a common power of 2.
struct CommonBits {
  CommonBits(const Dyadic& a, const Dyadic& b)
      : bits(std::max(a.bits, b.bits)),
        first(a.numerator << (bits - a.bits)),
        second(b.numerator << (bits - b.bits)) {}
  unsigned bits;
  Integer first, second;
};

void add_roots(const Polynomial& square_free, const Dyadic& low, const Dyadic& high,
               std::vector<Root>& roots) {
  const std::size_t variations = sign_variations(square_free, low, high);
  if (variations == 0) return;
  if (variations == 1) {
    roots.emplace_back(square_free, low, high);
    return;
  }
  const Dyadic middle = midpoint(low, high);
  add_roots(square_free, low, middle, roots);
  if (sign_at(square_free, middle) == 0) roots.emplace_back(square_free, middle, middle);
  add_roots(square_free, middle, high, roots);
}

// True if both are the same number; their intervals must overlap.
bool are_equal(const Root& a, const Root& b) {
  const Dyadic& low = std::max(a.low(), b.low());
  const Dyadic& high = std::min(a.high(), b.high());
  const Polynomial common = greatest_common_divisor(a.polynomial(), b.polynomial());
  if (common.degree() == 0) return false;
  return low == high ? sign_at(common, low) == 0 : !roots_between(common, low, high).empty();
}

}  // namespace

// ---- dyadic numbers --------------------------------------------------------------------------

Dyadic Dyadic::of(double value) {
  constexpr int kDigits = 53;
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);  // in [1/2, 1), or 0
  const Integer numerator = static_cast<std::uint64_t>(std::ldexp(mantissa, kDigits));
  if (exponent > kDigits) return {numerator << (exponent - kDigits), 0};
  return {numerator, static_cast<unsigned>(kDigits - exponent)};
}

double Dyadic::to_double() const {
  return std::ldexp(numerator.convert_to<double>(), -static_cast<int>(bits));
}

std::string Dyadic::to_fraction() const {
  Integer denominator = 1;
  denominator <<= bits;
  std::string text = numerator.str();
  text += '/';
  text += denominator.str();
  return text;
}

std::string Dyadic::to_decimal(unsigned digits) const {
  Integer scaled = numerator;
  for (unsigned i = 0; i < digits; ++i) scaled *= 10;
  const Integer rounded = ((scaled << 1) + (Integer(1) << bits)) >> (bits + 1);
  std::string text = rounded.str();
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  return text.insert(text.size() - digits, digits == 0 ? "" : ".");
}

bool operator<(const Dyadic& a, const Dyadic& b) {
  const CommonBits common(a, b);
  return common.first < common.second;
}

bool operator==(const Dyadic& a, const Dyadic& b) {
  const CommonBits common(a, b);
  return common.first == common.second;
}

Dyadic midpoint(const Dyadic& a, const Dyadic& b) {
  const CommonBits common(a, b);
  return {common.first + common.second, common.bits + 1};
}

Dyadic operator-(const Dyadic& a, const Dyadic& b) {
  const CommonBits common(a, b);
  return {common.first - common.second, common.bits};
}

// ---- polynomials -----------------------------------------------------------------------------

Polynomial::Polynomial(std::vector<Integer> coefficients) : coefficients_(std::move(coefficients)) {
  trim();
}

void Polynomial::trim() {
  while (!coefficients_.empty() && coefficients_.back() == 0) coefficients_.pop_back();
}

void Polynomial::add(const Polynomial& other, std::size_t power, const Integer& factor) {
  coefficients_.resize(std::max(coefficients_.size(), other.coefficients_.size() + power));
  for (std::size_t i = 0; i < other.coefficients_.size(); ++i)
    coefficients_[i + power] += factor * other.coefficients_[i];
  trim();
}

Polynomial& Polynomial::operator-=(const Polynomial& other) {
  add(other, 0, -1);
  return *this;
}

double Polynomial::at(double x) const {
  double value = 0;
  for (std::size_t i = coefficients_.size(); i-- > 0;)
    value = value * x + coefficients_[i].convert_to<double>();
  return value;
}

Polynomial operator-(Polynomial a, const Polynomial& b) { return a -= b; }

Polynomial shifted(const Polynomial& p, const Integer& shift) {
  std::vector<Integer> c = p.coefficients();
  for (std::size_t from = 0; from + 1 < c.size(); ++from) {
    for (std::size_t i = c.size() - 1; i-- > from;) c[i] += shift * c[i + 1];
  }
  return Polynomial(std::move(c));
}

Polynomial derivative(const Polynomial& p) {
  std::vector<Integer> c;
  for (std::size_t i = 1; i < p.coefficients().size(); ++i) c.push_back(p.coefficients()[i] * i);
  return Polynomial(std::move(c));
}

Polynomial greatest_common_divisor(Polynomial a, Polynomial b) {
  while (!b.is_zero()) {
    std::vector<Integer> rest = pseudo_remainder(a, b).coefficients();
    divide_by_content(rest);
    a = std::exchange(b, Polynomial(std::move(rest)));
  }
  std::vector<Integer> divisor = a.coefficients();
  divide_by_content(divisor);
  return Polynomial(std::move(divisor));
}

Polynomial square_free_part(const Polynomial& p) {
  std::vector<Integer> whole = p.coefficients();
  divide_by_content(whole);
  const Polynomial primitive(std::move(whole));
  return exact_quotient(primitive, greatest_common_divisor(primitive, derivative(primitive)));
}

// ---- signs and roots -------------------------------------------------------------------------

int sign_at(const Polynomial& p, const Dyadic& x) {
  Integer value = 0;
  unsigned shift = 0;
  for (std::size_t i = p.coefficients().size(); i-- > 0; shift += x.bits)
    value = value * x.numerator + (p.coefficients()[i] << shift);
  return value.sign();
}

std::size_t sign_variations(const Polynomial& p, const Dyadic& low, const Dyadic& high) {
  const CommonBits ends(low, high);
  // p((y / 2^bits), y = low + (high - low) u, 0 < u < 1, times 2^(bits n).
  std::vector<Integer> c = p.coefficients();
  for (std::size_t i = 0; i < c.size(); ++i)
    c[i] <<= ends.bits * static_cast<unsigned>(c.size() - 1 - i);
  c = shifted(Polynomial(std::move(c)), ends.first).coefficients();
  Integer power = 1;
  for (Integer& coefficient : c) {
    coefficient *= power;
    power *= ends.second - ends.first;
  }
  // u = 1 / (1 + t).
  std::ranges::reverse(c);
  return variations_of(shifted(Polynomial(std::move(c)), 1).coefficients());
}

Root Root::exactly(const Dyadic& x) {
  std::vector<Integer> line(2);  // 2^bits x - numerator
  line[0] -= x.numerator;
  line[1] = 1;
  line[1] <<= x.bits;
  return {Polynomial(std::move(line)), x, x};
}

void Root::refine() {
  if (is_exact()) return;
  const Dyadic middle = midpoint(low_, high_);
  if (sign_at(polynomial_, middle) == 0) {
    low_ = high_ = middle;
  } else if (sign_variations(polynomial_, low_, middle) == 1) {
    high_ = middle;
  } else {
    low_ = middle;
  }
}

void Root::refine_to(unsigned bits) {
  const Dyadic width{1, bits};
  const auto is_wide = [&] {
    const CommonBits ends(low_, high_);
    return width < Dyadic{ends.second - ends.first, ends.bits};
  };
  while (is_wide()) refine();
}

std::vector<Root> roots_between(const Polynomial& p, const Dyadic& low, const Dyadic& high) {
  std::vector<Root> roots;
  if (!p.is_zero() && sign_variations(p, low, high) != 0)
    add_roots(square_free_part(p), low, high, roots);
  return roots;
}

int compare(Root& a, Root& b) {
  const auto order = [&] {
    if (a.is_exact() && b.is_exact()) return a.low() == b.low() ? 0 : a.low() < b.low() ? -1 : 1;
    if (!(b.low() < a.high())) return -1;
    return a.low() < b.high() ? 0 : 1;
  };
  if (order() == 0 && are_equal(a, b)) return 0;
  while (order() == 0) {
    a.refine();
    b.refine();
  }
  return order();
}

}  // namespace orthant
