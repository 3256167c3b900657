// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/message_pairs.h"

namespace hopscope {

std::vector<MessagePair> messagePairs(const ApplicationPlan& plan,
                                      const std::vector<MatrixEntry>& matrix) {
  const RankTable ranks(plan);
  std::vector<MessagePair> pairs;
  pairs.reserve(matrix.size());
  for (const MatrixEntry& each : matrix)
    pairs.push_back({plan.jobs[ranks.job(each.source)].name, ranks.inJob(each.source),
                     ranks.inJob(each.destination), ranks.terminal(each.source),
                     ranks.terminal(each.destination), each.messages, each.bytes});
  return pairs;
}

}  // namespace hopscope
