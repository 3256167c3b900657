// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/study_runner.h"

#include <mutex>
#include <optional>
#include <utility>

namespace hopscope {

struct StudyRunner::Slot {
  std::mutex mutex;
  std::vector<StudyRow> arrived;
  std::vector<StudyOutcome> whole;
  std::optional<StudyProgress> progress;
};

StudyRunner::StudyRunner(QObject* parent) : QObject(parent) {
  connect(&work_, &BackgroundWork::progressed, this, &StudyRunner::pull);
  connect(&work_, &BackgroundWork::finished, this, &StudyRunner::finished);
}

StudyRunner::~StudyRunner() = default;

void StudyRunner::start(const Study& study, const StudyRows& rows, unsigned jobs, bool whole) {
  if (running()) return;
  slot_ = std::make_shared<Slot>();
  work_.start([slot = slot_, study, rows, jobs, whole](const std::stop_token& stop, const auto&) {
    StudyHooks hooks;
    hooks.row = [&slot](const StudyRow& row) {
      const std::lock_guard lock(slot->mutex);
      slot->arrived.push_back(row);
      return true;
    };
    if (whole)
      hooks.whole = [&slot](const StudyRow&, const Design& design, const Results& results) {
        const std::lock_guard lock(slot->mutex);
        slot->whole.push_back({design, results});
      };
    hooks.progress = [&slot](const StudyProgress& progress) {
      const std::lock_guard lock(slot->mutex);
      slot->progress = progress;
    };
    runStudy(study, rows, jobs, {}, stop, hooks);
  });
}

void StudyRunner::pull() {
  std::vector<StudyRow> rows;
  std::vector<StudyOutcome> whole;
  std::optional<StudyProgress> progress;
  {
    const std::lock_guard lock(slot_->mutex);
    rows.swap(slot_->arrived);
    whole.swap(slot_->whole);
    progress.swap(slot_->progress);
  }
  if (!whole.empty()) emit wholeArrived(whole);
  if (!rows.empty()) emit arrived(rows);
  if (progress) emit progressed(*progress);
}

}  // namespace hopscope
