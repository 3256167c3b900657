// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/prepare_job.h"

#include <algorithm>
#include <exception>

#include "engine/core/crew.h"
#include "engine/design/compile.h"
#include "engine/study/replications.h"

namespace hopscope {

namespace {

/// What is prepared within this time is not worth a word; below what is felt as a pause.
constexpr int kAtOnceMilliseconds = 25;

/// Of the packets of a run, in flits.
std::vector<std::uint32_t> sizesOf(const Setup& setup) {
  std::vector<std::uint32_t> usual;
  for (const PacketSize& size : setup.packetSizes) usual.push_back(size.flits);
  if (usual.empty()) usual.push_back(setup.packetFlits);
  std::vector<std::uint32_t> sizes;
  const auto addUsual = [&] { sizes.insert(sizes.end(), usual.begin(), usual.end()); };
  const auto add = [&](const TrafficPattern& pattern) {
    if (pattern.classes().empty()) addUsual();
    for (const TrafficClass& each : pattern.classes())
      if (each.flits != 0)
        sizes.push_back(each.flits);
      else
        addUsual();
  };
  add(*setup.traffic);
  for (const TrafficPhase& phase : setup.phases) add(*phase.traffic);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

}  // namespace

void PrepareJob::work() {
  Compiled compiled = compile(design);
  issues = std::move(compiled.issues);
  if (!compiled.setup || hasErrors(issues) || cancelled) return;
  stage = PrepareStage::building;
  otherDesigns = replicationsOf(design);
  otherDesigns.erase(otherDesigns.begin());
  Setup& setup = *compiled.setup;
  topology = setup.topology;
  phases = setup.phases;
  sizes = sizesOf(setup);
  reroutes = setup.reroutes;
  channels = setup.virtualChannels;
  setup.execution.threads = coresHere();
  setup.execution.recordBytes = kRecordBytes;
  try {
    runner = std::make_unique<SimulationRunner>(std::move(setup));
  } catch (const std::exception&) {
    fits = false;
    issues.push_back({Severity::error, "topology",
                      sentence("This network does not fit into the memory of this machine."),
                      sentence("Choose smaller buffers or a smaller network.")});
  }
  if (cancelled) runner.reset();
}

Preparer::~Preparer() {
  cancel();
  pool_.waitForDone();
}

bool Preparer::begin(const Design& design, QObject* context,
                     std::function<void(PrepareJob&)> done) {
  cancel();
  auto job = std::make_shared<PrepareJob>(design);
  job_ = job;
  const auto finish = [this, job, done = std::move(done)] {
    if (job_ != job) return;  // cancelled, or finished already
    job_.reset();
    done(*job);
  };
  pool_.start([job, context, finish] {
    job->work();
    job->over.release();
    QMetaObject::invokeMethod(context, finish, Qt::QueuedConnection);
  });
  if (!job->over.tryAcquire(1, kAtOnceMilliseconds)) return false;
  finish();
  return true;
}

bool Preparer::cancel() {
  if (!job_) return false;
  job_->cancelled = true;
  job_.reset();
  return true;
}

std::optional<PrepareStage> Preparer::stage() const {
  if (!job_) return {};
  return job_->stage.load();
}

}  // namespace hopscope
