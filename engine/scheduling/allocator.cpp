// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/allocator.h"

namespace hopscope {

Allocator::Allocator(std::uint32_t ports) {
  requests_.reserve(ports);
  winners_.reserve(ports);
}

}  // namespace hopscope
