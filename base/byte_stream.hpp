// Sequential bytes of a file, decompressed on the fly if it is a bzip2 file, so that files of many
// gigabytes need no memory.
//
// Tested by: tests/app/netrace_test.py
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace orthant {

class ByteStream {
 public:
  // Throws KeyError(key, "FILE: ...") if the file cannot be opened.
  ByteStream(std::string key, std::string file);
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;
  ~ByteStream();

  // Reads up to `count` bytes, fewer only at the end of the file, and returns how many. Throws
  // KeyError if compressed data are damaged or truncated.
  std::size_t read(char* to, std::size_t count);
  // Skips up to `count` bytes and returns how many were there.
  std::size_t skip(std::size_t count);

 private:
  class Source;
  class Bzip2;

  std::unique_ptr<Source> source_;
  std::unique_ptr<Bzip2> bzip2_;  // if the file is compressed
};

}  // namespace orthant
