// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

#include "engine/workload/application_end.h"

namespace hopscope {

/// What a column or a setting of a study is called on the screen; its name where it has no words.
QString studyWords(const std::string& name);

/// How far applications came: "finished", "unfinished" or "stalled".
QString outcomeWord(ApplicationEnd outcome);

}  // namespace hopscope
