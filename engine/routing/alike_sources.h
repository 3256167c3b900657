// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"

namespace hopscope {

/// What an algorithm of Evenness::classes may know besides: from which sources packets to one
/// destination take as many channels of each class in the mean, so that one of them is followed for
/// all (uniformLoads). Exact.
class AlikeSources {
 public:
  AlikeSources() = default;
  AlikeSources(const AlikeSources&) = delete;
  AlikeSources& operator=(const AlikeSources&) = delete;
  virtual ~AlikeSources() = default;

  /// Equal for such sources.
  virtual std::uint32_t sourceClass(TerminalId source, TerminalId destination) const = 0;
};

}  // namespace hopscope
