// What a key's value may be as a JSON Schema. Where bounds are, numbers have them; texts of ranges,
// mixes and lists within a value have patterns alone.
//
// Source: JSON Schema draft 2020-12, https://json-schema.org/draft/2020-12/schema
// Tested by: tests/app/schema_test.py
#include "app/texts/schema.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

#include "app/config/values.hpp"
#include "app/keys/keys.hpp"
#include "app/output/json.hpp"
#include "base/limits.hpp"

namespace orthant {
namespace {

using Strings = std::vector<std::string>;

std::string object_of(const Strings& members) { return json_object(members); }

std::string schema_of_text(std::string_view pattern) {
  return object_of({json_member("type", json_string("string")),
                    json_member("pattern", json_string(fmt::format("^{}$", pattern)))});
}

// Parts that are separated by blanks.
std::string schema_of_parts(std::string_view part) {
  return schema_of_text(fmt::format("({0})( +({0}))*", part));
}

std::string schema_of_words(const Key& key) {
  Strings words;
  for (const std::string_view word : key.words) words.push_back(json_string(word));
  return object_of({json_member("enum", json_list(words))});
}

std::string schema_of_integer(const Key& key) {
  Strings members = {json_member("type", json_string("integer")),
                     json_member("minimum", fmt::format("{}", key.least))};
  if (key.most != std::numeric_limits<std::int64_t>::max())
    members.push_back(json_member("maximum", fmt::format("{}", key.most)));
  return object_of(members);
}

// Of a fraction, `low` itself is allowed unless it is 0.
std::string schema_of_number(const Key& key, bool fraction) {
  const bool low_allowed = fraction ? key.low > 0 : key.low_allowed;
  Strings members = {
      json_member("type", json_string("number")),
      json_member(low_allowed ? "minimum" : "exclusiveMinimum", fmt::format("{}", key.low))};
  if (std::isfinite(key.high))
    members.push_back(json_member("maximum", fmt::format("{}", key.high)));
  return object_of(members);
}

// What one value may be: one or more schemas.
Strings schemas_of_value(const Key& key) {
  constexpr std::string_view kFraction = R"(\d+/\d+)", kDecimal = R"(\d+(\.\d+)?)";
  constexpr std::string_view kPart = R"([-+0-9.eE]+)";
  const std::string range = schema_of_text(fmt::format("{0}:{0}:{0}", kPart));
  switch (key.type) {
    case KeyType::kWord:
      return {schema_of_words(key)};
    case KeyType::kWords:
      return {schema_of_parts(fmt::format("{}", fmt::join(key.words, "|")))};
    case KeyType::kFlag:
      return {R"({"enum": [true, false, "yes", "no"]})"};
    case KeyType::kInteger:
      if (takes_byte_units(key))
        return {schema_of_integer(key), range, schema_of_text(R"(\d+(\.\d+)? *([kKMG]i?)?B)")};
      if (!key.words.empty()) return {schema_of_integer(key), range, schema_of_words(key)};
      return {schema_of_integer(key), range};
    case KeyType::kReal:
      if (takes_percent(key))
        return {schema_of_number(key, false), range, schema_of_text(R"(\d+(\.\d+)? *%)")};
      return {schema_of_number(key, false), range};
    case KeyType::kRational:
      return {schema_of_number(key, true), range, schema_of_text(kFraction)};
    case KeyType::kDimensions:
      return {schema_of_text(fmt::format(R"(\d+(x\d+){{0,{}}})", limits::kDimensions - 1)),
              schema_of_integer(key)};
    case KeyType::kIntegers:
    case KeyType::kDistinct:
      return {schema_of_integer(key), schema_of_parts(R"(\d+)")};
    case KeyType::kRationals:
      return {schema_of_number(key, true),
              schema_of_parts(fmt::format("{}|{}", kFraction, kDecimal))};
    case KeyType::kPacketLengths:
      return {schema_of_integer(key), range, schema_of_parts(fmt::format(R"(\d+:{})", kPart))};
    case KeyType::kText:
    case KeyType::kFile:
      return {R"({"type": "string", "minLength": 1})"};
  }
  return {};
}

std::string any_of(const Strings& schemas) {
  return schemas.size() == 1 ? schemas[0] : object_of({json_member("anyOf", json_list(schemas))});
}

std::string default_value(const Key& key) {
  if (key.type == KeyType::kFlag) return key.fallback == "yes" ? "true" : "false";
  const bool number = key.type == KeyType::kInteger || key.type == KeyType::kReal ||
                      key.type == KeyType::kRational || key.type == KeyType::kPacketLengths;
  return json_value({.name = key.name, .text = !number}, key.fallback);
}

std::string schema_of_key(const Key& key) {
  std::string about(key.help);
  if (!key.unit().empty()) about += fmt::format(" Unit: {}.", key.unit());
  if (!key.when.empty()) about += fmt::format(" ({})", key.when);
  Strings members = {json_member("description", json_string(about))};
  if (!key.unit().empty()) members.push_back(json_member("x-unit", json_string(key.unit())));
  if (!key.fallback.empty()) members.push_back(json_member("default", default_value(key)));
  Strings schemas = schemas_of_value(key);
  if (key.axis)
    schemas.push_back(
        object_of({json_member("type", json_string("array")), json_member("items", any_of(schemas)),
                   json_member("minItems", "1"), json_member("uniqueItems", "true")}));
  members.push_back(json_member("anyOf", json_list(schemas)));
  return object_of(members);
}

std::string reference(std::string_view definition) {
  return object_of({json_member("$ref", json_string(fmt::format("#/$defs/{}", definition)))});
}

// `rest`: what members of other names may be.
std::string schema_of_section(const Strings& properties, const std::string& rest) {
  return object_of({json_member("type", json_string("object")),
                    json_member("properties", json_object(properties, 6)),
                    json_member("additionalProperties", rest)});
}

// Properties of a section. In TOML, dor.dateline is the member dateline of dor; elsewhere the name
// may stand as it is.
Strings properties_of(std::string_view section) {
  Strings properties;
  std::map<std::string_view, Strings> parts;
  for (const Key& key : key_table()) {
    if (key.section() != section) continue;
    const std::string_view word = std::string_view(key.name).substr(section.size() + 1);
    properties.push_back(json_member(word, reference(key.name)));
    const std::size_t dot = word.find('.');
    if (dot != word.npos && !find_key(fmt::format("{}.{}", section, word.substr(0, dot))))
      parts[word.substr(0, dot)].push_back(json_member(word.substr(dot + 1), reference(key.name)));
  }
  for (const auto& [word, members] : parts)
    properties.push_back(json_member(word, schema_of_section(members, "false")));
  return properties;
}

// Definition of the sections with a name: "traffic.NAME".
std::string name_of_all(const NamedSections& named) {
  return fmt::format("{}.NAME", named.section);
}

std::string schema_of_named(const NamedSections& named) {
  Strings properties;
  for (const Key& key : key_table())
    if (key.section() == named.section && may_be_named(key))
      properties.push_back(
          json_member(key.name.substr(named.section.size() + 1), reference(key.name)));
  return schema_of_section(properties, "false");
}

}  // namespace

std::string config_schema() {
  Strings sections, named_sections_by_name, definitions;
  std::string_view section;
  for (const Key& key : key_table()) {
    definitions.push_back(json_member(key.name, schema_of_key(key)));
    if (key.section() == section) continue;
    section = key.section();
    const NamedSections* named = named_sections_of(section);
    const std::string rest = named == nullptr ? "false" : reference(name_of_all(*named));
    sections.push_back(json_member(section, schema_of_section(properties_of(section), rest)));
  }
  for (const NamedSections& named : named_sections()) {
    definitions.push_back(json_member(name_of_all(named), schema_of_named(named)));
    named_sections_by_name.push_back(json_member(
        fmt::format(R"(^{}\.[a-z][a-z0-9_]*$)", named.section), reference(name_of_all(named))));
  }
  return json_object(
             Strings{json_member("$schema",
                                 json_string("https://json-schema.org/draft/2020-12/schema")),
                     json_member("title", json_string("A config of Orthant")),
                     json_member("type", json_string("object")),
                     json_member("properties", json_object(sections, 4)),
                     json_member("patternProperties", json_object(named_sections_by_name, 4)),
                     json_member("additionalProperties", "false"),
                     json_member("$defs", json_object(definitions, 4))},
             2) +
         '\n';
}

}  // namespace orthant
