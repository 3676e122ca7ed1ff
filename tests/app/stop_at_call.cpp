// Stops a program at its Nth call that changes files (ORTHANT_STOP_AT=N): kills it before the call
// (ORTHANT_STOP_HOW=kill), or has the call fail as on a full disk (fail). Loaded with LD_PRELOAD by
// kill_test.py. With ORTHANT_STOP_COUNT=FILE the number of such calls is written to FILE at the
// end.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

std::atomic<long> calls = 0;

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

long number_of(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? 0 : std::atol(text);
}

// True where the call is to fail. Does not return where the program is to be killed.
bool stops() {
  static const long at = number_of("ORTHANT_STOP_AT");
  if (++calls != at) return false;
  const char* const how = std::getenv("ORTHANT_STOP_HOW");
  if (how != nullptr && std::strcmp(how, "kill") == 0) {
    kill(getpid(), SIGKILL);
    pause();
  }
  errno = ENOSPC;
  return true;
}

// Only files in the folder where the program was started, and its descriptors, are looked at.
bool is_ours(int descriptor) {
  struct stat status {};
  return descriptor > 2 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

struct Counted {
  ~Counted() {
    const char* const file = std::getenv("ORTHANT_STOP_COUNT");
    if (file == nullptr) return;
    if (std::FILE* const out = std::fopen(file, "w")) {
      std::fprintf(out, "%ld\n", calls.load());
      std::fclose(out);
    }
  }
} counted;

int opened(const char* name, const char* path, int flags, mode_t mode) {
  constexpr int kChanges = O_CREAT | O_TRUNC;
  if ((flags & kChanges) != 0 && stops()) return -1;
  return real<int(const char*, int, ...)>(name)(path, flags, mode);
}

mode_t mode_of(int flags, va_list rest) {
  return (flags & O_CREAT) != 0 ? static_cast<mode_t>(va_arg(rest, int)) : 0;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened("open64", path, flags, mode);
}

ssize_t write(int descriptor, const void* bytes, size_t count) {
  if (is_ours(descriptor) && stops()) return -1;
  return real<ssize_t(int, const void*, size_t)>("write")(descriptor, bytes, count);
}

int fsync(int descriptor) {
  if (stops()) return -1;
  return real<int(int)>("fsync")(descriptor);
}

int ftruncate(int descriptor, off_t bytes) noexcept {
  if (stops()) return -1;
  return real<int(int, off_t)>("ftruncate")(descriptor, bytes);
}

int ftruncate64(int descriptor, off64_t bytes) noexcept {
  if (stops()) return -1;
  return real<int(int, off64_t)>("ftruncate64")(descriptor, bytes);
}

int rename(const char* from, const char* to) noexcept {
  if (stops()) return -1;
  return real<int(const char*, const char*)>("rename")(from, to);
}

int unlink(const char* path) noexcept {
  if (stops()) return -1;
  return real<int(const char*)>("unlink")(path);
}

}  // extern "C"
