// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "engine/design/application_text.h"
#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

bool isNear(double ours, double theirs) {
  return std::abs(ours - theirs) <= 0.01 * theirs;
}

double completionOf(const QByteArray& application, double flitBytes) {
  Design design;
  design.settings["topology.kind"] = std::string("crossbar");
  design.settings["topology.terminals"] = std::int64_t{16};
  design.settings["clock.flit_bytes"] = flitBytes;
  design.settings["traffic.load"] = 0.0;
  design.settings["endpoints.eager"] = std::int64_t{67'108'864};
  if (hasErrors(addApplication(design, application.toStdString()))) return std::nan("");
  Compiled compiled = compile(design);
  if (!compiled.setup) return std::nan("");
  Simulation simulation(*compiled.setup);
  while (!simulation.done()) simulation.advance(1'000'000);
  return simulation.results().applications.front().completion;
}

}  // namespace

/// Times that SimGrid 3.32 (Debian 12) replays the exported traces in, on cables without contention
/// and without its factors for small messages: printed by tests/bench/compare_simgrid.sh.
class SimgridReferenceTest : public QObject {
  Q_OBJECT

 private slots:
  void completions_data() {
    QTest::addColumn<QByteArray>("application");
    QTest::addColumn<double>("theirs");
    QTest::newRow("halo") << QByteArray("halo(ranks=16 bytes=20000 iterations=4)") << 40'064.0;
    const auto collective = [](const char* operation, int bytes, double theirs) {
      QTest::newRow(operation) << QByteArray("collective(ranks=16 operation=") + operation +
                                      " bytes=" + QByteArray::number(bytes) + ")"
                               << theirs;
    };
    collective("allreduce_ring", 320'000, 75'300);
    collective("allreduce_halving_doubling", 320'000, 75'080);
    collective("reduce_scatter_ring", 320'000, 37'650);
    collective("allreduce_recursive_doubling", 20'000, 10'040);
    collective("alltoall_pairwise", 20'000, 37'650);
    collective("allgather_ring", 20'000, 37'650);
  }

  void completions() {
    QFETCH(QByteArray, application);
    QFETCH(double, theirs);
    const double ours = completionOf(application, 8);
    QVERIFY2(isNear(ours, theirs), qPrintable(QString::number(ours)));
    // A cable that is 2 % slower is found.
    QVERIFY(!isNear(completionOf(application, 8 / 1.02), theirs));
  }
};

HOPSCOPE_TEST(SimgridReferenceTest)

}  // namespace hopscope

#include "simgrid_reference_test.moc"
