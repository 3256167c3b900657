// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace hopscope {

/// Where studyJson() has the study.
inline constexpr const char* kStudyMember = "study";

/// The document of a study in a file that may be one, or a page (studyHtml) or a table (studyJson)
/// with one in it: anything else is returned as it is.
std::string studyDocumentIn(std::string text);

}  // namespace hopscope
