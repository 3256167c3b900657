// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/exact_rerun.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "engine/simulation/run_statistics.h"
#include "engine/simulation/window_statistics.h"
#include "engine/study/batch.h"
#include "ui/widgets/background.h"

namespace hopscope {

namespace {

constexpr int kRerunPullMilliseconds = 100;

struct Outcome {
  std::optional<Results> results;
  std::string failure;
};

/// A value that does not exist equals one that does not exist.
bool same(double a, double b) {
  return a == b || (a != a && b != b);
}

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) { return same(x, y); });
}

template <typename Record>
bool same(const std::vector<Statistic<Record>>& statistics, const Record& a, const Record& b) {
  return std::all_of(statistics.begin(), statistics.end(), [&](const Statistic<Record>& each) {
    const double x = each.of(a), y = each.of(b);
    // What an older Hopscope did not keep tells nothing; of counts one cannot say.
    const bool unknown =
        each.keeping == Keeping::later && (each.isCount() || std::isnan(x) || std::isnan(y));
    return each.measure == Measure::seconds || unknown || same(x, y);
  });
}

template <typename Record>
bool same(const std::vector<Statistic<Record>>& statistics, const std::vector<Record>& a,
          const std::vector<Record>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](const Record& x, const Record& y) { return same(statistics, x, y); });
}

}  // namespace

Design repeatable(const StoredRun& run) {
  Design design = run.design;
  design.settings["run.seed"] = static_cast<std::int64_t>(run.results.seed);
  return design;
}

bool sameOutcome(const Results& a, const Results& b) {
  return a.seed == b.seed && a.verdict == b.verdict && same(runStatistics(), a, b) &&
         a.histogram == b.histogram && same(windowStatistics(), a.windows, b.windows) &&
         same(routerStatistics(), a.routers, b.routers) &&
         same(a.channelUtilization, b.channelUtilization);
}

ExactRerun::ExactRerun(QObject* parent) : QObject(parent) {
  timer_.setInterval(kRerunPullMilliseconds);
  connect(&timer_, &QTimer::timeout, this, [this] {
    if (progress_) emit progressed(progress_->load());
  });
}

ExactRerun::~ExactRerun() {
  stop_.request_stop();
}

void ExactRerun::cancel() {
  stop_.request_stop();
}

void ExactRerun::start(const StoredRun& run) {
  if (running()) return;
  original_ = run;
  progress_ = std::make_shared<std::atomic<double>>(0);
  stop_ = std::stop_source();
  timer_.start();
  inBackground(
      this,
      [design = repeatable(run), progress = progress_, stop = stop_.get_token()] {
        Outcome outcome;
        try {
          BatchHooks hooks;
          hooks.finished = [&outcome](std::size_t, Results results) {
            outcome.results = std::move(results);
            return std::size_t{1};
          };
          hooks.progress = [&progress](const BatchProgress& now) { progress->store(now.fraction); };
          runBatch({design}, 0, stop, hooks);
        } catch (const std::exception& error) {
          outcome.failure = error.what();
        }
        return outcome;
      },
      [this](const Outcome& outcome) {
        timer_.stop();
        progress_.reset();
        if (outcome.results)
          emit finished(*outcome.results);
        else if (stop_.stop_requested())
          emit cancelled();
        else
          emit failed(QString::fromStdString(outcome.failure));
      });
}

}  // namespace hopscope
