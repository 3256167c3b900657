// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/command_file.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "engine/core/byte_order_mark.h"
#include "engine/core/registry.h"
#include "engine/core/text.h"
#include "engine/core/units.h"
#include "engine/workload/operation.h"
#include "engine/workload/text_lines.h"

namespace hopscope {
namespace {

constexpr std::size_t kDeepest = 16;  ///< repetitions within each other
constexpr std::uint64_t kMostRepeats = 1'000'000'000;
constexpr std::uint64_t kLongestMessage = std::uint64_t{1} << 31;
constexpr double kLongestWait = 1e15;  ///< cycles or picoseconds
constexpr std::uint64_t kMostSlot = 1'000'000;
constexpr std::size_t kMostLoads = 1024;                     ///< of different circuits
constexpr std::size_t kMostCircuits = std::size_t{1} << 21;  ///< of all of them

/// The names of commands, and how many words follow.
struct CommandWord {
  const char* name;
  CommandKind kind;
  std::size_t words;
  const char* as;
};
constexpr CommandWord kCommandWords[] = {
    {"send", CommandKind::send, 2, "send BYTES TO"},
    {"bsend", CommandKind::blockingSend, 2, "bsend BYTES TO"},
    {"recv", CommandKind::receive, 1, "recv FROM"},
    {"bcast", CommandKind::broadcast, 1, "bcast BYTES"},
    {"wait", CommandKind::wait, 1, "wait TIME"},
    {"barrier", CommandKind::barrier, 0, "barrier"},
    {"phase", CommandKind::phase, 1, "phase N"},
    {"flush", CommandKind::flush, 0, "flush"},
    {"predict", CommandKind::predict, 1, "predict TO"},
    {"preload", CommandKind::preload, 2, "preload SLOT CIRCUITS"},
};

}  // namespace

bool looksLikeCommands(std::string_view text) {
  return withoutByteOrderMark(text).starts_with(kCommandsHeader);
}

class CommandReader {
 public:
  explicit CommandReader(std::uint32_t elements)
      : elements_(elements), file_(elements), named_(elements, 0) {}

  CommandFile read(std::string_view text) && {
    while (!text.empty() && !lost_ && file_.issues.size() < kMostLineIssues)
      readLine(takeLine(text));
    if (line_ == 0) refuse(sentence("The file is empty."), header());
    if (open_.size() > 1 && !lost_)
      refuse(sentence("The \"repeat\" of line {} has no \"end\".", open_.back().line),
             sentence("Close it with \"end\"."));
    give();
    return std::move(file_);
  }

 private:
  /// A list that is being read: the one of a "pe", or of a repetition within.
  struct Open {
    CommandList list;
    std::uint64_t times = 1;
    std::uint64_t commands = 0;  ///< with all repetitions, kMostCommands + 1 at the most
    std::uint32_t line = 0;      ///< of the "repeat"
  };

  void refuse(Sentence text, Sentence remedy) {
    file_.issues.push_back({Severity::error, fmt::format("line {}", std::max(1U, line_)),
                            std::move(text), std::move(remedy)});
  }
  static Sentence header() { return sentence("Its first line is \"{}\".", kCommandsHeader); }

  void readLine(std::string_view line) {
    ++line_;
    if (line.find('\0') != std::string_view::npos) {
      lost_ = true;
      return refuse(sentence("A byte of zero stands here, as in no text."),
                    sentence("Save the file as plain text."));
    }
    if (line_ == 1) {
      line = withoutByteOrderMark(line);
      while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
      if (line == kCommandsHeader) return;
      lost_ = true;
      return refuse(sentence("This is no file of commands that this version reads."), header());
    }
    wordsIn(line.substr(0, line.find('#')), words_);
    if (words_.empty()) return;
    for (const CommandWord& word : kCommandWords)
      if (words_[0] == word.name) return readCommand(word);
    if (words_[0] == "pe") return readElements();
    if (words_[0] == "repeat") return beginRepeat();
    if (words_[0] == "end") return endRepeat();
    std::vector<std::string> known{"pe", "repeat", "end"};
    for (const CommandWord& word : kCommandWords) known.emplace_back(word.name);
    const std::string near = nearestName(words_[0], known);
    refuse(sentence("There is no command \"{}\".", clipped(words_[0])),
           near.empty() ? sentence("Known are {}.", fmt::join(known, ", "))
                        : sentence("Did you mean \"{}\"?", near));
  }

