// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/configured_load.h"

#include <variant>

#include "engine/design/catalogue.h"

namespace hopscope {

double configuredLoad(const Design& design) {
  const Value load = effectiveValue(design, "traffic.load");
  if (const auto* real = std::get_if<double>(&load)) return *real;
  const auto* whole = std::get_if<std::int64_t>(&load);
  return whole != nullptr ? static_cast<double>(*whole) : 0;
}

}  // namespace hopscope
