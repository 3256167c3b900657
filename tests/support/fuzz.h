// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>
#include <algorithm>

namespace hopscope::test {

/// How many random inputs a test tries: `usual`, or as many as HOPSCOPE_FUZZ says, for a long look
/// by hand: HOPSCOPE_FUZZ=1000000.
inline int fuzzRounds(int usual) {
  bool given = false;
  const int wanted = qEnvironmentVariableIntValue("HOPSCOPE_FUZZ", &given);
  return given ? std::max(1, wanted) : usual;
}

}  // namespace hopscope::test
