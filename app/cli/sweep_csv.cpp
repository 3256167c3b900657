// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/cli/console.h"
#include "app/cli/sweep_keeper.h"
#include "engine/core/output_file.h"
#include "engine/study/results_csv.h"

namespace hopscope::cli {

namespace {

/// A file that grows piece by piece, each of them in it as a whole or not at all.
class GrowingFile {
 public:
  explicit GrowingFile(std::string name) : name_(std::move(name)) {
    std::error_code error;
    if (std::filesystem::exists(name_, error))
      say(fmt::format("{} is of a sweep that did not come to its end; this one replaces it.",
                      name_));
  }
  ~GrowingFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  const std::string& name() const { return name_; }
  /// All that was appended is in it.
  bool whole() const { return size_ > 0 && !failed_; }

  /// Says once why it does not grow any more.
  void append(std::string_view text) {
    if (failed_) return;
    if (descriptor_ < 0)
      descriptor_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    const std::string problem =
        descriptor_ < 0 ? std::generic_category().message(errno) : writeAll(descriptor_, text);
    if (problem.empty()) {
      size_ += static_cast<off_t>(text.size());
      return;
    }
    failed_ = true;
    if (size_ == 0)
      remove();
    else [[maybe_unused]]
      const int cut = ::ftruncate(descriptor_, size_);
    say(fmt::format("{} cannot be written: {}. The results will be written at the end only.", name_,
                    problem));
  }

  void remove() {
    if (descriptor_ >= 0) ::unlink(name_.c_str());
  }

 private:
  std::string name_;
  int descriptor_ = -1;
  off_t size_ = 0;
  bool failed_ = false;
};

class CsvKeeper : public SweepKeeper {
 public:
  CsvKeeper(std::string file, const SweepPlan& plan)
      : file_(std::move(file)), plan_(plan), partial_(file_ + ".partial") {}

  void add(std::size_t run, const Results& results) override {
    rows_.push_back({plan_.runs[run].values, plan_.runs[run].design, results, run});
    std::string table = sweepCsv(plan_.axes, rows_);
    if (!head_.empty() && table.compare(0, head_.size(), head_) == 0) {
      rows_.pop_back();
      partial_.append(std::string_view(table).substr(head_.size()));
      return;
    }
    // The first row of all, or of those with columns of their own: they get a header.
    rows_.erase(rows_.begin(), rows_.end() - 1);
    head_ = sweepCsv(plan_.axes, rows_);
    partial_.append(head_);
  }

  bool finish(const std::vector<SweepRow>& rows) override {
    const std::string table = sweepCsv(plan_.axes, rows);
    if (writeOutput(file_, table)) {
      partial_.remove();
      return true;
    }
    if (partial_.whole()) {
      say(fmt::format("What was finished stands in {}.", partial_.name()));
    } else {
      say("The results follow on standard output.");
      if (writeOutput("-", table)) partial_.remove();
    }
    return false;
  }

 private:
  std::string file_;
  const SweepPlan& plan_;
  GrowingFile partial_;
  std::vector<SweepRow> rows_;  ///< the one that a header was written for
  std::string head_;            ///< that header and row
};

/// Where nothing can take the place of anything.
class StreamKeeper : public SweepKeeper {
 public:
  StreamKeeper(std::string file, const SweepPlan& plan) : file_(std::move(file)), plan_(plan) {}

  void add(std::size_t, const Results&) override {}
  bool finish(const std::vector<SweepRow>& rows) override {
    return writeOutput(file_, sweepCsv(plan_.axes, rows));
  }

 private:
  std::string file_;
  const SweepPlan& plan_;
};

}  // namespace

std::unique_ptr<SweepKeeper> keepAsCsv(const std::string& file, const SweepPlan& plan) {
  if (file == "-" || !isReplaced(file)) return std::make_unique<StreamKeeper>(file, plan);
  return std::make_unique<CsvKeeper>(file, plan);
}

}  // namespace hopscope::cli
