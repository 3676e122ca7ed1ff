// Files that survive a crash: written whole or not at all, or line by line behind a lock.
#pragma once

#include <string>
#include <string_view>

#include "base/read_file.hpp"

namespace orthant {

// Replaces the file in one step (temporary file, then rename): whoever looks sees the old text or
// the new one. What is no regular file (/dev/stdout, a pipe) is written directly. Throws
// ConfigError where the place cannot be written.
void write_file(const std::string& path, std::string_view text);

// The file that a symbolic link means, whether it is there or not; else `path` itself.
std::string link_target(const std::string& path);

// Removes what killed processes left when they were writing the file.
void remove_leftovers(const std::string& path);

// A file that is written bit by bit under a name of its own beside `path` and takes that name when
// it is whole; without commit() it is gone. A symbolic link stays one. What goes to no regular file
// waits in the folder for temporary files. Everything throws ConfigError where it cannot be done.
class PendingFile {
 public:
  // `tag` distinguishes the files that one process writes for the same path.
  explicit PendingFile(const std::string& path, std::string_view tag = {});
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  ~PendingFile();

  void write(std::string_view text);
  void write_first(std::string_view text);  // in place of as many bytes at the beginning
  void close();  // ends writing; the rest can be done to a closed file only
  void append(const PendingFile& other, std::size_t from);  // what it holds from that byte on
  void append(std::string_view text);
  void commit();  // replaces the file of that name in one step, or writes to the pipe

  const std::string& path() const { return path_; }
  // The name under which others may write it until then.
  const std::string& temporary() const { return temporary_; }

 private:
  void open();

  std::string path_, temporary_;
  int descriptor_ = -1;
};

bool file_exists(const std::string& path);
// True for what is there but is no regular file: /dev/stdout, a pipe.
bool is_special_file(const std::string& path);

void remove_file(const std::string& path);  // no error where there is none

// An open file of whole lines at whose end lines are added, each with one write.
class LineFile {
 public:
  enum class Lock {
    kNone,
    kWait,   // one writer at a time; the others wait
    kRefuse  // throws ConfigError where another process has it
  };
  // Opens or creates.
  LineFile(std::string path, Lock lock);
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;
  ~LineFile();  // gives the lock back

  const std::string& path() const { return path_; }
  std::string text() const;
  void truncate(std::size_t bytes);
  void append(std::string_view lines);
  // All of the file at once: who looks sees the old text or the new one. Another process may take
  // the lock meanwhile; `how` is as at the beginning.
  void replace(std::string_view text, Lock how);

 private:
  void open();
  void lock(Lock how);

  std::string path_;
  int descriptor_ = -1;
};

}  // namespace orthant
