// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/file_handle.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace hopscope {

FileHandle::~FileHandle() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

FileHandle FileHandle::open(const std::string& file, int flags, unsigned mode) {
  return FileHandle(::open(file.c_str(), flags | O_CLOEXEC, mode));
}

bool FileHandle::lock() const {
  return ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

std::optional<FileHandle> lockExisting(const std::string& file) {
  for (;;) {
    FileHandle handle = FileHandle::open(file, O_RDONLY | O_NONBLOCK);
    if (!handle.isOpen()) return handle;
    if (!handle.lock()) return {};
    // A program that saved between our open and our lock has put another file in this place.
    struct stat mine {};
    struct stat present {};
    if (::fstat(handle.descriptor(), &mine) != 0 || ::stat(file.c_str(), &present) != 0)
      return FileHandle();
    if (mine.st_dev == present.st_dev && mine.st_ino == present.st_ino) return handle;
  }
}

}  // namespace hopscope
