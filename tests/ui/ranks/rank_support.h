// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/design/design.h"
#include "ui/shell/main_window.h"

namespace hopscope::test {

/// meshDesign(true) in which nothing sends but what is added to it.
Design quietMesh();
/// The same with an application, ended by qFatal where there is none of that text.
Design meshOfRanks(const char* application);
/// Has the run of the design that is shown go on to its end, flat out; fails the test where it does
/// not come.
void finishRun(MainWindow& window);

}  // namespace hopscope::test
