// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/comparison.h"

#include <QTest>
#include <algorithm>
#include <limits>

#include "tests/support/test_main.h"

using namespace hopscope;

namespace {

const QChar kNoBreak(0x00a0);
const QChar kMinus(0x2212);

Design mesh(std::int64_t buffer, double load) {
  Design design;
  design.settings["topology.kind"] = std::string("mesh");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{4, 4};
  design.settings["switch.buffers.local"] = buffer;
  design.settings["traffic.load"] = load;
  return design;
}

const ComparedRow* rowOf(const std::vector<ComparedRow>& rows, const QString& word) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const ComparedRow& row) {
    return row.name.contains(word, Qt::CaseInsensitive);
  });
  return found == rows.end() ? nullptr : &*found;
}

std::vector<ComparedRow> differing(const std::vector<ComparedRow>& rows) {
  std::vector<ComparedRow> some;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(some),
               [](const ComparedRow& row) { return row.differs; });
  return some;
}

}  // namespace

/// What differs between designs and between results, in words and numbers worked out by hand.
class ComparisonTest : public QObject {
  Q_OBJECT

 private slots:
  void settingsThatDiffer() {
    const Design a = mesh(32, 0.2), b = mesh(48, 0.25);
    const auto rows = differing(compareSettings({{&a, nullptr}, {&b, nullptr}}));
    QCOMPARE(rows.size(), std::size_t{2});
    const ComparedRow* buffer = rowOf(rows, QStringLiteral("buffer"));
    QVERIFY(buffer != nullptr);
    QCOMPARE(buffer->values, QStringList({QStringLiteral("32%1flits").arg(kNoBreak),
                                          QStringLiteral("48%1flits").arg(kNoBreak)}));
    QCOMPARE(buffer->differences, QStringList({QString(), QStringLiteral("+16")}));
    const ComparedRow* load = rowOf(rows, QStringLiteral("load"));
    QVERIFY(load != nullptr);
    QCOMPARE(load->differences.at(1), QStringLiteral("+0.05"));
    QVERIFY(differing(compareSettings({{&a, nullptr}, {&a, nullptr}})).empty());
  }

  /// A value typed out that equals the default is no difference.
  void valuesInForceAreCompared() {
    Design a = mesh(32, 0.2), b = a;
    b.settings["run.seed"] = std::int64_t{1};
    QVERIFY(differing(compareSettings({{&a, nullptr}, {&b, nullptr}})).empty());
    b.settings["run.seed"] = std::int64_t{2};
    QCOMPARE(differing(compareSettings({{&a, nullptr}, {&b, nullptr}})).size(), std::size_t{1});
  }

  /// Of a trace its size stands for the text, and another of the same size is another.
  void textsOfManyLines() {
    Design a = mesh(32, 0.2);
    a.settings["applications.0.kind"] = std::string("tit");
    a.settings["applications.0.text"] = std::string("0 init\n");
    Design b = a;
    b.settings["applications.0.text"] = std::string("1 init\n");
    const auto rows = differing(compareSettings({{&a, nullptr}, {&b, nullptr}, {&a, nullptr}}));
    QCOMPARE(rows.size(), std::size_t{1});
    const QString size = QStringLiteral("1\u00a0line, 7\u00a0B");
    QCOMPARE(rows[0].values, QStringList({size, size + QStringLiteral(", others"), size}));
  }

  /// What one of the networks has no setting for reads as missing, not as a number.
  void settingsOfOnlyOne() {
    const Design a = mesh(32, 0.2);
    Design b = a;
    b.settings.erase("topology.dimensions");
    b.settings["topology.kind"] = std::string("dragonfly");
    const auto rows = differing(compareSettings({{&a, nullptr}, {&b, nullptr}}));
    QVERIFY(std::any_of(rows.begin(), rows.end(), [](const ComparedRow& row) {
      return row.values == QStringList({QStringLiteral("[4, 4]"), QString(QChar(0x2013))});
    }));
  }

  void drawnNetworksOfEqualCounts() {
    Design a;
    a.settings["topology.kind"] = std::string("custom");
    for (std::uint32_t id = 0; id < 3; ++id) a.drawn.routers.push_back({id, {}});
    a.drawn.links = {{0, 0, 1, "local", {}}, {1, 1, 2, "local", {}}};
    Design b = a;
    b.drawn.links[1].from = 0;
    const auto rows = differing(compareSettings({{&a, nullptr}, {&b, nullptr}}));
    QCOMPARE(rows.size(), std::size_t{1});
    QVERIFY(rows.front().values.at(0) != rows.front().values.at(1));
  }

