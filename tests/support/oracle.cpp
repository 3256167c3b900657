// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/oracle.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace hopscope::test {

nlohmann::json oracle(const std::string& name) {
  std::ifstream file(std::string(HOPSCOPE_SOURCE_DIR) + "/tests/data/oracles/" + name + ".json");
  if (!file) throw std::runtime_error("no oracle " + name);
  return nlohmann::json::parse(file);
}

}  // namespace hopscope::test
