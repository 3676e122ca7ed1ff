// Files that survive a crash: written whole or not at all, or line by line under a lock.
#pragma once

#include <string>
#include <string_view>

#include "base/read_file.hpp"

namespace orthant {

// Replaces the file in one step (temporary file, then rename): readers see the old text or the new
// one. A path that is no regular file (/dev/stdout, a pipe) is written directly. Throws ConfigError
// if the path cannot be written.
void write_file(const std::string& path, std::string_view text);

// The target of a symbolic link, existing or not; else `path` itself.
std::string link_target(const std::string& path);

// Removes temporary files that killed processes left while writing this file.
void remove_leftovers(const std::string& path);

// A file that is written piece by piece under a temporary name beside `path` and takes the name
// `path` in commit(); without commit() it is removed. If `path` is a symbolic link, it stays one.
// Output to a pipe or a device waits in the folder for temporary files. All members throw
// ConfigError on failure.
class PendingFile {
 public:
  // `tag` distinguishes the files that one process writes for the same path.
  explicit PendingFile(const std::string& path, std::string_view tag = {});
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  ~PendingFile();

  void write(std::string_view text);
  void write_first(std::string_view text);  // overwrites the beginning of the file
  void close();                             // ends writing; the other members need a closed file
  void append(const PendingFile& other, std::size_t from);  // its bytes from `from` on
  void append(std::string_view text);
  void commit();  // replaces `path` in one step, or writes to the pipe

  const std::string& path() const { return path_; }
  // Temporary name, under which others may write the file until commit().
  const std::string& temporary() const { return temporary_; }

 private:
  void open();

  std::string path_, temporary_;
  int descriptor_ = -1;
};

bool file_exists(const std::string& path);
// True if the path exists but is no regular file: /dev/stdout, a pipe.
bool is_special_file(const std::string& path);

void remove_file(const std::string& path);  // no error if it is missing

// An open file of whole lines; lines are appended, each with one write.
class LineFile {
 public:
  enum class Lock {
    kNone,
    kWait,   // one writer at a time; the others wait
    kRefuse  // throws ConfigError if another process holds the lock
  };
  // Opens or creates the file.
  LineFile(std::string path, Lock lock);
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;
  ~LineFile();  // releases the lock

  const std::string& path() const { return path_; }
  std::string text() const;
  void truncate(std::size_t bytes);
  void append(std::string_view lines);
  // Replaces the whole file: readers see the old text or the new one. Another process may take the
  // lock meanwhile; `how` is as in the constructor.
  void replace(std::string_view text, Lock how);

 private:
  void open();
  void lock(Lock how);

  std::string path_;
  int descriptor_ = -1;
};

}  // namespace orthant
