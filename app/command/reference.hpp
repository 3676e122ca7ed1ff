// The reference in Markdown, made from the registries and the key table.
#pragma once

#include <string>

namespace orthant {

// Returns the whole reference as one page. scripts/reference_pages.py splits it into the pages of
// docs/; a test compares them.
std::string reference_page();

}  // namespace orthant
