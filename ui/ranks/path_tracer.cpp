// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/path_tracer.h"

#include <exception>
#include <new>
#include <stop_token>

#include "engine/core/sentence.h"
#include "engine/design/compile.h"
#include "engine/study/replications.h"
#include "ui/run/prepare_job.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {
constexpr int kTraceLookMilliseconds = 100;
}

void TraceJob::work() {
  const std::stop_token asked = stop.get_token();
  if (asked.stop_requested()) return;
  try {
    Compiled compiled = compile(replicationsOf(design).front(), asked);
    if (!compiled.setup) {
      for (const Issue& issue : compiled.issues)
        if (issue.severity == Severity::error) problem = engineText(issue.text);
      return;
    }
    compiled.setup->execution = watchedExecution();
    countTwins(*seen, chain);
    trace = std::make_shared<const PathTrace>(
        tracePath(std::move(*compiled.setup), chain, [&](double share) {
          progress = share;
          return !asked.stop_requested();
        }));
  } catch (const std::bad_alloc&) {
    problem = engineText(sentence("This network does not fit into the memory of this machine."));
  } catch (const std::exception& error) {
    problem = QString::fromUtf8(error.what());
  }
}

PathTracer::PathTracer(QObject* parent) : QObject(parent) {
  timer_.setInterval(kTraceLookMilliseconds);
  connect(&timer_, &QTimer::timeout, this, [this] {
    if (const TraceJob* job = latest_.job()) emit progressed(job->progress);
  });
}

void PathTracer::start(const Design& design, std::shared_ptr<const RankObservation> seen,
                       const CriticalChain& chain) {
  timer_.start();
  latest_.begin(std::make_shared<TraceJob>(design, std::move(seen), chain), this,
                [this](TraceJob& job) {
                  timer_.stop();
                  emit finished(job.trace, job.problem);
                });
}

void PathTracer::cancel() {
  timer_.stop();
  latest_.cancel();
}

}  // namespace hopscope
