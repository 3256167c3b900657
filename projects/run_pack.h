// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace hopscope {

/// What a run has under a name beside its columns: its series as blobs (projects/blob.h) and its
/// values, NaN where one is told not to exist.
struct RunNumbers {
  std::map<std::string, std::string> series;
  std::map<std::string, double> values;
};

/// A run with at most so many bytes of these stands packed; of larger ones packing takes longer
/// than a window may, and what it spares, the rows, is the least of them.
inline constexpr std::size_t kMostPackedBytes = std::size_t{256} << 10U;

/// One compressed blob (zlib; since format 9, and in half the room since format 10). Nothing where
/// they are more than kMostPackedBytes.
std::optional<std::string> pack(const RunNumbers& numbers);
/// The inverse, in bounded memory whatever the blob says. Throws BlobError.
RunNumbers unpack(std::string_view packed);

}  // namespace hopscope
