// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/command_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

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

/// A command as it stands in the file: for whom is found out element by element.
struct Written {
  Command command;
  std::int64_t offset = 0;  ///< of a peer that is named from oneself
  bool fromSelf = false;
  std::vector<Written> inner;  ///< of a repetition, `command.bytes` times
  bool repeats = false;
};

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
    {"preload", CommandKind::preload, 2, "preload SLOT FILE"},
};

class CommandReader {
 public:
  explicit CommandReader(std::uint32_t elements) : elements_(elements) {
    file_.elements.resize(elements);
  }

  CommandFile read(std::string_view text) && {
    while (!text.empty() && file_.issues.size() < kMostLineIssues) {
      readLine(takeLine(text));
    }
    if (line_ == 0) refuse(sentence("The file is empty."), header());
    if (open_.size() > 1)
      refuse(sentence("A \"repeat\" has no \"end\"."), sentence("Close it with \"end\"."));
    if (!hasErrors(file_.issues)) give();
    return std::move(file_);
  }

 private:
  void refuse(Sentence text, Sentence remedy) {
    file_.issues.push_back({Severity::error, fmt::format("line {}", std::max(1U, line_)),
                            std::move(text), std::move(remedy)});
  }
  static Sentence header() { return sentence("Its first line is \"{}\".", kCommandsHeader); }

  void readLine(std::string_view line) {
    ++line_;
    if (line.find('\0') != std::string_view::npos)
      return refuse(sentence("This is no text."), header());
    if (line_ == 1) {
      while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
      if (line != kCommandsHeader)
        refuse(sentence("This is no file of commands that this version reads."), header());
      return;
    }
    std::vector<std::string_view> words;
    wordsIn(line.substr(0, line.find('#')), words);
    if (words.empty()) return;
    if (words[0] == "pe") return readElements(words);
    if (words[0] == "repeat") return beginRepeat(words);
    if (words[0] == "end") return endRepeat();
    for (const CommandWord& word : kCommandWords)
      if (words[0] == word.name) return readCommand(word, words);
    std::vector<std::string> known{"pe", "repeat", "end"};
    for (const CommandWord& word : kCommandWords) known.emplace_back(word.name);
    const std::string near = nearestName(words[0], known);
    refuse(sentence("There is no command \"{}\".", clipped(words[0])),
           near.empty() ? sentence("Known are {}.", fmt::join(known, ", "))
                        : sentence("Did you mean \"{}\"?", near));
  }

