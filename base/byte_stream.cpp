// A file may hold several concatenated bzip2 streams, as parallel compressors write them.
#include "base/byte_stream.hpp"

#include <bzlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace orthant {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;

}  // namespace

// Buffered raw bytes of the file.
class ByteStream::Source {
 public:
  Source(std::string key, std::string file)
      : key_(std::move(key)), file_(std::move(file)), in_(file_, std::ios::binary) {
    if (!in_) key_error(key_, "{}: cannot be read: {}", file_, std::strerror(errno));
    fill();
  }

  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    key_error(key_, "{}: {}", file_, fmt::format(format, std::forward<Args>(args)...));
  }

  bool is_compressed() const { return left_ >= 3 && std::memcmp(buffer_.data(), "BZh", 3) == 0; }
  bool is_at_end() {
    if (left_ == 0) fill();
    return left_ == 0;
  }
  char* next() { return buffer_.data() + at_; }
  std::size_t left() const { return left_; }
  void take(std::size_t count) {
    at_ += count;
    left_ -= count;
  }

 private:
  void fill() {
    in_.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    at_ = 0;
    left_ = static_cast<std::size_t>(in_.gcount());
    if (in_.bad()) fail("cannot be read: {}", std::strerror(errno));
  }

  std::string key_, file_;
  std::ifstream in_;
  std::vector<char> buffer_ = std::vector<char>(kBuffer);
  std::size_t at_ = 0, left_ = 0;
};

// Invariant: while is_open_, `stream_` holds a decompressor that libbz2 must free.
class ByteStream::Bzip2 {
 public:
  explicit Bzip2(Source& source) : source_(source) {}
  Bzip2(const Bzip2&) = delete;
  Bzip2& operator=(const Bzip2&) = delete;
  ~Bzip2() { close(); }

  std::size_t read(char* to, std::size_t count) {
    std::size_t done = 0;
    while (done < count) {
      if (source_.is_at_end()) {
        if (is_open_) source_.fail("ends within its compressed data; allowed: a whole file");
        return done;
      }
      if (!is_open_) open();
      done += step(to + done, std::min(count - done, kBuffer));
    }
    return done;
  }

 private:
  void open() {
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
    is_open_ = true;
  }
  void close() {
    if (std::exchange(is_open_, false)) BZ2_bzDecompressEnd(&stream_);
  }

  std::size_t step(char* to, std::size_t size) {
    stream_.next_in = source_.next();
    stream_.avail_in = static_cast<unsigned>(source_.left());
    stream_.next_out = to;
    stream_.avail_out = static_cast<unsigned>(size);
    const int code = BZ2_bzDecompress(&stream_);
    if (code == BZ_MEM_ERROR) throw std::bad_alloc();
    if (code != BZ_OK && code != BZ_STREAM_END)
      source_.fail("its compressed data are damaged; allowed: what bzip2 writes");
    source_.take(source_.left() - stream_.avail_in);
    if (code == BZ_STREAM_END) close();
    return size - stream_.avail_out;
  }

  Source& source_;
  bz_stream stream_ = {};
  bool is_open_ = false;
};

ByteStream::ByteStream(std::string key, std::string file)
    : source_(std::make_unique<Source>(std::move(key), std::move(file))) {
  if (source_->is_compressed()) bzip2_ = std::make_unique<Bzip2>(*source_);
}

ByteStream::~ByteStream() = default;

std::size_t ByteStream::read(char* to, std::size_t count) {
  if (bzip2_) return bzip2_->read(to, count);
  std::size_t done = 0;
  while (done < count && !source_->is_at_end()) {
    const std::size_t part = std::min(count - done, source_->left());
    std::memcpy(to + done, source_->next(), part);
    source_->take(part);
    done += part;
  }
  return done;
}

std::size_t ByteStream::skip(std::size_t count) {
  std::array<char, 4096> passed;
  std::size_t done = 0;
  while (done < count) {
    const std::size_t part = std::min(count - done, passed.size());
    const std::size_t there = read(passed.data(), part);
    done += there;
    if (there < part) break;
  }
  return done;
}

}  // namespace orthant
