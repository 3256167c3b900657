// SPDX-License-Identifier: GPL-3.0-or-later
// Opportunistic local misrouting by contention counters against FOGSim's, every load of its tables.
#include <fmt/format.h>
#include <QTest>
#include <nlohmann/json.hpp>

#include "tests/support/fogsim.h"
#include "tests/support/oracle.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::FogsimOracle;
using test::FogsimPoint;
using test::FogsimTable;

class FogsimOlmTest : public QObject {
  Q_OBJECT

 private slots:
  void agrees_data();
  void agrees();

 private:
  static const FogsimOracle& oracle() {
    static const FogsimOracle known = test::fogsimOracle("fogsim_olm");
    return known;
  }
};

void FogsimOlmTest::agrees_data() {
  QTest::addColumn<int>("table");
  for (std::size_t i = 0; i < oracle().tables.size(); ++i) {
    const FogsimTable& table = oracle().tables[i];
    QTest::addRow("%s, %s", table.which.routing.c_str(), table.which.traffic.c_str())
        << static_cast<int>(i);
  }
}

/// Latency, hops and non-minimal packets up to 0.9 of saturation; and all is accepted up to 0.02
/// below it. The tables end there, so nothing says that more is not.
void FogsimOlmTest::agrees() {
  QFETCH(int, table);
  const FogsimTable& stated = oracle().tables[static_cast<std::size_t>(table)];
  std::string found;
  for (const FogsimPoint& theirs : stated.points) {
    const FogsimPoint ours =
        test::simulate(stated.which, theirs.load, oracle().warmup, oracle().measure, 2);
    qInfo(
        "%.2f: latency %.1f (%.1f, %+.1f %%), accepted %.4f (%.4f), non-minimal %.4f (%.4f), "
        "hops %.3f (%.3f)",
        theirs.load, ours.latency, theirs.latency, 100 * (ours.latency / theirs.latency - 1),
        ours.accepted, theirs.accepted, ours.nonminimal, theirs.nonminimal, ours.hops, theirs.hops);
    for (const std::string& text : differences(stated, theirs, ours, oracle().tolerance))
      found += text + '\n';
  }
  const FogsimPoint below =
      test::simulate(stated.which, stated.saturation - oracle().tolerance.saturation,
                     oracle().warmup, oracle().measure, 2);
  if (below.accepted < 0.99 * below.load)
    found += fmt::format("At {} only {} is accepted.", below.load, below.accepted);
  QVERIFY2(found.empty(), found.c_str());
}

}  // namespace hopscope

using hopscope::FogsimOlmTest;
HOPSCOPE_TEST(FogsimOlmTest)
#include "fogsim_olm_test.moc"
