// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

#include "engine/core/issue.h"
#include "ui/document/design_document.h"
#include "ui/document/remedies.h"

namespace hopscope {

/// What was found in a design or a run: one line of the health panel.
struct Finding {
  Severity severity = Severity::note;  ///< a note is good news
  QString text;
  QString reason;    ///< may be empty
  std::string path;  ///< setting it is about; may be empty
  Parts parts;       ///< what "Show me" selects; may be empty
  Remedy remedy{};   ///< what "Fix" does; may be empty
};

}  // namespace hopscope
