// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/file_handle.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <vector>

namespace hopscope {

namespace {
constexpr off_t kLarge = off_t{64} << 20U;
}

FileHandle::~FileHandle() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

FileHandle FileHandle::open(const std::string& file, int flags, unsigned mode) {
  return FileHandle(::open(file.c_str(), flags | O_CLOEXEC, mode));
}

bool FileHandle::lock() const {
  return ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

bool FileHandle::isFile(const std::string& file) const {
  struct stat mine {};
  struct stat present {};
  return isOpen() && ::fstat(descriptor_, &mine) == 0 && ::stat(file.c_str(), &present) == 0 &&
         mine.st_dev == present.st_dev && mine.st_ino == present.st_ino;
}

namespace {

/// `take` says whether to go on.
template <typename Take>
bool takeContents(const FileHandle& from, const Take& take) {
  std::vector<char> block(std::size_t{1} << 20U);
  for (;;) {
    const ssize_t bytes = ::read(from.descriptor(), block.data(), block.size());
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes <= 0) return bytes == 0;
    if (!take(std::string_view(block.data(), static_cast<std::size_t>(bytes)))) return false;
  }
}

bool writeWhole(const FileHandle& to, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(to.descriptor(), bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

bool readThrough(const FileHandle& from, const std::function<void(std::string_view)>& see) {
  return takeContents(from, [&see](std::string_view bytes) {
    see(bytes);
    return true;
  });
}

bool copyContents(const FileHandle& from, const FileHandle& to,
                  const std::function<void(std::string_view)>& see) {
  // Where the file system can, a large copy shares the blocks until one of both is changed.
  struct stat status {};
  if (::fstat(from.descriptor(), &status) == 0 && status.st_size >= kLarge &&
      ::ioctl(to.descriptor(), FICLONE, from.descriptor()) == 0)
    return readThrough(to, see);
  return takeContents(from, [&](std::string_view bytes) {
    see(bytes);
    return writeWhole(to, bytes);
  });
}

std::optional<FileHandle> lockExisting(const std::string& file) {
  for (;;) {
    FileHandle handle = FileHandle::open(file, O_RDONLY | O_NONBLOCK);
    if (!handle.isOpen()) return handle;
    if (!handle.lock()) return {};
    // A program that saved between our open and our lock has put another file in this place.
    if (handle.isFile(file)) return handle;
    if (::access(file.c_str(), F_OK) != 0) return FileHandle();
  }
}

}  // namespace hopscope
