// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/projects/project_support.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "projects/blob.h"
#include "projects/run_pack.h"
#include "projects/stored_run.h"

namespace hopscope::test {

namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

bool same(const LatencySummary& a, const LatencySummary& b) {
  return same(a.mean, b.mean) && same(a.minimum, b.minimum) && same(a.p50, b.p50) &&
         same(a.p95, b.p95) && same(a.p99, b.p99) && same(a.maximum, b.maximum) &&
         same(a.ci95, b.ci95);
}

bool same(const LatencyParts& a, const LatencyParts& b) {
  return same(a.source, b.source) && same(a.lookup, b.lookup) &&
         same(a.vcAllocation, b.vcAllocation) && same(a.switchAllocation, b.switchAllocation) &&
         same(a.traversal, b.traversal) && same(a.serialization, b.serialization) &&
         same(a.channel, b.channel);
}

bool same(const std::vector<TrafficClassResult>& a, const std::vector<TrafficClassResult>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const TrafficClassResult& x, const TrafficClassResult& y) {
                      return x.name == y.name && x.packets == y.packets &&
                             same(x.offeredLoad, y.offeredLoad) &&
                             same(x.acceptedLoad, y.acceptedLoad) &&
                             same(x.latencyMean, y.latencyMean) &&
                             same(x.latencyP50, y.latencyP50) && same(x.latencyP95, y.latencyP95) &&
                             same(x.latencyP99, y.latencyP99) && same(x.hopsMean, y.hopsMean);
                    });
}

/// What format 2 added to windows and routers.
std::vector<double> laterOf(const Results& results) {
  std::vector<double> values;
  for (const WindowSample& window : results.windows) {
    values.push_back(window.nonminimal);
    values.push_back(window.underWay);
    values.insert(
        values.end(),
        {window.latencyP50, window.latencyP95, window.split.source, window.split.lookup,
         window.split.vcAllocation, window.split.switchAllocation, window.split.traversal,
         window.split.serialization, window.split.channel, window.power.buffers, window.power.links,
         window.power.lookup, window.power.fixed, window.energyPerPacket});
  }
  for (const RouterResult& router : results.routers)
    values.insert(values.end(), {router.deliveredLoad, router.energy.buffers, router.energy.links,
                                 router.energy.lookup, router.energy.fixed});
  values.insert(values.end(), {results.energy.buffers, results.energy.links, results.energy.lookup,
                               results.energy.fixed, results.energyPerPacket});
  return values;
}

}  // namespace

ProjectFolder::ProjectFolder() {
  qputenv("XDG_STATE_HOME", state_.path().toUtf8());
}

std::string ProjectFolder::path(const char* name) const {
  return folder_.filePath(QString::fromUtf8(name)).toStdString();
}

std::string ProjectFolder::statePath() const {
  return state_.path().toStdString();
}

