// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine/topology/placement.h"
#include "engine/topology/topology.h"
#include "ui/document/design_document.h"

namespace hopscope {

/// Something that a search found on the canvas.
struct PartHit {
  QString name;   ///< "Router 21", "Group G5"
  QString place;  ///< "group 5, position 1"; may be empty
  Parts parts;
};

/// Finds parts of a network by what they are called, best first, at most `most`:
/// "21", "router 21", "r21", "terminal 42", "t 42", "3 to 7", "link 3-7", "group 5", "G5",
/// "level 1", or a part of the name that the user gave. Ids are those of the design.
std::vector<PartHit> findParts(const QString& text, const Topology& topology,
                               const Placement& placement, std::size_t most = 12);

}  // namespace hopscope
