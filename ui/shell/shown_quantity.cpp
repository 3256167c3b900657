// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/shown_quantity.h"

#include "ui/shell/project_session.h"

namespace hopscope {

namespace {
constexpr const char* kQuantityKey = "run.colours";
}

HeatQuantity shownQuantity(const ProjectSession& session) {
  return heatQuantityOf(session.viewValue(kQuantityKey).value_or(""))
      .value_or(HeatQuantity::utilization);
}

void keepShownQuantity(ProjectSession& session, HeatQuantity quantity) {
  session.setViewValue(kQuantityKey, entryOf(quantity).name);
}

}  // namespace hopscope
