// A file that is removed at the end of a test.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

namespace orthant {

class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view text)
      : path_(testing::TempDir() + "orthant_" + std::to_string(::getpid()) + "_" +
              std::to_string(next_++)) {
    write(text);
  }
  ~TemporaryFile() { std::remove(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void write(std::string_view text) const {
    std::remove(path_.c_str());  // some file systems flush a truncated file
    std::ofstream(path_, std::ios::binary) << text;
  }
  const std::string& path() const { return path_; }

 private:
  static inline int next_ = 0;
  std::string path_;
};

}  // namespace orthant
