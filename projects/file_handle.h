// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hopscope {

/// An open file of the operating system; closed with the object.
class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(int descriptor) : descriptor_(descriptor) {}
  FileHandle(FileHandle&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileHandle& operator=(FileHandle&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileHandle();

  /// Opens with open(2); `isOpen` is false and errno set where that fails.
  static FileHandle open(const std::string& file, int flags, unsigned mode = 0600);

  bool isOpen() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  /// This very file is the one that has that name now.
  bool isFile(const std::string& file) const;
  /// Takes the advisory lock of the whole file; false where somebody else has it. It belongs to
  /// this handle and ends with it, or with the process, however that ends. A file system without
  /// locks counts as locked.
  bool lock() const;

 private:
  int descriptor_ = -1;
};

/// Reads all bytes that follow, block by block. False, and errno, where that fails in between.
bool readThrough(const FileHandle& from, const std::function<void(std::string_view)>& see);
/// Copies all bytes that follow, and shows them; likewise.
bool copyContents(const FileHandle& from, const FileHandle& to,
                  const std::function<void(std::string_view)>& see);

/// Opens and locks an existing file that other programs may replace by renaming meanwhile. Nothing
/// where somebody else has the lock; a handle that is not open where there is no such file.
std::optional<FileHandle> lockExisting(const std::string& file);

}  // namespace hopscope
