#include "base/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace orthant {

// Limit for inputs without a length: a device may never end.
constexpr std::size_t kMaxStreamBytes = std::size_t{1} << 30;

std::string read_all(int descriptor, const std::string& path) {
  struct stat status = {};
  const bool has_length = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  std::string text;
  char buffer[65536];
  while (true) {
    const ssize_t count = ::read(descriptor, buffer, sizeof buffer);
    if (count == 0) return text;
    if (!has_length && text.size() > kMaxStreamBytes)
      config_error("{}: does not end within 1 GiB; allowed: a file, or a stream that ends sooner",
                   path);
    if (count > 0)
      text.append(buffer, static_cast<std::size_t>(count));
    else if (errno != EINTR)
      config_error("{}: cannot be read: {}", path, std::strerror(errno));
  }
}

std::optional<std::string> read_file(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    if (errno == ENOENT) return std::nullopt;
    config_error("{}: cannot be read: {}", path, std::strerror(errno));
  }
  std::string text = read_all(descriptor, path);
  ::close(descriptor);
  return text;
}

std::string read_file_of(const std::string& key, const std::string& path) {
  std::optional<std::string> text;
  try {
    text = read_file(path);
  } catch (const ConfigError& error) {
    throw KeyError(key, error.what());
  }
  if (!text) key_error(key, "cannot open {}: {}", path, std::strerror(ENOENT));
  return *std::move(text);
}

}  // namespace orthant
