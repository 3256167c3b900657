// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/point_runs.h"

#include <algorithm>
#include <utility>

#include "engine/core/version.h"
#include "engine/design/design_json.h"
#include "engine/study/batch.h"
#include "projects/stored_run.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {
const char* const kPointsKey = "points";
}

PointRuns::PointRuns(ProjectSession& session, MessageBar& messages, QObject* parent)
    : QObject(parent), session_(session), messages_(messages) {
  connect(&work_, &BackgroundWork::finished, this, &PointRuns::finish);
  connect(&work_, &BackgroundWork::progressed, this, [this](double share) {
    messages_.post(QLatin1String(kPointsKey), Severity::note,
                   tr("Simulating what is to be shown: %1.").arg(percentText(share)),
                   {{tr("Stop"), [this] { work_.cancel(); }}});
  });
}

PointRuns::~PointRuns() = default;

RowId PointRuns::keptRunOf(const std::string& hash) const {
  const RunList& runs = session_.runs();
  // Another engine may come to other numbers than the study has.
  const auto found = std::find_if(runs.rbegin(), runs.rend(), [&](const RunHead& run) {
    return run.complete && run.designHash == hash && run.engineVersion == kEngineVersion;
  });
  return found == runs.rend() ? 0 : found->id;
}

void PointRuns::see(const std::vector<Design>& designs, const QString& tag) {
  if (!session_.isOpen()) return;
  if (busy()) {
    messages_.post(QStringLiteral("points.busy"), Severity::note,
                   tr("Other points are being simulated; one request at a time."));
    return;
  }
  messages_.clear(QStringLiteral("points.busy"));
  asked_.clear();
  std::vector<Design> missing;
  for (const Design& design : designs) {
    const std::string hash = designHash(design);
    asked_.push_back({hash, keptRunOf(hash)});
    if (asked_.back().run == 0) missing.push_back(design);
  }
  if (missing.empty()) return tell();
  arrived_ = std::make_shared<std::vector<StoredRun>>();
  work_.start([missing, tag = tag.toStdString(), arrived = arrived_](const std::stop_token& stop,
                                                                     const auto& progress) {
    BatchHooks hooks;
    hooks.finished = [&](std::size_t index, Results results) {
      arrived->push_back(makeRun(missing[index], std::move(results), 0));
      if (!tag.empty()) arrived->back().tags.push_back(tag);
      return missing.size();
    };
    hooks.progress = [&progress](const BatchProgress& now) { progress(now.fraction); };
    runBatch(missing, 0, stop, hooks);
  });
}

void PointRuns::finish(bool stopped, const QString& failure) {
  messages_.clear(QLatin1String(kPointsKey));
  const auto arrived = std::exchange(arrived_, nullptr);
  if (!arrived || !session_.isOpen()) return;
  if (!arrived->empty()) session_.addRuns(*arrived);
  if (!failure.isEmpty()) {
    messages_.post(QLatin1String(kPointsKey), Severity::error,
                   tr("A point could not be simulated: %1").arg(failure));
    return;
  }
  if (stopped) return;
  for (Asked& each : asked_)
    if (each.run == 0) each.run = keptRunOf(each.hash);
  tell();
}

void PointRuns::tell() {
  std::vector<RowId> runs;
  for (const Asked& each : asked_)
    if (each.run != 0) runs.push_back(each.run);
  if (runs.size() == asked_.size() && !runs.empty()) emit ready(runs);
}

void PointRuns::forget() {
  arrived_.reset();
  work_.cancel();
}

}  // namespace hopscope