  void readElements(const std::vector<std::string_view>& words) {
    if (open_.size() > 1)
      return refuse(sentence("\"pe\" stands within a \"repeat\"."), sentence("End it before."));
    give();
    chosen_.clear();
    const Sentence remedy = sentence(
        "Write \"pe *\", \"pe 3\", \"pe 4-7\" or \"pe 0,2,5\"; there are {} elements.", elements_);
    if (words.size() != 2) return refuse(sentence("Whose commands follow is not said."), remedy);
    std::string_view list = words[1];
    if (list == "*") {
      for (std::uint32_t e = 0; e < elements_; ++e) chosen_.push_back(e);
      return;
    }
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
      for (std::uint32_t e = *first; e <= *last; ++e) chosen_.push_back(e);
    }
  }

  void beginRepeat(const std::vector<std::string_view>& words) {
    const auto count = words.size() == 2 ? numberIn<std::uint64_t>(words[1]) : std::nullopt;
    if (!count || *count > kMostRepeats)
      return refuse(sentence("How often to repeat cannot be read."),
                    sentence("Write \"repeat 10\"; {} times are the most.", kMostRepeats));
    if (open_.size() > kDeepest)
      return refuse(sentence("There are more than {} repetitions within each other.", kDeepest),
                    {});
    Written repetition;
    repetition.repeats = true;
    repetition.command.bytes = *count;
    open_.push_back({std::move(repetition)});
  }

  void endRepeat() {
    if (open_.size() == 1)
      return refuse(sentence("\"end\" has no \"repeat\"."), sentence("Remove it."));
    Written repetition = std::move(open_.back().front());
    repetition.inner.assign(std::make_move_iterator(open_.back().begin() + 1),
                            std::make_move_iterator(open_.back().end()));
    open_.pop_back();
    // What repeats nothing does nothing, however often.
    if (repetition.inner.empty() || repetition.command.bytes == 0) return;
    open_.back().push_back(std::move(repetition));
  }

  void readCommand(const CommandWord& word, std::vector<std::string_view> words) {
    const Sentence remedy = sentence("Write it as \"{}\".", word.as);
    Written written;
    written.command.kind = word.kind;
    written.command.line = line_;
    // A time may stand in two words: 90 ns.
    std::string time;
    if (word.kind == CommandKind::wait && words.size() == 3) {
      time = std::string(words[1]) + " " + std::string(words[2]);
      words = {words[0], time};
    }
    if (words.size() != word.words + 1)
      return refuse(sentence("\"{}\" has {} words behind it, not {}.", word.name, word.words,
                             words.size() - 1),
                    remedy);
    bool fine = true;
    switch (word.kind) {
      case CommandKind::send:
      case CommandKind::blockingSend:
        fine = readBytes(words[1], written.command) && readPeer(words[2], written, false);
        break;
      case CommandKind::broadcast:
        fine = readBytes(words[1], written.command);
        break;
      case CommandKind::receive:
      case CommandKind::predict:
        fine = readPeer(words[1], written, word.kind == CommandKind::receive);
        break;
      case CommandKind::wait:
        fine = readTime(words[1], written.command);
        break;
      case CommandKind::phase:
      case CommandKind::preload:
        fine = readBytes(words[1], written.command);
        if (word.kind == CommandKind::preload) {
          written.command.text = static_cast<std::uint32_t>(file_.texts.size());
          file_.texts.emplace_back(words[2]);
        }
        break;
      case CommandKind::barrier:
      case CommandKind::flush:
        break;
    }
    if (!fine) return refuse(sentence("\"{}\" cannot be read.", clipped(words.back())), remedy);
    if (chosen_.empty())
      return refuse(sentence("It is not said whose command this is."),
                    sentence("Put \"pe *\" before it."));
    open_.back().push_back(std::move(written));
  }

  static bool readBytes(std::string_view text, Command& command) {
    const auto bytes = numberIn<std::uint64_t>(text);
    command.bytes = bytes.value_or(0);
    const bool sends = command.kind == CommandKind::send ||
                       command.kind == CommandKind::broadcast ||
                       command.kind == CommandKind::blockingSend;
    return bytes && *bytes <= (sends ? kLongestMessage : kMostBytes) && (*bytes > 0 || !sends);
  }

  bool readPeer(std::string_view text, Written& written, bool mayBeAny) const {
    if (text == "*") return mayBeAny;
    if (text.substr(0, 4) == "self") {
      text.remove_prefix(4);
      written.fromSelf = true;
      if (text.empty()) return true;
      if (text.front() != '+' && text.front() != '-') return false;
      const auto offset = numberIn<std::uint32_t>(text.substr(1));
      if (!offset) return false;
      written.offset = text.front() == '+' ? std::int64_t{*offset} : -std::int64_t{*offset};
      return true;
    }
    const auto peer = numberIn<std::uint32_t>(text);
    if (!peer || *peer >= elements_) return false;
    written.command.peer = *peer;
    return true;
  }

  static bool readTime(std::string_view text, Command& command) {
    const auto quantity = parseQuantity(text);
    if (!quantity || quantity->amount > kLongestWait) return false;
    if (quantity->dimension == Dimension::time)
      command.picoseconds = quantity->amount;
    else if (quantity->dimension == Dimension::cycles || quantity->dimension == Dimension::number)
      command.cycles = quantity->amount;
    else
      return false;
    return true;
  }

  /// Gives the elements at hand what was read for them: counted before it is written out.
  void give() {
    if (open_.size() > 1 || hasErrors(file_.issues)) return;
    const std::uint64_t each = countOf(open_.front());
    if (!chosen_.empty() && each > (kMostCommands - given_) / chosen_.size())
      return refuse(sentence("There are more than {} commands.", kMostCommands),
                    sentence("Repeat less often."));
    given_ += each * chosen_.size();
    for (const std::uint32_t element : chosen_) giveAll(open_.front(), element);
    open_.front().clear();
  }

  /// With all repetitions; beyond kMostCommands it is one more.
  static std::uint64_t countOf(const std::vector<Written>& all) {
    std::uint64_t count = 0;
    for (const Written& written : all) {
      const std::uint64_t inner = written.repeats ? countOf(written.inner) : 1;
      const std::uint64_t times = written.repeats ? written.command.bytes : 1;
      if (inner > 0 && times > kMostCommands / inner) return kMostCommands + 1;
      count = std::min(count + inner * times, kMostCommands + 1);
    }
    return count;
  }

  void giveAll(const std::vector<Written>& all, std::uint32_t element) {
    for (const Written& written : all) {
      if (written.repeats) {
        for (std::uint64_t i = 0; i < written.command.bytes; ++i) giveAll(written.inner, element);
        continue;
      }
      Command command = written.command;
      if (written.fromSelf) {
        const std::int64_t all64 = elements_;
        command.peer =
            static_cast<std::uint32_t>(((element + written.offset) % all64 + all64) % all64);
      }
      file_.elements[element].push_back(command);
    }
  }

  std::uint32_t elements_;
  CommandFile file_;
  std::vector<std::uint32_t> chosen_;
  std::vector<std::vector<Written>> open_ = {{}};  ///< a list for each repetition that is open
  std::uint32_t line_ = 0;
  std::uint64_t given_ = 0;
};

}  // namespace

CommandFile parseCommands(std::string_view text, std::uint32_t elements) {
  return CommandReader(elements).read(text);
}

}  // namespace hopscope
