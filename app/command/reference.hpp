// The reference in Markdown, made from the registries and the key table.
#pragma once

#include <string>

namespace orthant {

// One page of all. scripts/reference_pages.py makes the pages of docs/ of it; a test compares.
std::string reference_page();

}  // namespace orthant
