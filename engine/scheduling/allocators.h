// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "engine/scheduling/allocator.h"

/// The allocators one by one; `makeAllocator` chooses among them.
namespace hopscope::allocators {

/// Round robin, inputs choosing as added: the quick one of virtual cut-through.
std::unique_ptr<Allocator> separableInputFirst(const AllocatorShape& shape,
                                               std::uint32_t iterations);
/// Input or output first, with any arbiter.
std::unique_ptr<Allocator> separable(const AllocatorSettings& settings, const AllocatorShape& shape,
                                     InputChoice choice, std::uint64_t seed);
std::unique_ptr<Allocator> islip(const AllocatorShape& shape, std::uint32_t iterations);
std::unique_ptr<Allocator> wavefront(const AllocatorShape& shape);
std::unique_ptr<Allocator> maximumMatching(const AllocatorShape& shape);

}  // namespace hopscope::allocators
