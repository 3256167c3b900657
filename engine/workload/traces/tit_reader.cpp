// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/tit_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "engine/core/text.h"
#include "engine/workload/applications/entries.h"
#include "engine/workload/text_lines.h"
#include "engine/workload/traces/collective_agreement.h"
#include "engine/workload/traces/tit_collectives.h"
#include "engine/workload/traces/trace_partners.h"
#include "engine/workload/traces/trace_progress.h"

namespace hopscope::trace {
namespace {

using Words = std::vector<std::string_view>;

/// SimGrid's numbers for MPI_ANY_SOURCE and MPI_ANY_TAG; traces of others have -1.
constexpr std::int64_t kAnySource = -555, kAnyTagThere = -444;

/// Bytes of the data types, by the numbers that SimGrid writes.
constexpr std::array<std::uint8_t, 30> kTypeBytes{8, 4, 1, 2, 8, 4, 1, 8, 1, 1, 2, 4,  8,  8, 16,
                                                  4, 1, 1, 2, 4, 8, 1, 2, 4, 8, 8, 16, 32, 8, 8};
constexpr std::size_t kDouble = 0, kByte = 6;

constexpr double kMostAmount = 1e18;
constexpr std::int64_t kMostWhole = 4'000'000'000;

/// "3", in old traces "p3".
std::string_view withoutLetter(std::string_view word) {
  if (!word.empty() && word.front() == 'p') word.remove_prefix(1);
  return word;
}

std::optional<std::uint32_t> rankIn(std::string_view word) {
  word = withoutLetter(word);
  const auto rank = numberIn<std::uint32_t>(word);
  return rank && *rank < application::kMostRanks ? rank : std::nullopt;
}

/// Also of one that no rank has.
bool isNumber(std::string_view word) {
  word = withoutLetter(word);
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Actions are written in small letters or, in old traces, as allReduce.
std::string lower(std::string_view word) {
  std::string text(word.substr(0, 32));
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

bool movesMessage(std::string_view action) {
  return isWord(action, "send") || isWord(action, "isend") || isWord(action, "recv") ||
         isWord(action, "irecv");
}

bool isComment(const Words& words) {
  return words.empty() || words.front().front() == '#';
}

/// What the lines have in common, which has to be known before the first is read.
struct TraceShape {
  std::uint32_t ranks = 0;
  std::size_t lines = 0;
  bool tagged = false;  ///< sends have a tag behind the other rank
  bool guessed = false;
  bool doubles = false;  ///< amounts without a type are of doubles, not of bytes
};

/// A number of SimGrid's for a data type.
bool isType(std::string_view word) {
  const auto type = numberIn<std::size_t>(word);
  return type && *type < kTypeBytes.size();
}

TraceShape shapeOf(std::string_view text) {
  TraceShape shape;
  bool four = false, two = false, three = false, waitsByTag = false;
  // Whether three words may be rank, amount and type: no amount is nothing everywhere.
  bool types = true, sends = false, amounts = false;
  Words words;
  while (!text.empty()) {
    const std::size_t left = text.size();
    const std::string_view line = takeLine(text);
    // A file that was cut off ends within a line, which is no witness.
    const bool cut = line.size() == left;
    wordsIn(line, words);
    if (isComment(words)) continue;
    if (const auto rank = rankIn(words.front())) shape.ranks = std::max(shape.ranks, *rank + 1);
    ++shape.lines;
    if (words.size() < 2) continue;
    const std::size_t arguments = words.size() - 2;
    const std::string action = lower(words[1]);
    if (movesMessage(action)) {
      two = two || (arguments == 2 && !cut);
      three = three || arguments == 3;
      if (arguments == 3) types = types && isType(words[4]);
      if (arguments == 3 && action.find("send") != std::string::npos) {
        sends = true;
        amounts = amounts || words[3] != "0";
      }
      four = four || arguments == 4;
    } else if (isWord(action, "wait")) {
      waitsByTag = waitsByTag || arguments == 3;
    } else if (isWord(action, "init")) {
      shape.doubles = shape.doubles || arguments > 0;
    }
  }
  const bool typed = types && !waitsByTag && (amounts || !sends);
  shape.tagged = four || (three && !(two && typed));
  shape.guessed = three && !two && !four && !waitsByTag;
  return shape;
}

/// A number that cannot be used; caught where the line is known.
struct Unreadable {
  Sentence text, remedy;
};

class TitReader {
 public:
  explicit TitReader(std::string_view text) : text_(text), shape_(shapeOf(text)) {}

  ReadTrace read() && {
    // A rank without a line is a rank too many, and memory for it would be somebody's trick.
    if (shape_.ranks > shape_.lines) {
      out_.issues.push_back({Severity::error, "",
                             sentence("Rank {} has actions, but there are only {} lines.",
                                      shape_.ranks - 1, shape_.lines),
                             sentence("Ranks are numbered from 0 on, and each has a line.")});
      return std::move(out_);
    }
    readLines();
    if (shape_.ranks == 0 && out_.issues.empty())
      out_.issues.push_back({Severity::error, "line 1", sentence("There is no action in it."),
                             sentence("A line is \"0 compute 1e6\": a rank, and what it does.")});
    checkMessages();
    tellWhatWasTaken();
    return std::move(out_);
  }

 private:
  /// Each check takes for granted what the one before it has found right.
  void checkMessages() {
    const TracePlaces places{[this](const TracePlaces::See& see) {
                               TitReader again(text_);
                               again.see_ = &see;
                               again.readLines();
                             },
                             linePath};
    const auto add = [this](Issues found) {
      std::move(found.begin(), found.end(), std::back_inserter(out_.issues));
    };
    if (!hasErrors(out_.issues)) add(checkCollectives());
    if (!hasErrors(out_.issues)) add(checkPartners(out_.ranks, places));
    if (!hasErrors(out_.issues)) add(checkProgress(out_.ranks, places));
  }
  Issues checkCollectives() const {
    std::vector<std::uint32_t> all(shape_.ranks);
    std::iota(all.begin(), all.end(), 0U);
    Issues issues = agreement_.check(all, linePath);
    if (splits_)
      for (Issue& issue : issues)
        issue.remedy = sentence(
            "The trace splits communicators, and does not say which of them a collective is of: "
            "take one in which all ranks take part in each.");
    return issues;
  }

  void readLines() {
    out_.ranks.resize(shape_.ranks);
    begun_.resize(shape_.ranks);
    requests_.resize(shape_.ranks);
    for (std::string_view rest = text_; !rest.empty() && !full();) {
      const std::string_view line = takeLine(rest);
      ++line_;
      try {
        readLine(line);
      } catch (const Unreadable& wrong) {
        const auto rank = words_.empty() ? std::nullopt : rankIn(words_.front());
        out_.issues.push_back(
            {Severity::error, rankLinePath(rank.value_or(kNone), line_), wrong.text, wrong.remedy});
      }
    }
  }

  using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
  using Handler = void (TitReader::*)();
  struct Action {
    const char* name;
    std::size_t least, most;  ///< arguments
    const char* as;
    Handler handler;
  };
  static const std::array<Action, 22>& actions();
  /// nullptr: there is none.
  static const Action* actionNamed(std::string_view name) {
    static const auto byName = [] {
      std::unordered_map<std::string_view, const Action*> all;
      for (const Action& action : actions()) all.emplace(action.name, &action);
      return all;
    }();
    const auto found = byName.find(name);
    return found == byName.end() ? nullptr : found->second;
  }

  bool full() const { return out_.issues.size() >= kMostLineIssues || tooMany_; }

  void readLine(std::string_view line) {
    words_.clear();
    if (line.find('\0') != std::string_view::npos)
      throw Unreadable{sentence("This is no text."), sentence("Give the trace as text.")};
    wordsIn(line, words_);
    if (isComment(words_)) return;
    const auto rank = rankIn(words_.front());
    if (!rank && isNumber(words_.front()))
      throw Unreadable{sentence("Rank {} is too large.", clipped(words_.front())),
                       sentence("{} ranks are the most.", application::kMostRanks)};
    if (!rank || words_.size() < 2)
      throw Unreadable{sentence("\"{}\" is no rank with an action.", clipped(line)),
                       sentence("A line is \"0 compute 1e6\": a rank, and what it does.")};
    rank_ = *rank;
    action_ = lower(words_[1]);
    const Action* const found = actionNamed(action_);
    if (found == nullptr) {
      splits_ = splits_ || action_ == "comm_split";
      for (const char* passed :
           {"init", "finalize", "comm_size", "comm_split", "comm_dup", "location"})
        if (action_ == passed) return;
      std::vector<std::string> known;
      for (const Action& action : actions()) known.emplace_back(action.name);
      const std::string near = nearestName(action_, known);
      throw Unreadable{sentence("There is no action \"{}\".", clipped(words_[1])),
                       near.empty() ? sentence("Known are {}.", fmt::join(known, ", "))
                                    : sentence("Did you mean \"{}\"?", near)};
    }
    const std::size_t arguments = words_.size() - 2;
    if (arguments < found->least || arguments > found->most)
      throw Unreadable{sentence("\"{}\" has {} words behind it.", found->name, arguments),
                       sentence("Write it as \"{}\".", found->as)};
    found_ = found;
    (this->*found->handler)();
    if (operations_ <= kMostTraceOperations) return;
    tooMany_ = true;
    throw Unreadable{sentence("There are more than {} operations.", kMostTraceOperations),
                     sentence("Take a shorter stretch of the trace.")};
  }

  // What stands behind the name of the action, from 0 on.
  std::size_t arguments() const { return words_.size() - 2; }
  std::string_view word(std::size_t i) const { return words_[i + 2]; }
  double amount(std::size_t i) const {
    const auto value = numberIn<double>(word(i));
    if (!value || !std::isfinite(*value) || *value < 0 || *value > kMostAmount)
      throw Unreadable{sentence("\"{}\" is no amount.", clipped(word(i))),
                       sentence("Amounts are numbers from 0 to {:.0e}.", kMostAmount)};
    return *value;
  }
  std::int64_t whole(std::size_t i) const {
    const auto value = numberIn<std::int64_t>(withoutLetter(word(i)));
    if (!value || *value < -1'000'000'000 || *value > kMostWhole)
      throw Unreadable{sentence("\"{}\" is no whole number.", clipped(word(i))),
                       sentence("Ranks, tags and types are whole numbers up to {}.", kMostWhole)};
    return *value;
  }
  std::uint32_t rankAt(std::size_t i) const {
    const std::int64_t rank = whole(i);
    if (rank < 0 || rank >= shape_.ranks)
      throw Unreadable{sentence("There is no rank {}.", rank),
                       sentence("The trace has {} ranks, from 0 on.", shape_.ranks)};
    return static_cast<std::uint32_t>(rank);
  }
  std::uint32_t rootAt(std::size_t i) const { return i < arguments() ? rankAt(i) : 0; }
  std::uint64_t typeBytes(std::size_t i) const {
    if (i >= arguments()) return kTypeBytes[shape_.doubles ? kDouble : kByte];
    const std::int64_t type = whole(i);
    if (type < 0 || type >= static_cast<std::int64_t>(kTypeBytes.size()))
      throw Unreadable{
          sentence("The data type {} is not known.", type),
          sentence("Known are 0 to {}, the numbers of SimGrid.", kTypeBytes.size() - 1)};
    return kTypeBytes[static_cast<std::size_t>(type)];
  }
  std::uint64_t bytes(std::size_t count, std::size_t type) const {
    const double all = std::ceil(amount(count)) * static_cast<double>(typeBytes(type));
    if (all > static_cast<double>(kMostBytes))
      throw Unreadable{sentence("A message of {} bytes is too large.", all),
                       sentence("{} bytes are the most.", kMostBytes)};
    return static_cast<std::uint64_t>(all);
  }
  std::int32_t tagAt(std::size_t i) const {
    const std::int64_t tag = whole(i);
    if (tag > std::numeric_limits<std::int32_t>::max())
      throw Unreadable{
          sentence("\"{}\" is no tag.", tag),
          sentence("Tags are whole numbers up to {}.", std::numeric_limits<std::int32_t>::max())};
    return tag == -1 || tag == kAnyTagThere ? kAnyTag : static_cast<std::int32_t>(tag);
  }

  void add(const Operation& operation) {
    if (see_ != nullptr)
      (*see_)(rank_, operation, line_);
    else
      out_.ranks[rank_].push_back(operation);
    ++operations_;
  }
  void work(double operations) {
    if (operations > 0) add(Operation::work(operations));
  }
  /// `root`: kNone of one that has none.
  void agree(std::uint64_t bytes, std::uint32_t root) {
    if (see_ == nullptr) agreement_.note(rank_, {found_->name, bytes, root}, line_);
  }
  void all(CollectivePurpose purpose, std::uint64_t bytes, std::uint32_t root = kNone) {
    agree(bytes, root);
    if (root == kNone) root = 0;
    const CollectiveEntry& entry = usualCollective(purpose, bytes, shape_.ranks);
    taken_[purpose] = entry.name;
    add(Operation::all(*entry.collective, {0, shape_.ranks, 1}, bytes, root));
  }
  /// Each rank has sizes of its own, which are compared message by message.
  void exchange(const std::vector<Operation>& operations, std::uint32_t root = kNone) {
    agree(0, root);
    for (const Operation& operation : operations) add(operation);
  }

  void compute() { work(amount(0)); }
  void sleep() {
    constexpr double kLongestSleep = 1e6;  // seconds
    if (amount(0) > kLongestSleep)
      throw Unreadable{sentence("Nobody sleeps for {} seconds.", word(0)),
                       sentence("{} seconds are the most.", kLongestSleep)};
    const double picoseconds = amount(0) * 1e12;
    const double nearest = std::nearbyint(picoseconds);
    constexpr double kRounding = 1e-15;
    add(Operation::pass(std::abs(picoseconds - nearest) <= kRounding * nearest ? nearest
                                                                               : picoseconds));
  }

  void message() {
    const bool sends = isWord(action_, "send") || isWord(action_, "isend");
    const bool later = action_.front() == 'i';
    const std::size_t count = shape_.tagged ? 2 : 1;
    if (arguments() <= count)
      throw Unreadable{sentence("\"{}\" has {} words behind it.", action_, arguments()),
                       sentence("Other lines have a tag, too: rank, tag and amount.")};
    const std::int32_t tag = shape_.tagged ? tagAt(1) : 0;
    Operation operation;
    if (sends && tag == kAnyTag)
      throw Unreadable{sentence("\"{}\" has a tag that stands for any.", action_),
                       sentence("Only what is received may have any tag.")};
    if (sends) {
      operation = Operation::sendLater(rankAt(0), bytes(count, count + 1));
    } else {
      const std::int64_t from = whole(0);
      const bool any = from == -1 || from == kAnySource;
      // An amount of nothing stands for one that is not known before it arrives.
      const auto size = numberIn<double>(word(count));
      operation = Operation::receiveLater(any ? kAnyRank : rankAt(0),
                                          size && *size <= 0 ? kAnySize : bytes(count, count + 1));
    }
    setTag(operation, tag);
    if (!later) {
      operation.kind = sends ? OperationKind::send : OperationKind::receive;
    } else {
      operation.request = requests_[rank_]++;
      const Key key = sends ? Key{rank_, whole(0), tag} : Key{whole(0), rank_, tag};
      begun_[rank_].push_back({key, operation.request});
    }
    add(operation);
  }

  void wait() {
    std::vector<Pending>& begun = begun_[rank_];
    auto at = begun.end();
    if (arguments() == 3) {
      const Key key{whole(0), whole(1), shape_.tagged ? tagAt(2) : 0};
      at = std::find_if(begun.begin(), begun.end(),
                        [&](const Pending& each) { return each.key == key; });
    } else if (!begun.empty()) {
      at = begun.end() - 1;  // without arguments: what was begun last
    }
    if (at == begun.end()) {
      if (tests_) return;  // found to be over before
      throw Unreadable{sentence("Rank {} waits for nothing that it began.", rank_),
                       sentence("Put the isend or irecv before it.")};
    }
    add(Operation::wait(at->request));
    begun.erase(at);
  }
  void waitAll() {
    begun_[rank_].clear();
    add(Operation::waitAll());
  }
  void test() { tests_ = true; }

  void barrier() { all(CollectivePurpose::barrier, 0); }
  void broadcast() { all(CollectivePurpose::broadcast, bytes(0, 2), rootAt(1)); }
  void reduce() {
    all(CollectivePurpose::reduce, bytes(0, 3), rootAt(2));
    work(amount(1));
  }
  void allReduce() {
    all(CollectivePurpose::allReduce, bytes(0, 2));
    work(amount(1));
  }
  void allToAll() { all(CollectivePurpose::allToAll, bytes(0, 2)); }
  /// A part is as large as the root receives of each, and the others send; what else they say is
  /// ignored, unless the root's own part is all that it says.
  void gather() { part(CollectivePurpose::gather, true); }
  void scatter() { part(CollectivePurpose::scatter, false); }
  void part(CollectivePurpose purpose, bool toRoot) {
    const std::uint32_t root = rootAt(2);
    const std::uint64_t sent = bytes(0, 3), received = bytes(1, 4);
    const bool isRoot = rank_ == root, receives = isRoot == toRoot;
    const std::uint64_t counts = receives ? received : sent, other = receives ? sent : received;
    all(purpose, isRoot && counts == 0 ? other : counts, root);
  }
  void allGather() { all(CollectivePurpose::allGather, bytes(0, 2)); }

  /// As many amounts as there are ranks, from argument `first` on, of the type at `type`.
  std::vector<std::uint64_t> parts(std::size_t first, std::size_t type) const {
    if (arguments() < first + shape_.ranks)
      throw Unreadable{sentence("\"{}\" has {} words behind it.", action_, arguments()),
                       sentence("It needs an amount for each of the {} ranks.", shape_.ranks)};
    std::vector<std::uint64_t> sizes(shape_.ranks);
    for (std::uint32_t rank = 0; rank < shape_.ranks; ++rank)
      sizes[rank] = bytes(first + rank, type);
    return sizes;
  }
  // At the root the parts of all count, elsewhere one's own amount does.
  void gatherParts() {
    const std::size_t root = 1 + shape_.ranks;
    std::vector<std::uint64_t> sizes = parts(1, root + 2);
    sizes[rank_] = bytes(0, root + 1);
    exchange(gatherOf(sizes, rank_, rootAt(root)), rootAt(root));
  }
  void scatterParts() {
    const std::size_t root = 1 + shape_.ranks;
    std::vector<std::uint64_t> sizes = parts(0, root + 1);
    if (arguments() > shape_.ranks) sizes[rank_] = bytes(shape_.ranks, root + 2);
    exchange(scatterOf(sizes, rank_, rootAt(root)), rootAt(root));
  }
  void allGatherParts() {
    const std::size_t behind = 1 + shape_.ranks;
    const std::vector<std::uint64_t> untyped = parts(1, arguments());
    // Behind the amounts there may be types, or a place for each part, or a type and places.
    const std::size_t left = arguments() - behind;
    const bool typed = left == 1 || left == 2 || left > shape_.ranks;
    exchange(allGatherOf(typed ? parts(1, behind) : untyped, rank_));
  }
  void reduceScatterParts() {
    const std::vector<std::uint64_t> sizes = parts(0, shape_.ranks + 1);
    std::uint64_t sum = 0;
    for (const std::uint64_t size : sizes) sum += size;
    all(CollectivePurpose::reduceScatter, std::min(sum, kMostBytes));
    if (shape_.ranks < arguments()) work(amount(shape_.ranks));
  }
  void allToAllParts() {
    const std::size_t behind = 2 + 2 * std::size_t{shape_.ranks};
    const auto sent = parts(1, behind), received = parts(2 + shape_.ranks, behind + 1);
    exchange(allToAllOf(sent, received, rank_));
  }

  void tellWhatWasTaken() {
    if (hasErrors(out_.issues)) return;
    std::vector<std::string> names;
    for (const auto& [purpose, name] : taken_) names.push_back(name);
    if (!names.empty())
      out_.issues.push_back(
          {Severity::note,
           "",
           sentence("The trace does not say how collectives go: they go as MPICH does it, at last "
                    "by {}.",
                    fmt::join(names, ", ")),
           {}});
    if (tests_)
      out_.issues.push_back({Severity::warning,
                             "",
                             sentence("What ranks test for is not looked at: they go on."),
                             {}});
    if (splits_ && !taken_.empty())
      out_.issues.push_back({Severity::warning,
                             "",
                             sentence("The trace splits communicators, and does not say which of "
                                      "them a collective is of: all ranks take part in each."),
                             {}});
    if (shape_.guessed)
      out_.issues.push_back(
          {Severity::warning,
           "",
           sentence("Sends have three words behind them: they are taken for rank, tag and amount, "
                    "not for rank, amount and type."),
           {}});
  }

  struct Pending {
    Key key;
    std::uint32_t request;
  };

  const TracePlaces::See* see_ = nullptr;  ///< who hears of operations, which are not kept then
  std::string_view text_;
  TraceShape shape_;
  ReadTrace out_;
  Words words_;
  std::string action_;  ///< of the line, in small letters
  const Action* found_ = nullptr;
  CollectiveAgreement agreement_;
  std::vector<std::vector<Pending>> begun_;
  std::vector<std::uint32_t> requests_;
  std::map<CollectivePurpose, std::string> taken_;
  std::size_t line_ = 0, operations_ = 0;
  std::uint32_t rank_ = 0;
  bool tests_ = false, splits_ = false, tooMany_ = false;
};

const std::array<TitReader::Action, 22>& TitReader::actions() {
  constexpr std::size_t kAny = static_cast<std::size_t>(-1);
  using R = TitReader;
  static const std::array<Action, 22> list{{
      {"compute", 1, 1, "compute OPERATIONS", &R::compute},
      {"sleep", 1, 1, "sleep SECONDS", &R::sleep},
      {"send", 2, 4, "send RANK TAG AMOUNT TYPE", &R::message},
      {"isend", 2, 4, "isend RANK TAG AMOUNT TYPE", &R::message},
      {"recv", 2, 4, "recv RANK TAG AMOUNT TYPE", &R::message},
      {"irecv", 2, 4, "irecv RANK TAG AMOUNT TYPE", &R::message},
      {"wait", 0, 3, "wait FROM TO TAG", &R::wait},
      {"waitall", 0, kAny, "waitall", &R::waitAll},
      {"test", 0, kAny, "test FROM TO TAG", &R::test},
      {"barrier", 0, kAny, "barrier", &R::barrier},
      {"bcast", 1, 3, "bcast AMOUNT ROOT TYPE", &R::broadcast},
      {"reduce", 2, 4, "reduce AMOUNT OPERATIONS ROOT TYPE", &R::reduce},
      {"allreduce", 2, 3, "allreduce AMOUNT OPERATIONS TYPE", &R::allReduce},
      {"alltoall", 2, 4, "alltoall SENT RECEIVED TYPE TYPE", &R::allToAll},
      {"gather", 2, 5, "gather SENT RECEIVED ROOT TYPE TYPE", &R::gather},
      {"scatter", 2, 5, "scatter SENT RECEIVED ROOT TYPE TYPE", &R::scatter},
      {"allgather", 2, 4, "allgather SENT RECEIVED TYPE TYPE", &R::allGather},
      {"gatherv", 2, kAny, "gatherv SENT RECEIVED… ROOT TYPE TYPE", &R::gatherParts},
      {"scatterv", 2, kAny, "scatterv SENT… RECEIVED ROOT TYPE TYPE", &R::scatterParts},
      {"allgatherv", 2, kAny, "allgatherv SENT RECEIVED… TYPE", &R::allGatherParts},
      {"reducescatter", 1, kAny, "reducescatter RECEIVED… OPERATIONS TYPE", &R::reduceScatterParts},
      {"alltoallv", 2, kAny, "alltoallv ALL SENT… ALL RECEIVED… TYPE TYPE", &R::allToAllParts},
  }};
  return list;
}

}  // namespace

ReadTrace readTimeIndependent(std::string_view text) {
  return TitReader(text).read();
}

bool looksTimeIndependent(std::string_view text) {
  Words words;
  while (!text.empty()) {
    wordsIn(takeLine(text), words);
    if (isComment(words)) continue;
    return words.size() > 1 && isNumber(words[0]) && words[1].front() >= 'A';
  }
  return false;
}

}  // namespace hopscope::trace