  void readElements() {
    if (open_.size() > 1) {
      lost_ = true;
      return refuse(sentence("\"pe\" stands within the \"repeat\" of line {}.", open_.back().line),
                    sentence("Close it with \"end\" before."));
    }
    give();
    chosen_.clear();
    isNamed_ = true;
    const Sentence remedy =
        sentence("Write \"pe *\", \"pe 3\", \"pe 4-7\" or \"pe 0,2,5\"; elements go from 0 to {}.",
                 elements_ - 1);
    if (words_.size() != 2) return refuse(sentence("Whose commands follow is not said."), remedy);
    std::string_view list = words_[1];
    if (list == "*") {
      for (std::uint32_t e = 0; e < elements_; ++e) chosen_.push_back(e);
      return;
    }
    std::fill(named_.begin(), named_.end(), 0);
    while (!list.empty()) {
      const std::size_t end = std::min(list.find(','), list.size());
      const std::string_view item = list.substr(0, end);
      list.remove_prefix(std::min(end + 1, list.size()));
      const std::size_t dash = item.find('-');
      const auto first = numberIn<std::uint32_t>(item.substr(0, dash));
      const auto last =
          dash == std::string_view::npos ? first : numberIn<std::uint32_t>(item.substr(dash + 1));
      if (!first || !last || *first > *last || *last >= elements_)
        return refuse(sentence("\"{}\" names no elements.", clipped(item)), remedy);
      for (std::uint32_t e = *first; e <= *last; ++e) {
        if (std::exchange(named_[e], 1) != 0)
          return refuse(sentence("Element {} is named twice.", e), sentence("Name it once."));
        chosen_.push_back(e);
      }
    }
  }

  void beginRepeat() {
    const auto count = words_.size() == 2 ? numberIn<std::uint64_t>(words_[1]) : std::nullopt;
    if (!count || *count > kMostRepeats)
      refuse(words_.size() == 2 ? sentence("\"{}\" is no number of times.", clipped(words_[1]))
                                : sentence("How often to repeat is not said."),
             sentence("Write \"repeat 10\"; 0 to {} times are possible.", kMostRepeats));
    if (open_.size() > kDeepest) {
      lost_ = true;
      return refuse(sentence("There are more than {} repetitions within each other.", kDeepest),
                    sentence("Write the innermost ones out."));
    }
    open_.emplace_back();
    open_.back().times = count.value_or(1);
    open_.back().line = line_;
  }

  void endRepeat() {
    if (open_.size() == 1)
      return refuse(sentence("\"end\" has no \"repeat\"."), sentence("Remove it."));
    Open inner = std::move(open_.back());
    open_.pop_back();
    // What repeats nothing does nothing, however often; what has errors is not counted.
    if (inner.list.operations == 0 || inner.times == 0 || hasErrors(file_.issues)) return;
    if (inner.commands > kMostCommands / inner.times) return refuseAll();
    Command repetition;
    repetition.kind = CommandKind::repeat;
    const bool receives = inner.list.receives;
    repetition.peer = keep(std::move(inner.list));
    open_.back().list.receives = open_.back().list.receives || receives;
    repetition.amount = static_cast<double>(inner.times);
    add(repetition, inner.commands * inner.times);
  }

  void readCommand(const CommandWord& word) {
    Command command;
    command.kind = word.kind;
    // A time may stand in two words: 90 ns.
    if (word.kind == CommandKind::wait && words_.size() == 3) {
      time_.assign(words_[1]).append(" ").append(words_[2]);
      words_ = {words_[0], time_};
    }
    const bool isList = word.kind == CommandKind::preload;  // of circuits, a word each
    if (isList ? words_.size() <= word.words : words_.size() != word.words + 1)
      return refuse(sentence("\"{}\" has {} words behind it, not {}.", word.name, word.words,
                             words_.size() - 1),
                    sentence("Write it as \"{}\".", word.as));
    if (!readWords(command)) return;
    if (!isNamed_)
      return refuse(sentence("It is not said whose command this is."),
                    sentence("Put \"pe *\" before it."));
    file_.predicts_ = file_.predicts_ || command.kind == CommandKind::predict;
    file_.tellsOfCircuits_ = file_.tellsOfCircuits_ || command.kind == CommandKind::flush ||
                             command.kind == CommandKind::predict || isList;
    add(command, std::max<std::uint64_t>(1, file_.operationsOf(command)));
  }

  /// What stands behind the command; false where it cannot be, which is said then.
  bool readWords(Command& command) {
    switch (command.kind) {
      case CommandKind::send:
      case CommandKind::blockingSend:
        return readWhole(words_[1], "bytes", 1, kLongestMessage, command) &&
               readPeer(words_[2], command, false);
      case CommandKind::broadcast:
        return readWhole(words_[1], "bytes", 1, kLongestMessage, command);
      case CommandKind::receive:
        command.amount = line_;
        return readPeer(words_[1], command, true);
      case CommandKind::predict:
        return readPeer(words_[1], command, false);
      case CommandKind::wait:
        return readTime(words_[1], command);
      case CommandKind::phase:
        return readWhole(words_[1], "the number of a phase", 0, kNone, command);
      case CommandKind::preload:
        return readWhole(words_[1], "the number of a slot", 0, kMostSlot, command) &&
               readCircuits(command);
      case CommandKind::barrier:
      case CommandKind::flush:
      case CommandKind::repeat:
        return true;
    }
    return true;
  }

