// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "engine/design/design.h"

namespace hopscope {

/// A design as text. The document is the one that every program reads. A design that is still being
/// worked on may hold what no document may, such as settings that contradict the network; for that
/// one the draft keeps every value as it is.
struct DesignText {
  std::string document;
  std::optional<std::string> draft;  ///< where the document gives another design

  bool operator==(const DesignText&) const = default;
};

DesignText toText(const Design& design);

/// The way back. Throws Failure.
Design fromText(const DesignText& text);

}  // namespace hopscope
