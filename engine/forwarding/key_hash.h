// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/forwarding/crc16.h"
#include "engine/forwarding/crc32.h"
#include "engine/forwarding/lookup_settings.h"

namespace hopscope {

/// What is taken modulo the number of sets to find the set of a key.
inline std::uint32_t hashOf(HashKind kind, std::uint32_t key) {
  return kind == HashKind::crc16 ? crc16(key) : kind == HashKind::crc32 ? crc32(key) : key;
}

}  // namespace hopscope
