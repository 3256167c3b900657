// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_applications.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "ui/words/numbers.h"
#include "ui/words/study_words.h"

namespace hopscope {

namespace {

constexpr std::size_t kMostRanks = 64;

QString nameOf(const ApplicationResult& application) {
  return QString::fromStdString(application.name);
}

QString cyclesIn(double cycles) {
  return realText(cycles, std::abs(cycles) < 100 ? 1 : 0);
}

}  // namespace

ReportTable applicationsTable(const Results& results) {
  ReportTable table;
  table.head = {QObject::tr("Application"),   QObject::tr("Outcome"),
                QObject::tr("Ranks"),         QObject::tr("Completion, cycles"),
                QObject::tr("Ideal, cycles"), QObject::tr("Slowdown"),
                QObject::tr("Messages"),      QObject::tr("Bytes")};
  for (const ApplicationResult& each : results.applications)
    table.rows.push_back({nameOf(each), outcomeWord(each.end),
                          wholeText(static_cast<qint64>(each.ranks)), cyclesIn(each.completion),
                          cyclesIn(each.ideal), realText(each.slowdown, 3),
                          wholeText(static_cast<qint64>(each.messages)),
                          wholeText(static_cast<qint64>(each.bytes))});
  return table;
}

ReportTable sharesTable(const Results& results) {
  ReportTable table;
  table.head = {QObject::tr("Application"), QObject::tr("Computing"), QObject::tr("Communicating"),
                QObject::tr("Waiting")};
  const bool beside =
      std::any_of(results.applications.begin(), results.applications.end(),
                  [](const ApplicationResult& application) { return application.background > 0; });
  if (beside)
    table.head << QObject::tr("Collectives beside computation, cycles")
               << QObject::tr("Exposed of them, cycles");
  for (const ApplicationResult& each : results.applications) {
    if (!std::isfinite(each.waiting)) continue;
    table.rows.push_back({nameOf(each), percentText(each.computation, 1),
                          percentText(each.communication, 1), percentText(each.waiting, 1)});
    if (beside) table.rows.back() << cyclesIn(each.background) << cyclesIn(each.exposed);
  }
  return table;
}

ReportTable criticalPathTable(const Results& results) {
  ReportTable table;
  table.head = {QObject::tr("Application"), QObject::tr("Computation"), QObject::tr("Overhead"),
                QObject::tr("Interface"),   QObject::tr("Transfer"),    QObject::tr("Contention")};
  for (const ApplicationResult& each : results.applications)
    if (std::isfinite(each.path.contention))
      table.rows.push_back({nameOf(each), cyclesIn(each.path.computation),
                            cyclesIn(each.path.overhead), cyclesIn(each.path.interface),
                            cyclesIn(each.path.transfer), cyclesIn(each.path.contention)});
  return table;
}

ReportTable messagesTable(const Results& results) {
  ReportTable table;
  if (std::isfinite(results.makespan))
    table.rows.push_back(
        {QObject::tr("Makespan"), cyclesIn(results.makespan), QObject::tr("cycles")});
  if (std::isfinite(results.bandwidthUtilization))
    table.rows.push_back(
        {QObject::tr("Bandwidth utilization"), percentText(results.bandwidthUtilization, 1), {}});
  return table;
}

ReportTable ranksTable(const ApplicationResult& application) {
  ReportTable table;
  table.head = {QObject::tr("Rank"), QObject::tr("Computing"), QObject::tr("Communicating"),
                QObject::tr("Waiting"), QObject::tr("Finished in cycle")};
  const std::size_t all = application.perRank.size();
  const std::size_t shown = std::min(all, kMostRanks);
  for (std::size_t rank = 0; rank < shown; ++rank) {
    const RankTimes& each = application.perRank[rank];
    table.rows.push_back({wholeText(static_cast<qint64>(rank)), wholeText(each.computation),
                          wholeText(each.communication), wholeText(each.waiting),
                          each.finished < 0 ? QStringLiteral("–") : wholeText(each.finished)});
  }
  if (shown < all)
    table.rows.push_back(
        {QObject::tr("and %1 more").arg(wholeText(static_cast<qint64>(all - shown)))});
  return table;
}

ReportTable circuitsTable(const Results& results) {
  ReportTable table;
  const bool steady = !isOverloaded(results.verdict);
  const QString cycles = QObject::tr("cycles");
  const auto latency = [&](const QString& name, double value) {
    if (std::isfinite(value))
      table.rows.push_back({name, steady ? cyclesIn(value) : QObject::tr("no steady state"),
                            steady ? cycles : QString()});
  };
  const auto count = [&](const QString& name, const std::optional<std::uint64_t>& value) {
    if (value) table.rows.push_back({name, wholeText(static_cast<qint64>(*value)), {}});
  };
  if (std::isfinite(results.circuitHitRate))
    table.rows.push_back({QObject::tr("Hit rate of circuits"),
                          percentText(results.circuitHitRate, 1), QObject::tr("of packets")});
  latency(QObject::tr("Mean latency of circuits"), results.circuitLatency);
  count(QObject::tr("Circuits established"), results.circuitsEstablished);
  count(QObject::tr("Circuits released"), results.circuitsReleased);
  count(QObject::tr("Circuits evicted"), results.circuitsEvicted);
  if (std::isfinite(results.bestEffortLoad))
    table.rows.push_back({QObject::tr("Accepted load, best effort"),
                          loadText(results.bestEffortLoad, 3),
                          QObject::tr("flits/terminal/cycle")});
  latency(QObject::tr("Mean latency, best effort"), results.bestEffortLatency);
  return table;
}

}  // namespace hopscope
