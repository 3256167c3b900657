// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/findings/diagnosis.h"
#include "ui/document/design_document.h"

namespace hopscope {

/// What was found in a design or a run: one line of the health panel.
struct Finding {
  Severity severity = Severity::note;  ///< a note is good news
  QString text;
  QString reason;               ///< may be empty
  std::string path;             ///< setting it is about; may be empty
  Parts parts;                  ///< what "Show me" selects; may be empty
  Remedy remedy{};              ///< what "Fix" does; may be empty
  std::vector<Remedy> tries{};  ///< what can be run beside it
  bool open = false;            ///< a note of what is not known: no good news
};

/// A diagnosis in the user's language.
Finding findingOf(const Diagnosis& diagnosis);
std::vector<Finding> findingsOf(const std::vector<Diagnosis>& diagnoses);

}  // namespace hopscope
