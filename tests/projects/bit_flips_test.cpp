// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>
#include <algorithm>
#include <random>
#include <stdexcept>

#include "tests/projects/project_support.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

constexpr const char* kPlan = "report.plan";

void makeFullProject(const std::string& file) {
  const auto project = opened(Project::create());
  const RowId design = project->addDesign(meshDesign());
  StoredRun run = sampleRun(design);
  project->addRun(run);
  run.results = sampleResults(7);
  run.name = "Second";
  run.tags = {"paper", "figure 3"};
  project->addRun(run);
  project->addCurve(sampleCurve(design));
  project->addNote({0, "Plan", "Ask for a bigger crossbar."});
  project->setViewValue(kPlan, "summary, notes");
  if (const auto error = project->saveAs(file)) throw std::runtime_error(error->issue.text);
}

bool sameRun(const StoredRun& a, const StoredRun& b) {
  return a.id == b.id && a.designId == b.designId && a.name == b.name && a.started == b.started &&
         a.designHash == b.designHash && a.design == b.design && same(a.results, b.results) &&
         *a.recording == *b.recording && a.tags == b.tags;
}

bool sameCurve(const StoredCurve& a, const StoredCurve& b) {
  const auto samePoint = [](const CurvePoint& x, const CurvePoint& y) {
    const auto equal = [](double p, double q) { return p == q || (qIsNaN(p) && qIsNaN(q)); };
    return equal(x.offered, y.offered) && equal(x.accepted, y.accepted) &&
           equal(x.latencyMean, y.latencyMean) && equal(x.latencyP99, y.latencyP99) &&
           equal(x.ci95, y.ci95) && equal(x.hitRate, y.hitRate) && x.verdict == y.verdict;
  };
  return a.id == b.id && a.designId == b.designId && a.name == b.name && a.started == b.started &&
         a.design == b.design &&
         std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(), samePoint);
}

bool sameProject(const Project& a, const Project& b) {
  const auto runs = a.runs(), otherRuns = b.runs();
  const auto curves = a.curves(), otherCurves = b.curves();
  const auto designs = a.designs(), otherDesigns = b.designs();
  return std::equal(runs.begin(), runs.end(), otherRuns.begin(), otherRuns.end(), sameRun) &&
         std::equal(curves.begin(), curves.end(), otherCurves.begin(), otherCurves.end(),
                    sameCurve) &&
         std::equal(designs.begin(), designs.end(), otherDesigns.begin(), otherDesigns.end(),
                    [](const StoredDesign& x, const StoredDesign& y) {
                      return x.id == y.id && x.design == y.design;
                    }) &&
         a.notes() == b.notes() && a.viewValue(kPlan) == b.viewValue(kPlan);
}

// Much of a file is room that nothing stands in; every other flip is where something does.
qsizetype anyBit(std::mt19937& random, const QByteArray& bytes, bool inUse) {
  for (;;) {
    const auto bit = static_cast<qsizetype>(random() % static_cast<unsigned>(8 * bytes.size()));
    if (!inUse || bytes[bit / 8] != 0) return bit;
  }
}

}  // namespace

/// Bits of a file that turned over on the disk or on the way never change a result unnoticed.
class BitFlipsTest : public QObject {
  Q_OBJECT

 private slots:
  void neverSilentlyDifferent_data();
  void neverSilentlyDifferent();
};

void BitFlipsTest::neverSilentlyDifferent_data() {
  QTest::addColumn<int>("seed");
  for (int seed = 1; seed <= 3; ++seed) QTest::addRow("seed %d", seed) << seed;
}

void BitFlipsTest::neverSilentlyDifferent() {
  QFETCH(int, seed);
  constexpr int kFlips = 150;
  const ProjectFolder folder;
  const std::string whole = folder.path("whole.hopscope");
  makeFullProject(whole);
  const QByteArray bytes = bytesOf(whole);
  const auto expected = opened(Project::open(whole));
  QVERIFY(expected && !expected->damage());
  std::mt19937 random(static_cast<unsigned>(seed));
  int refused = 0, rescued = 0, sealed = 0, identical = 0;
  for (int flip = 0; flip < kFlips; ++flip) {
    const auto bit = anyBit(random, bytes, flip % 2 == 0);
    QByteArray damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    const std::string file = folder.path("flipped.hopscope");
    writeBytes(file, damaged);
    const auto result = Project::open(file);
    const QByteArray where = "bit " + QByteArray::number(bit);
    if (const auto* error = std::get_if<ProjectError>(&result)) {
      QVERIFY2(!error->issue.text.empty(), where);
      ++refused;
    } else if (const auto& project = std::get<std::unique_ptr<Project>>(result);
               project->damage()) {
      QVERIFY2(project->file().empty(), where);
      ++rescued;
      const auto damage = project->damage();
      if (damage->issue.text.english().find("is not as it was saved") != std::string::npos)
        ++sealed;
    } else {
      QVERIFY2(sameProject(*project, *expected), where);
      ++identical;
    }
  }
  qInfo("%d refused, %d opened without what is damaged (%d told by checksum), %d identical",
        refused, rescued, sealed, identical);
  QVERIFY(sealed > 0);
  QCOMPARE(folder.names().filter("working").size(), 3);  // of the project that is open
}

HOPSCOPE_TEST(BitFlipsTest)
#include "bit_flips_test.moc"
