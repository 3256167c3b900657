// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/goal_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <variant>

#include "engine/core/text.h"
#include "engine/workload/applications/entries.h"
#include "engine/workload/text_lines.h"
#include "engine/workload/traces/goal_beside.h"
#include "engine/workload/traces/goal_labels.h"
#include "engine/workload/traces/goal_order.h"
#include "engine/workload/traces/goal_schedule.h"
#include "engine/workload/traces/trace_partners.h"
#include "engine/workload/traces/trace_progress.h"

namespace hopscope::trace {
namespace {

constexpr double kPicosecondsPerNanosecond = 1000;
constexpr double kLongestCalculation = 1e15;  ///< ns

class GoalReader {
 public:
  ReadTrace read(std::string_view text) && {
    readLines(text);
    if (ranks_ == 0 && out_.issues.empty())
      refuse(sentence("There is no number of ranks."), begins());
    else if (open_ && out_.issues.empty())
      refuse(sentence("The braces of rank {} are not closed.", rank_), sentence("Close them."));
    else if (const auto missing = std::find(read_.begin(), read_.end(), false);
             missing != read_.end() && out_.issues.empty())
      refuse(sentence("There is nothing of rank {}.", missing - read_.begin()),
             sentence("A rank that does nothing is \"rank 3 {{\" and \"}}\"."));
    const TracePlaces places{[text](const TracePlaces::See& see) {
                               GoalReader again;
                               again.see_ = &see;
                               again.readLines(text);
                             },
                             linePath};
    const auto add = [this](Issues found) {
      std::move(found.begin(), found.end(), std::back_inserter(out_.issues));
    };
    if (!hasErrors(out_.issues)) add(checkPartners(out_.ranks, places));
    if (!hasErrors(out_.issues) && loose_ > 0) keepFromWaiting(text);
    if (!hasErrors(out_.issues)) add(checkProgress(out_.ranks, places));
    if (!hasErrors(out_.issues)) tellWhatDiffers();
    return std::move(out_);
  }

 private:
  /// A rank as the file has it.
  struct Kept {
    std::vector<std::vector<GoalNode>> nodes;
    std::vector<std::vector<std::size_t>> lines;  ///< of the nodes
  };

  void readLines(std::string_view text) {
    while (!text.empty() && out_.issues.size() < kMostLineIssues && !lost_) {
      ++line_;
      readLine(takeLine(text));
    }
  }

  /// Chains that are put one behind the other may wait for each other where the schedule does not.
  void keepFromWaiting(std::string_view text) {
    // Who comes first matters there, and that is not known before it runs.
    for (const Operations& rank : out_.ranks)
      for (const Operation& each : rank)
        if (each.kind == OperationKind::receiveLater &&
            (each.peer == kAnyRank || each.tag == kAnyTag))
          return;
    if (comesToAnEnd(out_.ranks, SendEnds::withReceive)) return;
    // What comes of it is seldom needed, and large: so it is read once more.
    GoalReader again;
    again.keeps_ = true;
    again.readLines(text);
    const auto reordered = [&](SendEnds sends) {
      const bool fine = reorder(again.kept_, sends);
      apart_ = apart_ || (fine && again.apart_);
      return fine;
    };
    if (reordered(SendEnds::withReceive) || comesToAnEnd(out_.ranks, SendEnds::atOnce) ||
        reordered(SendEnds::atOnce))
      return;
    line_ = again.kept_.lines[stuck_.rank][stuck_.node];
    refuse(sentence("What rank {} does here waits for ever for a message: ranks wait for each "
                    "other, whatever the order of their chains.",
                    stuck_.rank),
           sentence("Remove one of the requirements, or let a send of the circle go first."));
  }

  bool reorder(const Kept& kept, SendEnds sends) {
    auto ordered = orderedByWhatCanGoOn(kept.nodes, sends);
    if (const auto* stuck = std::get_if<StuckNode>(&ordered)) {
      stuck_ = *stuck;
      return false;
    }
    auto& orders = std::get<std::vector<GoalOrder>>(ordered);
    for (std::size_t rank = 0; rank < orders.size(); ++rank)
      out_.ranks[rank] = std::move(orders[rank].operations);
    return true;
  }

  void refuse(Sentence text, Sentence remedy) {
    out_.issues.push_back({Severity::error,
                           rankLinePath(open_ ? rank_ : kNone, std::max<std::size_t>(1, line_)),
                           std::move(text), std::move(remedy)});
  }
  static Sentence begins() {
    return sentence("A schedule begins with \"num_ranks 4\" and \"rank 0 {}\".", "{");
  }
  static Sentence written() {
    return sentence(
        "Write \"l1: calc 100\", \"l1: send 8b to 2 tag 0\", \"l1: recv 8b from 2 tag 0\" or "
        "\"l2 requires l1\".");
  }