  bool readWhole(std::string_view text, const char* what, std::uint64_t least, std::uint64_t most,
                 Command& command) {
    const auto number = numberIn<std::uint64_t>(text);
    if (!number || *number < least || *number > most) {
      refuse(sentence("\"{}\" cannot be {}.", clipped(text), what),
             sentence("Whole numbers from {} to {} are allowed.", least, most));
      return false;
    }
    command.amount = static_cast<double>(*number);
    return true;
  }

  bool readPeer(std::string_view text, Command& command, bool mayBeAny) {
    if (text == "*" && mayBeAny) return true;
    const auto wrong = [&] {
      refuse(sentence("\"{}\" is no element.", clipped(text)),
             mayBeAny
                 ? sentence("Allowed are 0 to {}, \"self+1\", \"self-1\" and \"*\".", elements_ - 1)
                 : sentence("Allowed are 0 to {}, \"self+1\" and \"self-1\".", elements_ - 1));
      return false;
    };
    if (text.substr(0, 4) == "self") {
      command.fromSelf = true;
      command.peer = 0;
      if (text.size() == 4) return true;
      const auto offset = numberIn<std::uint32_t>(text.substr(5));
      if (!offset || (text[4] != '+' && text[4] != '-')) return wrong();
      const std::uint32_t further = *offset % elements_;
      command.peer = text[4] == '+' || further == 0 ? further : elements_ - further;
      return true;
    }
    const auto peer = numberIn<std::uint32_t>(text);
    if (!peer || *peer >= elements_) return wrong();
    command.peer = *peer;
    return true;
  }

  /// Circuits for a slot; those that stood in the file before are the same.
  bool readCircuits(Command& command) {
    CircuitLoad load{static_cast<std::uint32_t>(command.amount), {}, line_};
    const bool none = words_.size() == 3 && words_[2] == kNoCircuits;
    for (std::size_t i = 2; i < words_.size() && !none; ++i)
      if (!readCircuit(words_[i], load.pairs)) return false;
    for (const Issue& issue : checkConfiguration(load.pairs, elements_, {})) {
      refuse(issue.text, issue.remedy);
      return false;
    }
    std::sort(load.pairs.begin(), load.pairs.end(),
              [](const PortPair& a, const PortPair& b) { return a.input < b.input; });
    std::vector<std::uint32_t> key{load.slot};
    for (const PortPair& pair : load.pairs) key.insert(key.end(), {pair.input, pair.output});
    const auto [known, isNew] =
        loadNumbers_.emplace(std::move(key), static_cast<std::uint32_t>(file_.loads_.size()));
    command.peer = known->second;
    if (!isNew) return true;
    circuits_ += load.pairs.size();
    if (file_.loads_.size() == kMostLoads || circuits_ > kMostCircuits) {
      lost_ = true;
      refuse(sentence("More than {} configurations, or {} circuits, are loaded.", kMostLoads,
                      kMostCircuits),
             sentence("Load fewer different ones."));
      return false;
    }
    file_.loads_.push_back(std::move(load));
    return true;
  }

  /// "0>3", or "self+1" of all elements.
  bool readCircuit(std::string_view text, std::vector<PortPair>& pairs) {
    const std::size_t arrow = text.find('>');
    if (arrow == std::string_view::npos && text.starts_with("self")) {
      Command each;
      if (!readPeer(text, each, false)) return false;
      for (std::uint32_t e = 0; e < elements_ && pairs.size() <= elements_; ++e)
        pairs.push_back(
            {e, static_cast<std::uint32_t>((std::uint64_t{e} + each.peer) % elements_)});
      return true;
    }
    const auto from = numberIn<std::uint32_t>(text.substr(0, arrow));
    const auto to = arrow == std::string_view::npos
                        ? std::nullopt
                        : numberIn<std::uint32_t>(text.substr(arrow + 1));
    if (!from || !to) {
      refuse(sentence("\"{}\" names no circuit.", clipped(text)),
             sentence("Write \"0>3\" or \"self+1\", of several one behind the other, or \"{}\"; a "
                      "file of them is read where it lies beside this one.",
                      kNoCircuits));
      return false;
    }
    if (std::max(*from, *to) >= elements_) {
      refuse(sentence("A circuit from {} to {} is of no elements.", *from, *to),
             sentence("They go from 0 to {}.", elements_ - 1));
      return false;
    }
    if (pairs.size() <= elements_) pairs.push_back({*from, *to});  // more are refused as it is
    return true;
  }

