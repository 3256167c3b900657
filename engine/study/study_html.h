// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/study/study.h"
#include "engine/study/study_rows.h"

namespace hopscope {

/// A report of a study as one page that needs nothing else: how much of it is done, pictures (as
/// addresses of the kind data:image/svg+xml;base64,…), a table of these columns, and the document
/// itself, from which it can be repeated.
std::string studyHtml(const Study& study, const std::string& document, const StudyRows& rows,
                      const std::vector<std::string>& columns,
                      const std::vector<std::string>& pictures);

/// The document in such a page; nothing where the text is none, or has none.
std::optional<std::string> studyInHtml(std::string_view page);

}  // namespace hopscope
