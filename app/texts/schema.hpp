// The config as a JSON Schema, made from the key table: what editors complete and check configs
// with that are written as TOML, YAML or JSON.
#pragma once

#include <string>

namespace orthant {

// Draft 2020-12. An object of sections, each an object of keys. Numbers are numbers, yes and no may
// be true and false, several values are an array; all else is a string as in an INI file. $defs has
// a definition for every key, under its name.
std::string config_schema();

}  // namespace orthant
