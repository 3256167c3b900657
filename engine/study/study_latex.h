// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/study/study.h"
#include "engine/study/study_rows.h"

namespace hopscope {

/// A table for LaTeX (booktabs) with a row per finished point: design where there are several, the
/// settings that are varied, then these columns of studyTable() with four digits. A column whose
/// interval is known has it behind its values ($12.3 \pm 0.4$).
/// Comments say which points are missing, and why.
std::string studyLatex(const Study& study, const StudyRows& rows,
                       const std::vector<std::string>& columns);

}  // namespace hopscope
