// Reads, replaces, locks and extends files (POSIX).
#include "app/output/files.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace orthant {
namespace {

[[noreturn]] void fail(const std::string& path, std::string_view verb) {
  config_error("{}: cannot be {}: {}", path, verb, std::strerror(errno));
}

// Writes all of the text, mostly at once; the system may take less than was offered.
void write_all(int descriptor, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count >= 0)
      text.remove_prefix(static_cast<std::size_t>(count));
    else if (errno != EINTR)
      fail(path, "written");
  }
}

// An open file that is closed at the end of the scope.
class Descriptor {
 public:
  Descriptor(const std::string& file, int flags, const std::string& path)
      : number_(::open(file.c_str(), flags | O_CLOEXEC)) {
    if (number_ < 0) fail(path, "written");
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(number_); }
  int number() const { return number_; }

 private:
  int number_;
};

void write_directly(const std::string& path, std::string_view text) {
  write_all(Descriptor(path, O_WRONLY, path).number(), text, path);
}

// Appends the contents of `from` after its first `skip` bytes to `to`; errors name `path`.
void copy(const std::string& from, std::size_t skip, const std::string& to,
          const std::string& path) {
  const Descriptor in(from, O_RDONLY, path), out(to, O_WRONLY | O_APPEND, path);
  if (::lseek(in.number(), static_cast<off_t>(skip), SEEK_SET) < 0) fail(path, "written");
  std::vector<char> buffer(std::size_t{1} << 20);
  while (true) {
    const ssize_t count = ::read(in.number(), buffer.data(), buffer.size());
    if (count == 0) break;
    if (count > 0)
      write_all(out.number(), {buffer.data(), static_cast<std::size_t>(count)}, path);
    else if (errno != EINTR)
      fail(path, "written");
  }
  if (::fsync(out.number()) != 0 && errno != EINVAL) fail(path, "written");
}

// True if the open file still has this name, which others may have given to another file.
bool is_file_of_name(int descriptor, const std::string& name) {
  struct stat ours {
  }, named{};
  return ::fstat(descriptor, &ours) == 0 && ::stat(name.c_str(), &named) == 0 &&
         ours.st_ino == named.st_ino && ours.st_dev == named.st_dev;
}

namespace fs = std::filesystem;

// The name FILE.PID.tmp or FILE.PID.TAG.tmp.
std::string temporary_name(const std::string& path, std::string_view tag) {
  const std::string name = tag.empty() ? fmt::format("{}.{}.tmp", path, ::getpid())
                                       : fmt::format("{}.{}.{}.tmp", path, ::getpid(), tag);
  if (!is_special_file(path)) return name;
  return fs::temp_directory_path() / fs::path(name).filename();
}

// True if the name is a temporary_name() of `file` by a process that has ended, or by an earlier
// process with the number of this one.
bool is_stale_temp_file(std::string_view name, std::string_view file) {
  if (!name.starts_with(file) || !name.ends_with(".tmp")) return false;
  name.remove_prefix(file.size());
  if (!name.starts_with('.')) return false;
  pid_t process = 0;
  const char* const last = name.data() + name.size();
  const auto [end, error] = std::from_chars(name.data() + 1, last, process);
  if (error != std::errc() || end == last || *end != '.' || process <= 0) return false;
  return process == ::getpid() || (::kill(process, 0) != 0 && errno == ESRCH);
}

// Respects locks, the only sign of a writer on another machine that shares the folder.
void remove_unless_locked(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(file.c_str());
  ::close(descriptor);
}

}  // namespace

std::string link_target(const std::string& path) {
  constexpr int kMostLinks = 40;
  fs::path target = path;
  std::error_code error;
  for (int i = 0; i < kMostLinks && fs::is_symlink(target, error); ++i)
    target = target.parent_path() / fs::read_symlink(target, error);
  return target.string();
}

void remove_leftovers(const std::string& path) {
  const fs::path target = link_target(path);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  std::error_code error;
  std::vector<std::string> left;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (is_stale_temp_file(entry.path().filename().string(), target.filename().string()))
      left.push_back(entry.path().string());
  for (const std::string& file : left) remove_unless_locked(file);
}

void write_file(const std::string& path, std::string_view text) {
  if (is_special_file(path)) return write_directly(path, text);
  remove_leftovers(path);
  PendingFile file(path);
  file.write(text);
  file.close();
  file.commit();
}

PendingFile::PendingFile(const std::string& path, std::string_view tag)
    : path_(is_special_file(path) ? path : link_target(path)),
      temporary_(temporary_name(path_, tag)) {
  open();
}

// Opens and locks the file, so that no process takes it for a leftover.
void PendingFile::open() {
  while (true) {
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail(path_, "written");
    ::flock(descriptor_, LOCK_EX);  // ignores errors: locks may be unavailable
    if (is_file_of_name(descriptor_, temporary_)) return;
    ::close(descriptor_);
  }
}

PendingFile::~PendingFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void PendingFile::write(std::string_view text) { write_all(descriptor_, text, path_); }

void PendingFile::write_first(std::string_view text) {
  if (::lseek(descriptor_, 0, SEEK_SET) < 0) fail(path_, "written");
  write(text);
  if (::lseek(descriptor_, 0, SEEK_END) < 0) fail(path_, "written");
}

void PendingFile::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  const bool kept = ::fsync(descriptor) == 0 || errno == EINVAL;
  if (::close(descriptor) != 0 || !kept) fail(path_, "written");
}

void PendingFile::append(const PendingFile& other, std::size_t from) {
  copy(other.temporary_, from, temporary_, path_);
}

void PendingFile::append(std::string_view text) {
  if (text.empty()) return;
  const Descriptor out(temporary_, O_WRONLY | O_APPEND, path_);
  write_all(out.number(), text, path_);
  if (::fsync(out.number()) != 0 && errno != EINVAL) fail(path_, "written");
}

void PendingFile::commit() {
  if (is_special_file(path_)) return copy(temporary_, 0, path_, path_);
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_, "written");
  temporary_.clear();
}

bool file_exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

bool is_special_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

void remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail(path, "removed");
}

LineFile::LineFile(std::string path, Lock how) : path_(std::move(path)) {
  try {
    open();
    lock(how);
  } catch (...) {
    if (descriptor_ >= 0) ::close(descriptor_);
    throw;
  }
}

LineFile::~LineFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void LineFile::open() {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(path_, "written");
}

// Locks the file and reopens it if the former holder of the lock removed or replaced it: the open
// file then no longer has this name.
void LineFile::lock(Lock how) {
  if (how == Lock::kNone) return;
  while (true) {
    const int flags = LOCK_EX | (how == Lock::kRefuse ? LOCK_NB : 0);
    if (::flock(descriptor_, flags) != 0) {
      if (errno == EINTR) continue;
      if (errno == EWOULDBLOCK) config_error("{}: another process is writing it", path_);
      fail(path_, "locked");
    }
    if (is_file_of_name(descriptor_, path_)) return;
    ::close(descriptor_);
    open();
  }
}

std::string LineFile::text() const {
  if (::lseek(descriptor_, 0, SEEK_SET) < 0) fail(path_, "read");
  return read_all(descriptor_, path_);
}

void LineFile::truncate(std::size_t bytes) {
  if (::ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) fail(path_, "written");
}

void LineFile::replace(std::string_view text, Lock how) {
  write_file(path_, text);
  ::close(std::exchange(descriptor_, -1));
  open();
  lock(how);
}

void LineFile::append(std::string_view lines) { write_all(descriptor_, lines, path_); }

}  // namespace orthant
