// The bytes of a file one after the other, as bzip2 decompresses them where it has compressed the
// file: one of many gigabytes needs no memory.
//
// Tested by: tests/app/netrace_test.py
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace orthant {

class ByteStream {
 public:
  // Throws KeyError(key, "FILE: ...") where the file cannot be opened.
  ByteStream(std::string key, std::string file);
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;
  ~ByteStream();

  // Takes the next bytes, fewer than `count` at the end of the file alone, and returns how many.
  // Throws KeyError where compressed data are damaged or cut off.
  std::size_t read(char* to, std::size_t count);
  // Passes over as many bytes; returns how many there were.
  std::size_t skip(std::size_t count);

 private:
  class Source;
  class Bzip2;

  std::unique_ptr<Source> source_;
  std::unique_ptr<Bzip2> bzip2_;  // of a compressed file
};

}  // namespace orthant
