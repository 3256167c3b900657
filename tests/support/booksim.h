// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "tests/support/oracle.h"

/// Networks that BookSim2 simulated, and what it found (tests/data/oracles/booksim_*.json).
namespace hopscope::test {

struct BooksimRow {
  std::string name;
  std::string booksim;  ///< its settings there beyond the table's: "num_vcs=2 injection_rate=0.1"
  Design design;
  std::optional<Expected> latency;   ///< mean, cycles
  std::optional<Expected> accepted;  ///< flits per terminal and cycle
};

struct BooksimTable {
  std::string configuration;  ///< BookSim2's settings of all rows
  std::vector<BooksimRow> rows;
};

/// The rows of tests/data/oracles/NAME.json.
BooksimTable booksimTable(const std::string& name);

/// Runs a design to its end. Throws where it does not compile.
Results runDesign(const Design& design);

}  // namespace hopscope::test
