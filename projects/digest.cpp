// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/digest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

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

std::string digestOfFile(const std::string& file) {
  const FileHandle handle = FileHandle::open(file, O_RDONLY | O_NONBLOCK);
  if (!handle.isOpen()) {
    if (errno == ENOENT || errno == ENOTDIR) return {};
    throw readFailure(file, errno);
  }
  Digest digest;
  std::vector<char> block(std::size_t{1} << 20U);
  for (;;) {
    const auto bytes = ::read(handle.descriptor(), block.data(), block.size());
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes < 0) throw readFailure(file, errno);
    if (bytes == 0) return fmt::format("{:016x}", digest.value());
    digest.add(std::string_view(block.data(), static_cast<std::size_t>(bytes)));
  }
}

}  // namespace hopscope