  void readLine(std::string_view line) {
    if (line.find('\0') != std::string_view::npos)
      return refuse(sentence("This is no text."), begins());
    line = line.substr(0, std::min(line.find("//"), line.find('#')));
    wordsIn(line, words_);
    if (words_.empty()) return;
    if (isWord(words_[0], "num_ranks")) return readCount();
    if (isWord(words_[0], "rank")) return beginRank();
    if (isWord(words_[0], "}")) return endRank();
    if (!open_)
      return refuse(sentence("\"{}\" stands outside of all ranks.", clipped(line)), begins());
    if (words_.size() == 3 && (isWord(words_[1], "requires") || isWord(words_[1], "irequires")))
      return readOrder();
    readOperation(line);
  }

  void readCount() {
    const auto count = words_.size() == 2 ? numberIn<std::uint32_t>(words_[1]) : std::nullopt;
    if (ranks_ != 0 || !count || *count == 0 || *count > application::kMostRanks) {
      lost_ = ranks_ == 0;
      return refuse(
          sentence("This is no number of ranks from 1 to {}, said once.", application::kMostRanks),
          begins());
    }
    ranks_ = *count;
    out_.ranks.resize(ranks_);
    read_.resize(ranks_, false);
    if (!keeps_) return;
    kept_.nodes.resize(ranks_);
    kept_.lines.resize(ranks_);
  }

  void beginRank() {
    const auto rank = words_.size() == 3 && isWord(words_[2], "{")
                          ? numberIn<std::uint32_t>(words_[1])
                          : std::nullopt;
    if (open_ || !rank || *rank >= ranks_ || read_[*rank])
      return refuse(sentence("This begins no rank of the {}.", ranks_), begins());
    rank_ = *rank;
    open_ = read_[rank_] = true;
    nodes_.clear();
    processors_.clear();
    labels_.clear();
  }

  void endRank() {
    if (!open_) return refuse(sentence("There is no rank to be closed."), begins());
    open_ = false;
    if (see_ != nullptr) return;
    joinBegun();
    if (keeps_) {
      kept_.nodes[rank_] = std::move(nodes_);
      kept_.lines[rank_] = std::move(lines_);
      nodes_.clear();
      lines_.clear();
      return;
    }
    GoalOrder order = inOrder(nodes_);
    if (order.circle)
      return refuse(sentence("Operations of rank {} require each other in a circle.", rank_),
                    sentence("Remove one of the requirements."));
    loose_ += order.loose ? 1 : 0;
    if (order.loose && loose_ == 1) firstLoose_ = rank_;
    out_.ranks[rank_] = std::move(order.operations);
  }

  /// What goes on beside the rank is a collective that it begins, or else goes over its processor.
  void joinBegun() {
    if (std::all_of(processors_.begin(), processors_.end(), [](auto each) { return each == 0; }))
      return;
    if (!begun_) out_.begun = begun_ = std::make_shared<TracedSteps>();
    // What is kept has a line for each of its operations.
    if (keeps_ || !joinBeside(nodes_, processors_, ranks_, *begun_)) apart_ = true;
  }

  void readOrder() {
    const auto later = labels_.find(words_[0]), sooner = labels_.find(words_[2]);
    if (!later || !sooner)
      return refuse(sentence("There is no operation \"{}\" before this line.",
                             clipped(later ? words_[2] : words_[0])),
                    sentence("Labels stand before their operations: \"l1: calc 100\"."));
    GoalNode& node = nodes_[*later];
    (isWord(words_[1], "requires") ? node.after : node.with).push_back(*sooner);
  }

  void readOperation(std::string_view line) {
    std::size_t at = 0;
    std::string_view label;
    if (words_[0].size() > 1 && words_[0].back() == ':') {
      label = words_[0].substr(0, words_[0].size() - 1);
      at = 1;
    }
    GoalNode node;
    std::int32_t processor = 0;
    if (!readKind(at, node.operation)) return refuseOperation(line, at);
    if (!readOptions(at, node.operation, processor)) return refuseLine(line);
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    if (!label.empty() && !labels_.add(label, number))
      return refuse(sentence("There are two operations \"{}\".", clipped(label)),
                    sentence("Give each a label of its own."));
    if (++operations_ > kMostTraceOperations) {
      lost_ = true;
      return refuse(sentence("There are more than {} operations.", kMostTraceOperations),
                    sentence("Take a shorter stretch of the trace."));
    }
    if (see_ != nullptr) (*see_)(rank_, node.operation, line_);
    nodes_.push_back(std::move(node));
    processors_.push_back(processor);
    if (keeps_) lines_.push_back(line_);
  }

