// A scenario whose routers differ as a text of router.file says.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "sim/node/router_file.hpp"
#include "tests/sim/network_fixture.hpp"

namespace orthant::test {

// A file with this text as long as it lives.
class RouterFileText {
 public:
  explicit RouterFileText(const std::string& text)
      : path_(testing::TempDir() + "routers_" + std::to_string(getpid()) + ".csv") {
    std::ofstream(path_, std::ios::binary) << text;
  }
  RouterFileText(const RouterFileText&) = delete;
  RouterFileText& operator=(const RouterFileText&) = delete;
  ~RouterFileText() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

inline Scenario with_routers(Scenario s, const std::string& text) {
  const RouterFileText file(text);
  s.router.unequal = read_router_file(file.path(), *build(s).topology, s.router);
  return s;
}

}  // namespace orthant::test
