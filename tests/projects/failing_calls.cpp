// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/projects/failing_calls.h"

#include <linux/fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>

namespace hopscope::test {

namespace {

int failAt = 0;
int failWith = 0;
bool failOn = false;
bool die = false;
bool watching = false;
bool openFailed = false;
int count = 0;

/// True where this call fails; errno says how.
bool fails() {
  if (!watching) return false;
  ++count;
  if (failAt == 0 || count < failAt || (count > failAt && !failOn)) return false;
  if (die) ::_exit(0);
  errno = failWith;
  return true;
}

}  // namespace

FailingCalls FailingCalls::failing(int number, int errorNumber, bool lasting) {
  failAt = number;
  failWith = errorNumber;
  failOn = lasting;
  die = false;
  openFailed = false;
  count = 0;
  watching = true;
  return {};
}

FailingCalls FailingCalls::dying(int number) {
  failAt = number;
  die = true;
  count = 0;
  watching = true;
  return {};
}

FailingCalls::~FailingCalls() {
  watching = false;
}

bool FailingCalls::openingFailed() const {
  return openFailed;
}

int FailingCalls::calls() const {
  return count;
}

}  // namespace hopscope::test

// The program's own take the place of the C library's, for the libraries it loads as well. Under
// other names here, as headers may have made the true ones something else.
using hopscope::test::fails;

namespace {

long openFile(const char* file, int flags, unsigned mode) {
  const bool writing = (flags & O_ACCMODE) != O_RDONLY;
  if (!writing || !fails()) return ::syscall(SYS_openat, AT_FDCWD, file, flags, mode);
  hopscope::test::openFailed |= (flags & O_EXCL) == 0;
  return -1;
}

// No test cuts the power; waiting for the disk would take most of their time.
int nothingToFlush(int /*file*/) {
  return 0;
}

}  // namespace

#define HOPSCOPE_CALL(result, name, parameters)                    \
  extern "C" result hopscopeTest_##name parameters __asm__(#name); \
  extern "C" result hopscopeTest_##name parameters

HOPSCOPE_CALL(int, open, (const char* file, int flags, ...)) {
  va_list rest;
  va_start(rest, flags);
  const unsigned mode = (flags & O_CREAT) != 0 ? va_arg(rest, unsigned) : 0;
  va_end(rest);
  return static_cast<int>(openFile(file, flags, mode));
}
HOPSCOPE_CALL(int, open64, (const char* file, int flags, ...)) {
  va_list rest;
  va_start(rest, flags);
  const unsigned mode = (flags & O_CREAT) != 0 ? va_arg(rest, unsigned) : 0;
  va_end(rest);
  return static_cast<int>(openFile(file, flags, mode));
}
HOPSCOPE_CALL(long, write, (int file, const void* data, unsigned long size)) {
  return fails() ? -1 : ::syscall(SYS_write, file, data, size);
}
HOPSCOPE_CALL(long, pwrite, (int file, const void* data, unsigned long size, long at)) {
  return fails() ? -1 : ::syscall(SYS_pwrite64, file, data, size, at);
}
HOPSCOPE_CALL(long, pwrite64, (int file, const void* data, unsigned long size, long at)) {
  return fails() ? -1 : ::syscall(SYS_pwrite64, file, data, size, at);
}
HOPSCOPE_CALL(int, ftruncate, (int file, long size)) {
  return fails() ? -1 : static_cast<int>(::syscall(SYS_ftruncate, file, size));
}
HOPSCOPE_CALL(int, ftruncate64, (int file, long size)) {
  return fails() ? -1 : static_cast<int>(::syscall(SYS_ftruncate, file, size));
}
HOPSCOPE_CALL(int, fsync, (int file)) {
  return fails() ? -1 : nothingToFlush(file);
}
HOPSCOPE_CALL(int, fdatasync, (int file)) {
  return fails() ? -1 : nothingToFlush(file);
}
HOPSCOPE_CALL(int, fchmod, (int file, unsigned mode)) {
  return fails() ? -1 : static_cast<int>(::syscall(SYS_fchmod, file, mode));
}
HOPSCOPE_CALL(int, rename, (const char* from, const char* to)) {
  return fails() ? -1 : static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}
HOPSCOPE_CALL(int, renameat2,
              (int fromFolder, const char* from, int toFolder, const char* to, unsigned flags)) {
  return fails()
             ? -1
             : static_cast<int>(::syscall(SYS_renameat2, fromFolder, from, toFolder, to, flags));
}
HOPSCOPE_CALL(int, link, (const char* from, const char* to)) {
  return fails() ? -1 : static_cast<int>(::syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}
