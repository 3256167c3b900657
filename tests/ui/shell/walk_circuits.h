// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <string>
#include <utility>

#include "engine/design/catalogue.h"
#include "engine/design/design.h"
#include "ui/document/design_document.h"

namespace hopscope::test {

/// Gives the design switches whose circuits have slots, which may be too few, changes what they are
/// like, or takes them away again; what was done. `below(n)` draws from 0 to n - 1.
template <typename Below>
QString changeCircuits(DesignDocument& document, Below&& below) {
  static const std::array<std::pair<const char*, Value>, 16> kChanges{{
      {"switch.model", std::string("vct")},
      {"switch.model", std::string("wormhole")},
      {"switch.best_effort", std::string("none")},
      {"switch.best_effort", std::string("free")},
      {"switch.best_effort", std::string("idle")},
      {"switch.best_effort", std::string("idle")},
      {"switch.circuits", std::string("none")},
      {"switch.circuits", std::string("all")},
      {"switch.circuits", std::string("self+1; self-1")},
      {"switch.circuits", std::string("0>5 5>0 3>1")},
      {"switch.slots", std::int64_t{0}},
      {"switch.slots", std::int64_t{2}},
      {"switch.slots", std::int64_t{48}},
      {"switch.slots_each", std::int64_t{2}},
      {"switch.slot_length", std::int64_t{2}},
      {"switch.slot_length", std::int64_t{7}},
  }};
  std::pair<const char*, Value> change{"switch.model", std::string("slotted")};
  if (effectiveValue(document.design(), "switch.model") == change.second)
    change = kChanges[static_cast<std::size_t>(below(static_cast<int>(kChanges.size())))];
  document.setValue(change.first, change.second);
  return QStringLiteral("%1 = %2").arg(QLatin1String(change.first),
                                       QString::fromStdString(toText(change.second)));
}

/// Other traffic for a run: what has circuits may have to be planned anew.
template <typename Below>
Phase anyChange(Below&& below) {
  static const std::array<const char*, 4> kPatterns{"uniform", "neighbour", "tornado", "transpose"};
  Phase change;
  if (below(2) == 0)
    change.set["traffic.load"] = 0.05 * (1 + below(8));
  else
    change.set["traffic.pattern"] =
        std::string(kPatterns[static_cast<std::size_t>(below(static_cast<int>(kPatterns.size())))]);
  return change;
}

}  // namespace hopscope::test