QStringList ProjectFolder::names() const {
  return QDir(folder_.path())
      .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

QStringList ProjectFolder::stateFiles() const {
  QStringList files;
  QDirIterator walk(state_.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
  while (walk.hasNext()) files << walk.next();
  return files;
}

void unpackRuns(SQLite::Database& database) {
  SQLite::Statement packs(database, "SELECT run, data FROM run_packs");
  SQLite::Statement series(database, "INSERT INTO run_series VALUES (?, ?, ?)");
  SQLite::Statement values(database, "INSERT INTO run_values VALUES (?, ?, ?)");
  while (packs.executeStep()) {
    const SQLite::Column data = packs.getColumn(1);
    const RunNumbers numbers = unpack(
        {static_cast<const char*>(data.getBlob()), static_cast<std::size_t>(data.getBytes())});
    for (const auto& [name, blob] : numbers.series) {
      series.reset();
      series.bind(1, packs.getColumn(0).getInt64());
      series.bind(2, name);
      series.bind(3, blob.data(), static_cast<int>(blob.size()));
      series.exec();
    }
    for (const auto& [name, value] : numbers.values) {
      values.reset();
      values.bind(1, packs.getColumn(0).getInt64());
      values.bind(2, name);
      values.bind(3, value);
      values.exec();
    }
  }
  packs.reset();
  database.exec("DELETE FROM run_packs");
}

QByteArray bytesOf(const std::string& file) {
  QFile source(QString::fromStdString(file));
  if (!source.open(QIODevice::ReadOnly)) return {};
  return source.readAll();
}

void writeBytes(const std::string& file, const QByteArray& bytes) {
  QFile target(QString::fromStdString(file));
  if (!target.open(QIODevice::WriteOnly) || target.write(bytes) != bytes.size())
    throw std::runtime_error("cannot write " + file);
}

std::unique_ptr<Project> opened(OpenedProject result) {
  if (auto* error = std::get_if<ProjectError>(&result)) {
    qWarning("%s", describe(error->issue).c_str());
    return {};
  }
  return std::get<std::unique_ptr<Project>>(std::move(result));
}

Issue refusalOf(const OpenedProject& result) {
  const auto* error = std::get_if<ProjectError>(&result);
  return error ? error->issue : Issue{};
}

Design meshDesign() {
  Design design;
  design.name = "Mesh, 8 × 8";
  design.settings["topology.kind"] = std::string("mesh");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{8, 8};
  design.settings["traffic.load"] = 0.1 + 0.2;  // not 0.3: every bit has to come back
  design.settings["switch.latency"] = std::string("5 ns");
  design.settings["run.seed"] = std::int64_t{9'007'199'254'740'991};
  design.layout.routers[3] = {0.1, -1e-9};
  return design;
}

Results sampleResults(std::uint64_t seed) {
  Results results;
  results.seed = seed;
  results.engineVersion = "0.1.0";
  results.cycles = 60'001;
  results.wallSeconds = 1.0 / 3;
  results.flitHops = std::numeric_limits<std::uint64_t>::max();
  results.offeredLoad = 0.1 + 0.2;
  results.acceptedLoad = 0.1 + 0.7;
  results.packetsMeasured = 11;
  results.packetsLost = 12;
  results.packetsRefused = 13;
  results.latency = {1.1, 2.2, 3.3, 4.4, 5.5, 6.6, kMissing};
  results.networkLatencyMean = 5e-324;
  results.histogram = {{0, 0.1, 3}, {0.1, 1e300, std::numeric_limits<std::uint64_t>::max()}};
  results.hopsMean = kMissing;
  results.cache = {1, 2, 3, 4, 5, 6, 7, 8.125, 9, 10, std::numeric_limits<std::uint64_t>::max()};
  results.packetsReordered = 14;
  results.largestDisplacement = 15;
  results.deadlock = {{0, 1}, {3, 0}};
  results.events = {{100, 164, "Link 3 fails; ü"}, {200, 200, {}}};
  results.channelUtilization = {0, 1.0 / 7, kMissing, 1};
  results.routers = {{0.25, 0.125, 1, 2}, {kMissing, 0.5, 3, 4}};
  results.windows = {{500, 500, 1.5, 2.5, 0.1, 0.2, kMissing, 0.9, 0.25, 17},
                     {1000, 500, kMissing, kMissing, 0, 0, 0.5, 0, kMissing, 0}};
  results.windows[0].latencyP50 = 1.25;
  results.windows[1].latencyP95 = kMissing;
  results.windows[1].split = {0.125, 0.25, kMissing, 0.0625, 0, 0.5, 1.0 / 3};
  results.windows[0].power = {1.5, 2.25, kMissing, 30};
  results.windows[0].energyPerPacket = 812.5;
  results.routers[1].energy = {1e6, 2e6, 1.0 / 3, 3e7};
  results.energy = {1e6, 2e6, 1.0 / 7, kMissing};
  results.energyPerPacket = 1e4 / 3;
  results.acceptedCi95 = 0.01;
  results.warmupUsed = 2000;
  results.measuredCycles = 40'000;
  results.queueGrowth = -0.5;
  results.split = {1, 2, 3, 4.5, 5, 6, kMissing};
  results.nonminimalFraction = 1.0 / 3;
  results.classes = {{"minimal", 7, 10.5, 2}, {"non-minimal", 4, 20.25, 4.5}};
  results.trafficClasses = {{"web", 0.2, 0.19, 7, 10.5, 9, 30, 41, 2.25},
                            {"bulk; ü", 0.1, 1.0 / 3, 0, kMissing, kMissing, 2, 3, 0.1}};
  results.replications = {{seed, 50'000, 2000, 0.3, 20, 40, 0.5, 9, Verdict::stable},
                          {seed + 1, 50'001, 4000, 0.4, 21, 41, 0.25, 8, Verdict::saturated}};
  results.complete = true;
  results.verdict = Verdict::saturated;
  results.warnings = {sentence("first"), sentence("second; with \"quotes\" and ü")};
  return results;
}

Results asOfFormatOne(Results results) {
  for (WindowSample& window : results.windows) {
    window.nonminimal = window.underWay = window.latencyP50 = window.latencyP95 = kMissing;
    window.split = {kMissing, kMissing, kMissing, kMissing, kMissing, kMissing, kMissing};
    window.power = {};
    window.energyPerPacket = window.reordered = kMissing;
  }
  for (RouterResult& router : results.routers) {
    router.deliveredLoad = kMissing;
    router.energy = {};
  }
  results.energy = {};
  results.energyPerPacket = kMissing;
  results.acceptedCi95 = results.queueGrowth = results.nonminimalFraction = kMissing;
  results.warmupUsed = results.measuredCycles = 0;
  results.split = {kMissing, kMissing, kMissing, kMissing, kMissing, kMissing, kMissing};
  results.classes.clear();
  results.trafficClasses.clear();
  results.replications.clear();
  results.cache.sharedHits = results.cache.prefetches = results.cache.refills = 0;
  results.packetsReordered.reset();
  results.largestDisplacement.reset();
  results.deadlock.clear();
  results.events.clear();
  return results;
}

StoredRun sampleRun(RowId design) {
  StoredRun run = makeRun(meshDesign(), sampleResults(0xfedcba9876543210U), design);
  run.name = "Uniform, 0.30";
  Recording recording{2, 1, {{0, 500}, {500, 1000}}, {0, 254, Recording::kNothing, 1, 2, 127}};
  run.recording = std::make_shared<const Recording>(std::move(recording));
  return run;
}

StoredCurve sampleCurve(RowId design) {
  CurvePoint first{0.1, 0.1, 20.5, 33, 0.25, kMissing, Verdict::stable, {}};
  CurvePoint last{0.9, 1.0 / 3, 1e6, 2e6, kMissing, 0.75, Verdict::deadlocked, {}};
  return makeCurve(meshDesign(), {first, last}, design);
}

void makeProject(const std::string& file) {
  const auto project = opened(Project::create());
  const RowId design = project->addDesign(meshDesign());
  project->addRun(sampleRun(design));
  project->addCurve(sampleCurve(design));
  if (const auto error = project->saveAs(file)) throw std::runtime_error(error->issue.text);
}

bool same(const Results& a, const Results& b) {
  // The blobs hold the bits of every value.
  return a.seed == b.seed && a.engineVersion == b.engineVersion && a.cycles == b.cycles &&
         same(a.wallSeconds, b.wallSeconds) && a.flitHops == b.flitHops &&
         same(a.offeredLoad, b.offeredLoad) && same(a.acceptedLoad, b.acceptedLoad) &&
         a.packetsMeasured == b.packetsMeasured && a.packetsLost == b.packetsLost &&
         a.packetsRefused == b.packetsRefused && same(a.latency, b.latency) &&
         same(a.networkLatencyMean, b.networkLatencyMean) && same(a.hopsMean, b.hopsMean) &&
         encode(a.histogram) == encode(b.histogram) && encode(a.cache) == encode(b.cache) &&
         encode(a.channelUtilization) == encode(b.channelUtilization) &&
         encode(a.routers) == encode(b.routers) && encode(a.windows) == encode(b.windows) &&
         same(a.acceptedCi95, b.acceptedCi95) && a.warmupUsed == b.warmupUsed &&
         a.measuredCycles == b.measuredCycles && same(a.queueGrowth, b.queueGrowth) &&
         same(a.split, b.split) && same(a.nonminimalFraction, b.nonminimalFraction) &&
         encode(laterOf(a)) == encode(laterOf(b)) && a.classes == b.classes &&
         same(a.trafficClasses, b.trafficClasses) && a.cache.sharedHits == b.cache.sharedHits &&
         a.cache.prefetches == b.cache.prefetches && a.cache.refills == b.cache.refills &&
         a.packetsReordered == b.packetsReordered &&
         a.largestDisplacement == b.largestDisplacement && a.deadlock == b.deadlock &&
         a.events == b.events && a.replications == b.replications && a.complete == b.complete &&
         a.verdict == b.verdict && a.warnings == b.warnings;
}

}  // namespace hopscope::test
