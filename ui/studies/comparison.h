// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/results.h"

namespace hopscope {

/// What is compared: a design with what came out of it. Both must outlive the call.
struct Compared {
  const Design* design = nullptr;
  const Results* results = nullptr;  ///< absent where only designs are compared
};

/// One setting or one result of all that is compared.
struct ComparedRow {
  QString name;        ///< "Routing: algorithm", "Mean latency"
  QString unit;        ///< "cycles"; may be empty
  std::string path;    ///< of a setting: "routing.algorithm"
  QString label;       ///< of what is no result, without its section: "algorithm"
  QStringList values;  ///< one each, as on the screen; "–" where it does not apply
  /// The same for files: C numbers without unit, empty where there is none.
  QStringList plain;
  /// The differences to the first: "+2", "+142 %", "+87 points"; empty where none is told.
  QStringList differences;
  bool differs = false;
};

/// The settings of all, in the order of the document: network, parts that were drawn, overrides
/// and changes during the run included. Values are those in force, whether set or default.
std::vector<ComparedRow> compareSettings(const std::vector<Compared>& all);

/// The figures of all that have results.
std::vector<ComparedRow> compareResults(const std::vector<Compared>& all);

/// "Switch: local buffer 64 → 128 flits, Routing: algorithm Minimal → Valiant": how the second
/// differs from the first, the first few; empty where they are equal.
QString differenceWords(const Design& first, const Design& second, std::size_t most = 3);

}  // namespace hopscope
