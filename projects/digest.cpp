// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/digest.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "projects/failure.h"
#include "projects/file_handle.h"

namespace hopscope {

// Each step is one to one in the state and in the word: two inputs that differ in one word never
// meet again.
void Digest::add(std::uint64_t word) {
  state_ = (state_ ^ word) * 0x9E3779B97F4A7C15U;
  state_ ^= state_ >> 32U;
}

void Digest::add(std::string_view bytes) {
  add(static_cast<std::uint64_t>(bytes.size()));
  std::uint64_t word = 0;
  for (; bytes.size() >= sizeof word; bytes.remove_prefix(sizeof word)) {
    std::memcpy(&word, bytes.data(), sizeof word);
    add(word);
  }
  if (bytes.empty()) return;
  word = 0;
  std::memcpy(&word, bytes.data(), bytes.size());
  add(word);
}

namespace {
constexpr std::size_t kBlockBytes = std::size_t{1} << 20U;
}

// Blocks are digested as they lie in the file, however they are read.
void FileDigest::add(std::string_view bytes) {
  while (!bytes.empty()) {
    if (rest_.empty() && bytes.size() >= kBlockBytes) {
      digest_.add(bytes.substr(0, kBlockBytes));
      bytes.remove_prefix(kBlockBytes);
      continue;
    }
    const std::string_view taken = bytes.substr(0, kBlockBytes - rest_.size());
    rest_ += taken;
    bytes.remove_prefix(taken.size());
    if (rest_.size() < kBlockBytes) continue;
    digest_.add(rest_);
    rest_.clear();
  }
}

std::string FileDigest::text() const {
  Digest all = digest_;
  if (!rest_.empty()) all.add(rest_);
  return fmt::format("{:016x}", all.value());
}

std::string digestOfFile(const std::string& file) {
  const FileHandle handle = FileHandle::open(file, O_RDONLY | O_NONBLOCK);
  if (!handle.isOpen()) {
    if (errno == ENOENT || errno == ENOTDIR) return {};
    throw readFailure(file, errno);
  }
  FileDigest digest;
  if (!readThrough(handle, [&digest](std::string_view bytes) { digest.add(bytes); }))
    throw readFailure(file, errno);
  return digest.text();
}

}  // namespace hopscope