  void refuseLine(std::string_view line) {
    refuse(sentence("\"{}\" cannot be read.", clipped(line)), written());
  }
  /// Says of an operation that is written as it should be what number in it is beyond.
  void refuseOperation(std::string_view line, std::size_t at) {
    const auto numberAt = [&](std::size_t i) {
      std::string_view word = at + i < words_.size() ? words_[at + i] : std::string_view();
      if (i == 1 && !word.empty() && word.back() == 'b') word.remove_suffix(1);
      const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
      return std::all_of(word.begin(), word.end(), isDigit) ? word : std::string_view();
    };
    const std::string_view amount = numberAt(1), rank = numberAt(3);
    const bool calculates = at < words_.size() && isWord(words_[at], "calc");
    if (amount.empty() || (!calculates && rank.empty())) return refuseLine(line);
    if (calculates)
      return refuse(sentence("\"{}\" is no amount.", clipped(amount)),
                    sentence("Amounts are numbers from 0 to {:.0e}.", kLongestCalculation));
    if (numberIn<std::uint64_t>(amount).value_or(kMostBytes + 1) > kMostBytes)
      return refuse(sentence("A message of {} bytes is too large.", clipped(amount)),
                    sentence("{} bytes are the most.", kMostBytes));
    if (numberIn<std::uint32_t>(rank).value_or(ranks_) >= ranks_)
      return refuse(sentence("There is no rank {}.", clipped(rank)),
                    sentence("The trace has {} ranks, from 0 on.", ranks_));
    refuseLine(line);
  }

  /// "calc 100", "send 8b to 2", "recv 8b from 2"; moves `at` behind it.
  bool readKind(std::size_t& at, Operation& operation) const {
    const auto word = [&](std::size_t i) {
      return at + i < words_.size() ? words_[at + i] : std::string_view();
    };
    if (isWord(word(0), "calc")) {
      const auto amount = numberIn<double>(word(1));
      if (!amount || !(*amount >= 0) || *amount > kLongestCalculation) return false;
      operation = Operation::pass(*amount * kPicosecondsPerNanosecond);
      at += 2;
      return true;
    }
    const bool sends = isWord(word(0), "send");
    if ((!sends && word(0) != "recv") || !(sends ? isWord(word(2), "to") : isWord(word(2), "from")))
      return false;
    std::string_view size = word(1);
    if (!size.empty() && size.back() == 'b') size.remove_suffix(1);
    const auto bytes = numberIn<std::uint64_t>(size);
    const bool any = !sends && (isWord(word(3), "-1") || isWord(word(3), "any"));
    const auto peer = any ? kAnyRank : numberIn<std::uint32_t>(word(3)).value_or(kNone - 1);
    if (!bytes || *bytes > kMostBytes || (!any && peer >= ranks_)) return false;
    operation = sends ? Operation::sendLater(peer, *bytes)
                      : Operation::receiveLater(peer, *bytes == 0 ? kAnySize : *bytes);
    at += 4;
    return true;
  }

  /// "tag 5", "cpu 0" and "nic 0", in any order.
  bool readOptions(std::size_t at, Operation& operation, std::int32_t& processor) {
    for (; at < words_.size(); at += 2) {
      const auto value =
          at + 1 < words_.size() ? numberIn<std::int32_t>(words_[at + 1]) : std::nullopt;
      if (!value) return false;
      if (isWord(words_[at], "tag"))
        setTag(operation, *value);
      else if (*value < 0)
        return false;
      else if (isWord(words_[at], "cpu"))
        processor = *value;
      else if (isWord(words_[at], "nic"))
        apart_ = apart_ || *value != 0;
      else
        return false;
    }
    return true;
  }

  void tellWhatDiffers() {
    if (loose_ > 0)
      out_.issues.push_back(
          {Severity::warning,
           "",
           sentence("{} ranks, rank {} the first, have chains of operations that do not wait for "
                    "each other: here they go on one after the other.",
                    loose_, firstLoose_),
           {}});
    if (apart_)
      out_.issues.push_back({Severity::warning,
                             "",
                             sentence("All of a rank's operations go over one processor and one "
                                      "interface: \"cpu\" and \"nic\" are passed over."),
                             {}});
  }

  ReadTrace out_;
  std::vector<std::string_view> words_;
  std::vector<bool> read_;  ///< ranks that were begun
  std::vector<GoalNode> nodes_;
  std::vector<std::int32_t> processors_;  ///< of the nodes
  std::shared_ptr<TracedSteps> begun_;
  GoalLabels labels_;
  std::size_t line_ = 0, operations_ = 0;
  std::uint32_t ranks_ = 0, rank_ = 0, loose_ = 0, firstLoose_ = 0;
  bool open_ = false, apart_ = false;
  bool lost_ = false;                      ///< what follows says nothing any more
  const TracePlaces::See* see_ = nullptr;  ///< who hears of operations, which are all it does then
  bool keeps_ = false;                     ///< nodes, and puts them in no order
  std::vector<std::size_t> lines_;
  Kept kept_;
  StuckNode stuck_;
};

}  // namespace

ReadTrace readGoal(std::string_view text) {
  return GoalReader().read(text);
}

bool looksLikeGoal(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::string_view line = takeLine(text);
    wordsIn(line.substr(0, std::min(line.find("//"), line.find('#'))), words);
    if (!words.empty()) return words[0] == "num_ranks";
  }
  return false;
}

}  // namespace hopscope::trace
