// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/issue.h"
#include "engine/design/compile.h"
#include "engine/figures/recipe.h"

/// Inputs that are settings of a design, by their full paths ("topology.kind"). Those of its one
/// phase have "then." before them ("then.traffic.load").
namespace hopscope::figures {

/// The design with these settings; other inputs are passed over. Issues name the path.
Design readDesign(const Inputs& inputs, Issues& issues);

/// Adds a phase that sets what the inputs with "then." say.
void addPhase(Design& design, Cycle at, const Inputs& inputs, Issues& issues);

/// The inputs that are no settings of a design: those without a dot.
Inputs ownInputs(const Inputs& inputs);

}  // namespace hopscope::figures
