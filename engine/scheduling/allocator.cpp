// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/allocator.h"

#include "engine/scheduling/allocators.h"

namespace hopscope {

Allocator::Allocator(std::size_t requests, bool wantsAges) : wantsAges_(wantsAges) {
  requests_.reserve(requests);
  winners_.reserve(requests);
  if (wantsAges) births_.reserve(requests);
}

std::unique_ptr<Allocator> makeAllocator(const AllocatorSettings& settings,
                                         const AllocatorShape& shape, InputChoice choice,
                                         std::uint64_t seed) {
  using namespace allocators;
  switch (settings.kind) {
    case AllocatorKind::separableInputFirst:
      if (settings.arbiter == ArbiterKind::roundRobin && choice == InputChoice::asAdded)
        return separableInputFirst(shape, settings.iterations);
      return separable(settings, shape, choice, seed);
    case AllocatorKind::separableOutputFirst:
      return separable(settings, shape, choice, seed);
    case AllocatorKind::islip:
      return islip(shape, settings.iterations);
    case AllocatorKind::wavefront:
      return wavefront(shape);
    case AllocatorKind::maximumMatching:
      break;
  }
  return maximumMatching(shape);
}

}  // namespace hopscope
