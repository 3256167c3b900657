// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/topology/topology.h"

namespace hopscope {

/// Virtual channels the network has, per kind of link.
struct VcCounts {
  unsigned local = 1;
  unsigned global = 1;
  unsigned terminal = 1;

  unsigned of(LinkKind kind) const {
    return kind == LinkKind::terminal ? terminal : kind == LinkKind::local ? local : global;
  }
  bool operator==(const VcCounts&) const = default;
};

}  // namespace hopscope
