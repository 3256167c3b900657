// SPDX-License-Identifier: GPL-3.0-or-later
// How long the window does not answer while a study of very many points is read; time in which
// other programs had the processor does not count. hopscope_points_bench [POINTS]: 30,000 without a
// number.
#include <QApplication>
#include <QElapsedTimer>
#include <QTableView>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "engine/study/study_table.h"
#include "tests/bench/processor_time.h"
#include "ui/plots/parallel_plot.h"
#include "ui/studies/study_page.h"

namespace hopscope {
namespace {

/// One study, and all that was run of it.
class OneStudy : public StudyShelf {
 public:
  explicit OneStudy(StudyRows rows) : rows_(std::move(rows)) {}

  bool isOpen() const override { return true; }
  std::string file() const override { return {}; }
  std::vector<StoredStudy> studies() const override { return {}; }
  StudyRows rows(RowId /*study*/) const override { return rows_; }
  RowId find(const std::string& /*hash*/) const override { return 1; }
  RowId add(const StoredStudy& /*study*/) override { return 1; }
  void addRows(RowId /*study*/, const StudyRows& /*rows*/) override {}
  void remove(RowId /*study*/) override {}
  void addRuns(const std::vector<StoredRun>& /*runs*/) override {}
  std::multiset<std::string> wholeRuns(const std::string& /*tag*/) const override { return {}; }
  Design design() const override { return {}; }

 private:
  StudyRows rows_;
};

/// What is done, and the longest time until the window answers again.
void say(
    const char* what, const std::function<void()>& act,
    const std::function<bool()>& settled = [] { return true; }) {
  double longest = 0;
  const auto timed = [&longest](const std::function<void()>& step) {
    const double before = bench::waitedForProcessor();
    QElapsedTimer clock;
    clock.start();
    step();
    const double waited = bench::waitedForProcessor() - before;
    longest = std::max(longest, static_cast<double>(clock.nsecsElapsed()) / 1e6 - 1e3 * waited);
  };
  timed(act);
  for (int turn = 0; turn < 40 || (!settled() && turn < 4000); ++turn)
    timed([] { QCoreApplication::processEvents(QEventLoop::AllEvents, 1); });
  std::printf("%-36s %8.1f ms at most\n", what, longest);
  std::fflush(stdout);
}

int measure(int wanted) {
  const int loads = std::max(1, wanted / 300);
  std::string values;
  for (int i = 1; i <= loads; ++i)
    values += (i > 1 ? "," : "") + std::to_string(static_cast<double>(i) / (loads + 1));
  const std::string document =
      R"({"schema": "hopscope.study/1", "name": "Very many points",
      "design": {"schema": "hopscope.design/1", "topology": {"kind": "mesh", "dimensions": [4, 4]}},
      "axes": [{"setting": "routing.algorithm", "values": ["dimension_order", "o1turn", "valiant"]},
               {"setting": "traffic.packet_flits", "range": [1, 10, 1]},
               {"setting": "channels.terminal.latency", "range": [1, 10, 1]},
               {"setting": "traffic.load", "values": [)" +
      values + "]}]}";
  const ParsedStudy parsed = parseStudy(document);
  if (hasErrors(parsed.issues)) {
    std::fprintf(stderr, "%s\n", std::string(parsed.issues.front().text).c_str());
    return 1;
  }
  StudyRows rows;
  const std::uint64_t points = pointCount(parsed.study);
  for (PointId point = 0; point < points; ++point) {
    const auto at = static_cast<double>(point);
    StudyRow row;
    row.point = point;
    if (point % 97 == 0) row.failure = "it does not fit";
    if (point % 97 != 0)
      row.values = {{"latency.mean", 50 + 40 * std::sin(at / 11) + std::fmod(at, 7)},
                    {"latency.p99", 150 + 90 * std::cos(at / 13)},
                    {"accepted_load", std::fmod(at * 0.618034, 1)}};
    rows.add(row);
  }
  std::printf("%llu points\n", static_cast<unsigned long long>(points));
  OneStudy shelf(std::move(rows));
  StudyPage page(shelf);
  page.resize(1280, 800);
  page.show();
  auto* lines = page.findChild<ParallelPlot*>();
  const auto drawn = [lines] { return lines->isDrawn(); };
  say("open", [&] { page.openDocument(document); });
  say("heat map", [&] { page.drawMap("traffic.load", "traffic.packet_flits", "latency.mean"); });
  say("panels", [&] { page.drawPanels("traffic.load", "latency.mean", "traffic.packet_flits"); });
  say("points", [&] { page.drawPoints("accepted_load", "latency.mean"); });
  say(
      "parallel axes", [&] { page.drawParallel("latency.mean"); }, drawn);
  say(
      "a range",
      [&] {
        page.setRanges({{"traffic.load", {0.2, 0.4}}});
      },
      drawn);
  say(
      "a range moved",
      [&] {
        page.setRanges({{"traffic.load", {0.3, 0.5}}});
      },
      drawn);
  say(
      "a range of latencies",
      [&] {
        page.setRanges({{"latency.mean", {40, 60}}});
      },
      drawn);
  auto* table = page.findChild<QTableView*>(QStringLiteral("studyTable"));
  say("sorted by latency", [&] { table->sortByColumn(7, Qt::DescendingOrder); });
  say(
      "all points", [&] { page.setRanges({}); }, drawn);
  return 0;
}

}  // namespace
}  // namespace hopscope

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  return hopscope::measure(argc > 1 ? std::atoi(argv[1]) : 30'000);
}
