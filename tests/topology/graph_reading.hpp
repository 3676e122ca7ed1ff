// Helpers for tests of graph files: reading a string as a file, and its error message.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "base/error.hpp"
#include "tests/topology/temporary_file.hpp"
#include "topology/graph_files.hpp"

namespace orthant {

inline Graph read_text(const std::string& text, GraphFormat format) {
  return read_graph(TemporaryFile(text).path(), format);
}

// The message, with "FILE" for the name of the file.
inline std::string error_of_text(const std::string& text, GraphFormat format) {
  const TemporaryFile file(text);
  try {
    read_graph(file.path(), format);
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "topology.file");
    std::string what = error.what();
    const std::size_t at = what.find(file.path());
    return at == what.npos ? what : what.replace(at, file.path().size(), "FILE");
  }
  return "no error";
}

// "0-1 0-2": the ends of all links.
inline std::string links_text(const Graph& graph) {
  std::string text;
  for (const Graph::Link& link : graph.links)
    text += fmt::format("{}{}-{}", text.empty() ? "" : " ", link.a, link.b);
  return text;
}

}  // namespace orthant