  bool readTime(std::string_view text, Command& command) {
    const auto quantity = parseQuantity(text);
    command.hasUnit = quantity && quantity->dimension == Dimension::time;
    const bool fine = quantity && quantity->amount <= kLongestWait &&
                      (command.hasUnit || quantity->dimension == Dimension::cycles ||
                       quantity->dimension == Dimension::number);
    if (!fine)
      refuse(sentence("\"{}\" is no time to wait.", clipped(text)),
             sentence("Write cycles, or a time with its unit such as \"90 ns\"; 10^15 cycles or "
                      "1,000 s are the most."));
    command.amount = quantity ? quantity->amount : 0;
    return fine;
  }

  void refuseAll() {
    lost_ = true;
    refuse(
        sentence("With repetitions written out, there are more than {} commands.", kMostCommands),
        sentence("Repeat less often."));
  }

  void add(const Command& command, std::uint64_t commands) {
    Open& open = open_.back();
    CommandList& list = open.list;
    const std::uint64_t operations = file_.operationsOf(command);
    if (operations != 1 && list.before.empty()) {
      list.before.resize(list.commands.size());
      for (std::size_t i = 0; i < list.before.size(); ++i) list.before[i] = i;
    }
    if (operations != 1 || !list.before.empty()) list.before.push_back(list.operations);
    list.commands.push_back(command);
    list.receives = list.receives || command.kind == CommandKind::receive;
    list.operations += operations;
    open.commands = std::min(open.commands + commands, kMostCommands + 1);
  }

  std::uint32_t keep(CommandList list) {
    file_.lists_.push_back(std::move(list));
    return static_cast<std::uint32_t>(file_.lists_.size() - 1);
  }

  /// Gives the elements at hand what was read for them.
  void give() {
    if (open_.size() > 1 || hasErrors(file_.issues)) return;
    Open read = std::exchange(open_.front(), {});
    if (read.list.operations == 0 || chosen_.empty()) return;
    if (read.commands > (kMostCommands - given_) / chosen_.size()) return refuseAll();
    given_ += read.commands * chosen_.size();
    if (file_.parts_.size() % CommandFile::kMarkEvery == 0)
      file_.marks_.insert(file_.marks_.end(), file_.operations_.begin(), file_.operations_.end());
    for (const std::uint32_t element : chosen_) {
      file_.operations_[element] += read.list.operations;
      if (read.list.receives) file_.receives_[element] = 1;
    }
    const std::uint32_t set = setOfChosen();
    file_.parts_.push_back({keep(std::move(read.list)), set});
  }

  /// The chosen elements among the sets that there are, or a new one.
  std::uint32_t setOfChosen() {
    set_.assign(file_.words_, 0);
    for (const std::uint32_t element : chosen_) setBit(set_.data(), element);
    const auto [known, isNew] =
        setNumbers_.emplace(set_, static_cast<std::uint32_t>(file_.sets_.size() / file_.words_));
    if (isNew) file_.sets_.insert(file_.sets_.end(), set_.begin(), set_.end());
    return known->second;
  }

  std::uint32_t elements_;
  CommandFile file_;
  std::vector<std::string_view> words_;  ///< of the line at hand
  std::string time_;                     ///< one that stands in two words
  std::vector<std::uint32_t> chosen_;
  std::vector<std::uint8_t> named_;  ///< per element: by the "pe" at hand
  std::vector<std::uint64_t> set_;   ///< the chosen ones
  std::map<std::vector<std::uint64_t>, std::uint32_t> setNumbers_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> loadNumbers_;  ///< of slot and ports
  std::size_t circuits_ = 0;                                         ///< of all loads
  bool isNamed_ = false;                                             ///< there was a "pe"
  std::vector<Open> open_ = std::vector<Open>(1);
  std::uint32_t line_ = 0;
  std::uint64_t given_ = 0;
  bool lost_ = false;  ///< what follows would be told wrongly
};

std::uint64_t CommandFile::operationsOf(const Command& command) const {
  switch (command.kind) {
    case CommandKind::repeat:
      return lists_[command.peer].operations * static_cast<std::uint64_t>(command.amount);
    case CommandKind::broadcast:
      return elements() - 1;
    default:
      return 1;
  }
}

CommandFile parseCommands(std::string_view text, std::uint32_t elements) {
  return CommandReader(elements).read(text);
}

}  // namespace hopscope
