// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/command_partners.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/workload/text_lines.h"

namespace hopscope {
namespace {

/// So many commands of elements are looked at: it is done whenever a design is checked.
constexpr std::uint64_t kMostLooks = 2'000'000;
constexpr std::uint64_t kMostPairs = 20'000'000;  ///< of elements and parts of the file

/// Counts of messages, repetitions multiplied out.
class ReceiveCheck {
 public:
  explicit ReceiveCheck(const CommandFile& file) : file_(file), toAll_(file.elements(), 0) {}

  Issues run() {
    Issues issues;
    if (!anyReceives() || std::uint64_t{file_.elements()} * file_.parts() > kMostPairs) return {};
    for (std::uint32_t element = 0; element < file_.elements(); ++element)
      if (!countSends(element)) return {};
    for (std::uint32_t element = 0; element < file_.elements() && issues.size() < kMostLineIssues;
         ++element)
      if (file_.receives(element) && !checkElement(element, issues)) return {};
    return issues;
  }

 private:
  bool anyReceives() const {
    for (std::uint32_t element = 0; element < file_.elements(); ++element)
      if (file_.receives(element)) return true;
    return false;
  }
  static std::uint64_t keyOf(std::uint32_t from, std::uint32_t to) {
    return std::uint64_t{from} << 32 | to;
  }

  /// False where there are too many commands.
  bool countSends(std::uint32_t element) {
    return file_.forEachCommand(
        element, [&](const Command& command, std::uint32_t peer, double times) {
          if (command.kind == CommandKind::broadcast)
            toAll_[element] += times;
          else if (command.kind == CommandKind::send || command.kind == CommandKind::blockingSend)
            sent_[keyOf(element, peer)] += times;
          return ++looks_ <= kMostLooks;
        });
  }
  double sentBy(std::uint32_t from, std::uint32_t to) const {
    const auto found = sent_.find(keyOf(from, to));
    return (found == sent_.end() ? 0 : found->second) + (from == to ? 0 : toAll_[from]);
  }

  bool checkElement(std::uint32_t element, Issues& issues) {
    struct Received {
      double times = 0;
      std::uint32_t line = 0;  ///< of the first that is too many
    };
    std::map<std::uint32_t, Received> received;
    bool any = false;
    const bool all = file_.forEachCommand(
        element, [&](const Command& command, std::uint32_t peer, double times) {
          if (command.kind == CommandKind::receive) {
            any = any || peer == kNone;
            Received& from = received[peer];
            from.times += times;
            if (!any && from.line == 0 && from.times > sentBy(peer, element))
              from.line = static_cast<std::uint32_t>(command.amount);
          }
          return !any && ++looks_ <= kMostLooks;
        });
    if (any) return true;
    if (!all) return false;
    for (const auto& [peer, from] : received)
      if (from.line > 0 && issues.size() < kMostLineIssues)
        issues.push_back(
            {Severity::error, fmt::format("line {}", from.line),
             from.times == 1
                 ? sentence("Element {} receives a message from element {}, which sends it none.",
                            element, peer)
                 : sentence("Element {} receives {:.15g} messages from element {}, which sends it "
                            "{:.15g}.",
                            element, from.times, peer, sentBy(peer, element)),
             sentence("Give each \"recv\" a \"send\" of the other element.")});
    return true;
  }

  const CommandFile& file_;
  std::unordered_map<std::uint64_t, double> sent_;
  std::vector<double> toAll_;  ///< broadcasts, per element
  std::uint64_t looks_ = 0;
};

}  // namespace

Issues checkReceives(const CommandFile& file) {
  return ReceiveCheck(file).run();
}

}  // namespace hopscope
