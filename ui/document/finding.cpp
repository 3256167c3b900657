// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/finding.h"

#include "ui/words/engine_text.h"
#include "ui/words/part_names.h"

namespace hopscope {

Finding findingOf(const Diagnosis& diagnosis) {
  Finding finding;
  finding.severity = diagnosis.severity;
  finding.text = asTitle(engineText(diagnosis.text));
  finding.reason = asTitle(engineText(diagnosis.reason));
  finding.path = diagnosis.path;
  finding.parts.routers = diagnosis.routers;
  finding.parts.links = diagnosis.links;
  finding.remedy = diagnosis.remedy;
  finding.tries = diagnosis.tries;
  return finding;
}

std::vector<Finding> findingsOf(const std::vector<Diagnosis>& diagnoses) {
  std::vector<Finding> findings;
  findings.reserve(diagnoses.size());
  for (const Diagnosis& each : diagnoses) findings.push_back(findingOf(each));
  return findings;
}

}  // namespace hopscope