  void resultsWithSignAndUnit() {
    const Design design = mesh(32, 0.3);
    Results a, b;
    a.complete = b.complete = true;
    a.verdict = b.verdict = Verdict::stable;
    a.offeredLoad = b.offeredLoad = 0.3;
    a.acceptedLoad = 0.2;
    b.acceptedLoad = 0.3;
    a.latency.mean = 200;
    b.latency.mean = 150;
    a.nonminimalFraction = 0;
    b.nonminimalFraction = 0.87;
    a.channelUtilization = {0, 0, 0.98};
    b.channelUtilization = {0, 0.1, 0.72};
    const auto rows = compareResults({{&design, &a}, {&design, &b}});
    const auto difference = [&](const char* name) {
      const ComparedRow* row = rowOf(rows, QString::fromUtf8(name));
      return row != nullptr ? row->differences.at(1) : QStringLiteral("absent");
    };
    QCOMPARE(difference("Accepted load"), QStringLiteral("+50%1%").arg(kNoBreak));
    QCOMPARE(difference("Mean latency"),
             QStringLiteral("%1%2%3%").arg(kMinus).arg(25).arg(kNoBreak));
    QCOMPARE(difference("Non-minimal"), QStringLiteral("+87%1points").arg(kNoBreak));
    QCOMPARE(difference("Hottest"),
             QStringLiteral("%1%2%3points").arg(kMinus).arg(26).arg(kNoBreak));
    QCOMPARE(difference("Idle"), QStringLiteral("%1%2").arg(kMinus).arg(1));
    QCOMPARE(difference("Offered load"), QString());
    // What is alike and no figure of merit is left out.
    b.channelUtilization = a.channelUtilization;
    QVERIFY(rowOf(compareResults({{&design, &a}, {&design, &b}}), QStringLiteral("Idle")) ==
            nullptr);
    QVERIFY(!rowOf(rows, QStringLiteral("Offered load"))->differs);
    QVERIFY(rowOf(rows, QStringLiteral("Cache")) == nullptr);
  }

  /// "−0.0 %" is no difference.
  void roundedAwayIsNotTold() {
    const Design design = mesh(32, 0.3);
    Results a, b;
    a.complete = b.complete = true;
    a.verdict = b.verdict = Verdict::stable;
    a.acceptedLoad = 0.3;
    b.acceptedLoad = 0.29999;
    a.nonminimalFraction = 0.5;
    b.nonminimalFraction = 0.5004;
    const auto rows = compareResults({{&design, &a}, {&design, &b}});
    QCOMPARE(rowOf(rows, QStringLiteral("Accepted load"))->differences.at(1), QString());
    QCOMPARE(rowOf(rows, QStringLiteral("Non-minimal"))->differences.at(1), QString());
  }

  /// A saturated run has no latency, so none is told and no difference is made of it.
  void noSteadyState() {
    const Design design = mesh(32, 0.3);
    Results a, b;
    a.complete = b.complete = true;
    a.verdict = Verdict::saturated;
    a.latency.mean = 5000;
    b.latency.mean = 150;
    const auto rows = compareResults({{&design, &a}, {&design, &b}});
    const ComparedRow* mean = rowOf(rows, QStringLiteral("Mean latency"));
    QVERIFY(mean != nullptr);
    QCOMPARE(mean->values.at(0), QStringLiteral("no steady state"));
    QCOMPARE(mean->differences.at(1), QString());
    a.verdict = Verdict::unknown;  // nothing arrived, and nothing is said of its state
    const auto unknown = compareResults({{&design, &a}, {&design, &b}});
    QCOMPARE(rowOf(unknown, QStringLiteral("Mean latency"))->values.at(0), QStringLiteral("–"));
  }

  void differenceInWords() {
    const Design a = mesh(32, 0.2), b = mesh(48, 0.25);
    const QString words = differenceWords(a, b);
    QVERIFY2(words.contains(QStringLiteral("32%1flits → 48%1flits").arg(kNoBreak)),
             qPrintable(words));
    QVERIFY2(differenceWords(a, b, 1).endsWith(QStringLiteral("and 1 more")),
             qPrintable(differenceWords(a, b, 1)));
    QVERIFY(differenceWords(a, a).isEmpty());
  }
};

HOPSCOPE_TEST(ComparisonTest)
#include "comparison_test.moc"
