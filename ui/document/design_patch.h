// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/design/design.h"

namespace hopscope {

struct DesignChange;

/// Single places on the canvas; nothing: the place the family's own layout gives.
using MovedParts = std::map<std::uint32_t, std::optional<Point>>;

/// The parts of a design one step changes; absent parts stay as they are.
struct DesignPatch {
  std::optional<std::string> name;
  std::optional<Values> settings;
  std::optional<DrawnNetwork> drawn;
  std::optional<std::vector<Override>> overrides;
  std::optional<std::vector<Phase>> phases;
  std::optional<DesignLayout> layout;
  MovedParts routerPlaces, terminalPlaces;  ///< cheaper than a whole layout while dragging
  std::map<std::uint32_t, std::vector<Point>> bends;  ///< of single links; empty: none
  std::optional<std::vector<CanvasNote>> notes;
  std::optional<std::set<std::int32_t>> collapsed;

  bool empty() const;
};

/// What has to be replaced in `from` to make it equal to `to`.
DesignPatch difference(const Design& from, const Design& to);

/// Swaps the patch's parts with the design's: doing it twice restores both. Undo and redo are this
/// one function.
DesignChange exchange(Design& design, DesignPatch& patch);

/// Puts `later` behind `earlier`, both already applied: afterwards `earlier` undoes both.
void join(DesignPatch& earlier, const DesignPatch& later);

/// True when applying the patch would leave the design as it is.
bool changesNothing(const Design& design, const DesignPatch& patch);

}  // namespace hopscope
