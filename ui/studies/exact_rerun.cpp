// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/exact_rerun.h"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "engine/study/batch.h"
#include "ui/shell/background.h"

namespace hopscope {

namespace {

constexpr int kPullMilliseconds = 100;

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

std::vector<double> figuresOf(const Results& results) {
  const LatencySummary& latency = results.latency;
  const LatencyParts& split = results.split;
  std::vector<double> all{results.offeredLoad,
                          results.acceptedLoad,
                          latency.mean,
                          latency.minimum,
                          latency.p50,
                          latency.p95,
                          latency.p99,
                          latency.maximum,
                          latency.ci95,
                          split.source,
                          split.lookup,
                          split.vcAllocation,
                          split.switchAllocation,
                          split.traversal,
                          split.serialization,
                          split.channel,
                          results.networkLatencyMean,
                          results.hopsMean,
                          results.nonminimalFraction};
  for (const HistogramBar& bar : results.histogram)
    all.insert(all.end(), {bar.lower, bar.upper, static_cast<double>(bar.count)});
  for (const WindowSample& window : results.windows)
    all.insert(all.end(), {static_cast<double>(window.end), window.latencyMean, window.acceptedLoad,
                           window.hottestChannel});
  for (const RouterResult& router : results.routers)
    all.insert(all.end(), {router.acceptedLoad, static_cast<double>(router.cacheHits)});
  return all;
}

}  // namespace

Design repeatable(const StoredRun& run) {
  Design design = run.design;
  design.settings["run.seed"] = static_cast<std::int64_t>(run.results.seed);
  return design;
}

bool sameOutcome(const Results& a, const Results& b) {
  return a.seed == b.seed && a.cycles == b.cycles && a.flitHops == b.flitHops &&
         a.warmupUsed == b.warmupUsed && a.measuredCycles == b.measuredCycles &&
         a.packetsMeasured == b.packetsMeasured && a.packetsLost == b.packetsLost &&
         a.packetsRefused == b.packetsRefused && a.verdict == b.verdict &&
         a.cache.lookups == b.cache.lookups && a.cache.hits == b.cache.hits &&
         same(a.channelUtilization, b.channelUtilization) && same(figuresOf(a), figuresOf(b));
}

ExactRerun::ExactRerun(QObject* parent) : QObject(parent) {
  timer_.setInterval(kPullMilliseconds);
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
