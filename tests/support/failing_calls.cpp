// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded before a program (LD_PRELOAD), it lets one call of the system fail, from main() on:
//   HOPSCOPE_FAIL          what: allocate, write, sync, close, rename, open or thread
//   HOPSCOPE_FAIL_AT       which of them, from 1
//   HOPSCOPE_FAIL_LASTING  set: all after it, too
//   HOPSCOPE_FAIL_LEAST    only allocations of so many bytes or more
//   HOPSCOPE_FAIL_COUNT    a file that gets the number of calls at the end
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// The C library's own names.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
}

namespace {

std::atomic<bool> armed{false};
std::atomic<long> calls{0};
const char* kind = "";
long failsAt = 0;
long least = 0;
bool lasting = false;

/// Counts a call, and says whether it is to fail.
bool fails(const char* what) {
  if (!armed.load(std::memory_order_relaxed) || std::strcmp(kind, what) != 0) return false;
  const long call = ++calls;
  return failsAt > 0 && (call == failsAt || (lasting && call > failsAt));
}

bool allocationFails(size_t size) {
  return static_cast<long>(size) >= least && fails("allocate");
}

template <typename Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

using Main = int (*)(int, char**, char**);
Main program = nullptr;

int countedMain(int argc, char** argv, char** environment) {
  if (const char* text = std::getenv("HOPSCOPE_FAIL")) kind = text;
  if (const char* text = std::getenv("HOPSCOPE_FAIL_AT")) failsAt = std::atol(text);
  if (const char* text = std::getenv("HOPSCOPE_FAIL_LEAST")) least = std::atol(text);
  lasting = std::getenv("HOPSCOPE_FAIL_LASTING") != nullptr;
  armed = true;
  const int code = program(argc, argv, environment);
  armed = false;
  if (const char* file = std::getenv("HOPSCOPE_FAIL_COUNT"))
    if (std::FILE* out = std::fopen(file, "w")) {
      std::fprintf(out, "%ld\n", calls.load());
      std::fclose(out);
    }
  return code;
}

}  // namespace

extern "C" {

int __libc_start_main(Main main, int argc, char** argv, void (*begin)(), void (*end)(),
                      void (*unload)(), void* stack) {
  program = main;
  return next<int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*)>(
      "__libc_start_main")(countedMain, argc, argv, begin, end, unload, stack);
}

void* malloc(size_t size) {
  if (!allocationFails(size)) return __libc_malloc(size);
  errno = ENOMEM;
  return nullptr;
}

void* calloc(size_t count, size_t size) {
  if (!allocationFails(count * size)) return __libc_calloc(count, size);
  errno = ENOMEM;
  return nullptr;
}

void* realloc(void* old, size_t size) {
  if (!allocationFails(size)) return __libc_realloc(old, size);
  errno = ENOMEM;
  return nullptr;
}

void* aligned_alloc(size_t alignment, size_t size) {
  if (!allocationFails(size)) return __libc_memalign(alignment, size);
  errno = ENOMEM;
  return nullptr;
}

int posix_memalign(void** place, size_t alignment, size_t size) {
  *place = allocationFails(size) ? nullptr : __libc_memalign(alignment, size);
  return *place == nullptr ? ENOMEM : 0;
}

ssize_t write(int file, const void* data, size_t size) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  if (!fails("write")) return real(file, data, size);
  errno = ENOSPC;
  return -1;
}

ssize_t writev(int file, const iovec* data, int count) {
  static const auto real = next<ssize_t (*)(int, const iovec*, int)>("writev");
  if (!fails("write")) return real(file, data, count);
  errno = ENOSPC;
  return -1;
}

ssize_t pwrite64(int file, const void* data, size_t size, off64_t place) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
  if (!fails("write")) return real(file, data, size, place);
  errno = ENOSPC;
  return -1;
}

ssize_t pwrite(int file, const void* data, size_t size, off_t place) {
  return pwrite64(file, data, size, place);
}

int fsync(int file) {
  static const auto real = next<int (*)(int)>("fsync");
  if (!fails("sync")) return real(file);
  errno = EIO;
  return -1;
}

int fdatasync(int file) {
  static const auto real = next<int (*)(int)>("fdatasync");
  if (!fails("sync")) return real(file);
  errno = EIO;
  return -1;
}

int close(int file) {
  static const auto real = next<int (*)(int)>("close");
  const int closed = real(file);
  if (!fails("close")) return closed;
  errno = EIO;  // closed all the same
  return -1;
}

int rename(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("rename");
  if (!fails("rename")) return real(from, to);
  errno = EIO;
  return -1;
}

int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags) {
  static const auto real = next<int (*)(int, const char*, int, const char*, unsigned)>("renameat2");
  if (!fails("rename")) return real(fromFolder, from, toFolder, to, flags);
  errno = EIO;
  return -1;
}

int link(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("link");
  if (!fails("rename")) return real(from, to);
  errno = EIO;
  return -1;
}

int open64(const char* file, int flags, ...) {
  static const auto real = next<int (*)(const char*, int, ...)>("open64");
  mode_t mode = 0;
  if ((flags & O_CREAT) != 0) {
    va_list more;
    va_start(more, flags);
    mode = va_arg(more, mode_t);
    va_end(more);
  }
  if (!fails("open")) return real(file, flags, mode);
  errno = EMFILE;
  return -1;
}

int open(const char* file, int flags, ...) {
  mode_t mode = 0;
  if ((flags & O_CREAT) != 0) {
    va_list more;
    va_start(more, flags);
    mode = va_arg(more, mode_t);
    va_end(more);
  }
  return open64(file, flags, mode);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) {
  static const auto real =
      next<int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  return fails("thread") ? EAGAIN : real(thread, attributes, work, argument);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)
