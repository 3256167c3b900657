// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/drawing/heat_quantity.h"

namespace hopscope {

class ProjectSession;

/// What colours show in Run and Compare, which travels with the project.
HeatQuantity shownQuantity(const ProjectSession& session);
void keepShownQuantity(ProjectSession& session, HeatQuantity quantity);

}  // namespace hopscope
