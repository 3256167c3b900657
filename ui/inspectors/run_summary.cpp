// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/run_summary.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "engine/simulation/window_statistics.h"
#include "engine/study/verdict_words.h"
#include "ui/document/setting_edits.h"
#include "ui/inspectors/key_figures.h"
#include "ui/inspectors/path_figures.h"
#include "ui/widgets/finding_row.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"
#include "ui/widgets/split_bar.h"
#include "ui/words/energy_words.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"
#include "ui/words/result_words.h"

namespace hopscope {

namespace {

QString latencyText(double cycles) {
  return realText(cycles, cycles < 99.95 ? 1 : 0);
}

QString figureText(const Statistic<WindowSample>& statistic, double value) {
  switch (statistic.measure) {
    case Measure::share:
      return percentText(value, statistic.decimals);
    case Measure::cycles:
      return cyclesText(value);
    case Measure::watts:
      return powerText(value);
    case Measure::nanojoules:
      return energyText(value);
    default:
      return realText(value, statistic.decimals);
  }
}

/// What one window says.
std::vector<Figure> windowFigures(const WindowSample& window) {
  std::map<int, Figure> placed;
  for (const Statistic<WindowSample>& each : windowStatistics()) {
    const double value = each.of(window);
    if (each.figure == 0 || (each.presence == Presence::known && !std::isfinite(value)) ||
        (each.presence == Presence::aboveZero && !(value > 0)))
      continue;
    placed[each.figure] = {engineText(each.figureLabel != nullptr ? each.figureLabel : each.label),
                           figureText(each, value)};
  }
  std::vector<Figure> figures;
  figures.reserve(placed.size());
  for (auto& [place, figure] : placed) figures.push_back(std::move(figure));
  return figures;
}

std::vector<Figure> liveFigures(const Snapshot& snapshot) {
  std::vector<Figure> figures{
      {QObject::tr("Packets generated"), wholeText(static_cast<qint64>(snapshot.packetsGenerated))},
      {QObject::tr("Packets delivered"), wholeText(static_cast<qint64>(snapshot.packetsDelivered))},
      {QObject::tr("Packets refused"), wholeText(static_cast<qint64>(snapshot.packetsRefused))}};
  if (!snapshot.windows.empty())
    for (Figure& figure : windowFigures(snapshot.windows.back()))
      figures.push_back(std::move(figure));
  return figures;
}

/// "1", or "1 to 8" of several replications.
QString seedText(const Results& results) {
  const QString first = QString::number(results.seed);
  return results.replications.empty()
             ? first
             : QObject::tr("%1 to %2").arg(first).arg(results.replications.back().seed);
}

QString inCycles(double value) {
  return std::isfinite(value) ? withUnit(latencyText(value), "cycles") : realText(value, 1);
}

/// Where queues grow without end, a latency tells no more than how long the run was.
void addLatencies(const Results& results, std::vector<Figure>& figures) {
  if (isOverloaded(results.verdict)) {
    figures.push_back({QObject::tr("Latency"), noLatencyWords(results.verdict)});
    return;
  }
  QString mean = inCycles(results.latency.mean);
  if (std::isfinite(results.latency.ci95) && std::isfinite(results.latency.mean)) {
    const QString spread = QStringLiteral("%1 ± %2").arg(latencyText(results.latency.mean),
                                                         latencyText(results.latency.ci95));
    mean = withUnit(spread, "cycles");
  }
  figures.push_back({QObject::tr("Mean latency"), mean});
  figures.push_back({QObject::tr("Median latency"), inCycles(results.latency.p50)});
  figures.push_back({QObject::tr("95th percentile"), inCycles(results.latency.p95)});
  figures.push_back({QObject::tr("99th percentile"), inCycles(results.latency.p99)});
  figures.push_back({QObject::tr("Largest latency"), inCycles(results.latency.maximum)});
  figures.push_back({QObject::tr("Network latency"), inCycles(results.networkLatencyMean)});
}

}  // namespace

std::vector<Figure> resultFigures(const Results& results) {
  QString accepted = acceptedText(results);
  if (std::isfinite(results.acceptedCi95))
    accepted += QStringLiteral(" ± ") + loadText(results.acceptedCi95, 3);
  std::vector<Figure> figures{{QObject::tr("Offered load"), loadText(results.offeredLoad, 3)}};
  if (const double byAll = offeredByAll(results); byAll != results.offeredLoad)
    figures.push_back({QObject::tr("Generated over all terminals"), loadText(byAll, 3)});
  figures.push_back({QObject::tr("Accepted load"), accepted});
  addLatencies(results, figures);
  for (const Figure& figure : {Figure{QObject::tr("Mean hops"), realText(results.hopsMean, 2)},
                               Figure{QObject::tr("Measured packets that arrived"),
                                      wholeText(static_cast<qint64>(results.packetsMeasured))},
                               Figure{QObject::tr("Measured packets that did not arrive"),
                                      wholeText(static_cast<qint64>(results.packetsLost))},
                               Figure{QObject::tr("Packets refused"),
                                      wholeText(static_cast<qint64>(results.packetsRefused))}})
    figures.push_back(figure);
  if (results.cache.lookups > 0) {
    const double rate =
        static_cast<double>(results.cache.hits) / static_cast<double>(results.cache.lookups);
    figures.push_back({QObject::tr("Cache hits"), percentText(rate, 1)});
    figures.push_back(
        {QObject::tr("Cache lookups"), wholeText(static_cast<qint64>(results.cache.lookups))});
  }
  if (results.cache.camLookups > 0)
    figures.push_back({QObject::tr("Mean wait for the CAM"), inCycles(results.cache.camQueueMean)});
  for (const PathFigure& each : pathFigures(results)) figures.push_back({each.name, each.value});
  if (std::isfinite(results.energyPerPacket))
    figures.push_back({QObject::tr("Energy per packet"), energyText(results.energyPerPacket)});
  if (const double all = results.energy.total(); all > 0) {
    figures.push_back({QObject::tr("Energy of all switches"), energyText(all)});
    for (const EnergyCause& cause : energyCauses())
      if (const double part = results.energy.*cause.part; part > 0)
        figures.push_back(
            {QObject::tr("Energy, %1").arg(inSentence(cause.name)),
             QStringLiteral("%1, %2").arg(energyText(part), percentText(part / all))});
  }
  for (const ClassResult& each : results.classes)
    figures.push_back(
        {QObject::tr("Mean latency, %1").arg(className(each)), inCycles(each.latencyMean)});
  for (const TrafficClassResult& each : results.trafficClasses) {
    const QString name = QString::fromStdString(each.name);
    figures.push_back({QObject::tr("Offered load, %1").arg(name), loadText(each.offeredLoad, 3)});
    figures.push_back({QObject::tr("Accepted load, %1").arg(name), loadText(each.acceptedLoad, 3)});
    figures.push_back({QObject::tr("Mean latency, %1").arg(name), inCycles(each.latencyMean)});
    figures.push_back({QObject::tr("99th percentile, %1").arg(name), inCycles(each.latencyP99)});
  }
  for (const ApplicationResult& each : results.applications) {
    const QString name = QString::fromStdString(each.name);
    figures.push_back({QObject::tr("Completion, %1").arg(name), inCycles(each.completion)});
    if (std::isfinite(each.slowdown))
      figures.push_back({QObject::tr("Slowdown against an ideal network, %1").arg(name),
                         realText(each.slowdown, 3)});
    figures.push_back(
        {QObject::tr("Messages, %1").arg(name), wholeText(static_cast<qint64>(each.messages))});
    if (std::isfinite(each.waiting))
      figures.push_back({QObject::tr("Computing, communicating, waiting, %1").arg(name),
                         QStringLiteral("%1, %2, %3")
                             .arg(percentText(each.computation), percentText(each.communication),
                                  percentText(each.waiting))});
    if (std::isfinite(each.path.contention))
      figures.push_back({QObject::tr("Contention on the critical path, %1").arg(name),
                         inCycles(each.path.contention)});
  }
  constexpr int kMostCollectives = 4;
  int told = 0;
  for (const CollectiveResult& each : results.collectives) {
    if (!std::isfinite(each.busBandwidth)) continue;
    if (++told > kMostCollectives) break;
    const QString what =
        QObject::tr("%1, %2 ranks, %3 bytes")
            .arg(QString::fromStdString(each.operation), wholeText(static_cast<qint64>(each.ranks)),
                 wholeText(static_cast<qint64>(each.bytes)));
    const QString label =
        QObject::tr("Bus bandwidth, %1")
            .arg(results.applications.size() > 1
                     ? QStringLiteral("%1, %2").arg(QString::fromStdString(each.application), what)
                     : what);
    figures.push_back({label, QObject::tr("%1 GB/s").arg(realText(each.busBandwidth, 2))});
  }
  if (std::isfinite(results.makespan))
    figures.push_back({QObject::tr("Makespan"), inCycles(results.makespan)});
  if (std::isfinite(results.bandwidthUtilization))
    figures.push_back(
        {QObject::tr("Bandwidth utilization"), percentText(results.bandwidthUtilization)});
  if (std::isfinite(results.circuitHitRate))
    figures.push_back({QObject::tr("Hit rate of circuits"), percentText(results.circuitHitRate)});
  if (results.circuitsEstablished)
    figures.push_back(
        {QObject::tr("Circuits established, released, evicted"),
         QStringLiteral("%1, %2, %3")
             .arg(wholeText(static_cast<qint64>(*results.circuitsEstablished)),
                  wholeText(static_cast<qint64>(results.circuitsReleased.value_or(0))),
                  wholeText(static_cast<qint64>(results.circuitsEvicted.value_or(0))))});
  for (const SlotResult& each : results.timeSlots)
    if (each.turns + each.skipped + each.preempted > 0)
      figures.push_back({QObject::tr("Slot %1: cycles used, idle; turns skipped, preempted")
                             .arg(QString::fromStdString(each.name)),
                         QStringLiteral("%1, %2; %3, %4")
                             .arg(wholeText(each.used), wholeText(each.idle),
                                  wholeText(static_cast<qint64>(each.skipped)),
                                  wholeText(static_cast<qint64>(each.preempted)))});
  const Fairness fairness = fairnessOf(results);
  if (std::isfinite(fairness.jain)) {
    figures.push_back({QObject::tr("Fairness (Jain's index)"), realText(fairness.jain, 3)});
    figures.push_back({QObject::tr("Accepted per router"),
                       QStringLiteral("%1 to %2")
                           .arg(realText(fairness.minimum, 3), realText(fairness.maximum, 3))});
  }
  if (!results.replications.empty())
    figures.push_back(
        {QObject::tr("Replications"), wholeText(static_cast<qint64>(results.replications.size()))});
  figures.push_back({QObject::tr("Warm-up"), wholeText(results.warmupUsed)});
  figures.push_back({QObject::tr("Cycles measured"), wholeText(results.measuredCycles)});
  figures.push_back({QObject::tr("Cycles simulated"), wholeText(results.cycles)});
  figures.push_back({QObject::tr("Wall time"), withUnit(realText(results.wallSeconds, 2), "s")});
  figures.push_back({QObject::tr("Seed"), seedText(results)});
  figures.push_back({QObject::tr("Engine"), QString::fromStdString(results.engineVersion)});
  return figures;
}

QString phaseWord(RunPhase phase) {
  switch (phase) {
    case RunPhase::warmup:
      return QObject::tr("warm-up");
    case RunPhase::measure:
      return QObject::tr("measuring");
    case RunPhase::drain:
      return QObject::tr("draining");
    case RunPhase::done:
      break;
  }
  return QObject::tr("finished");
}

QString verdictWord(Verdict verdict) {
  switch (verdict) {
    case Verdict::stable:
      return QObject::tr("stable");
    case Verdict::unknown:
      return QObject::tr("not known");
    case Verdict::saturated:
      return QObject::tr("saturated");
    case Verdict::stalled:
      return QObject::tr("stalled");
    case Verdict::deadlocked:
      break;
  }
  return QObject::tr("deadlocked");
}

QString verdictSentence(const Topology& topology, const Results& results) {
  if (measuredNothing(results))
    return QObject::tr("Stopped by hand at cycle %1, in the warm-up: nothing was measured yet.")
        .arg(wholeText(results.cycles));
  if (!results.complete && results.replications.empty())
    return QObject::tr("Stopped by hand at cycle %1: these figures cover a part of the run.")
        .arg(wholeText(results.cycles));
  if (!results.complete)
    return QObject::tr("Stopped by hand after %1: these figures are theirs.")
        .arg(plural(static_cast<qint64>(results.replications.size()), "replication",
                    "replications"));
  return engineText(explain(topology, results));
}

RunSummary::RunSummary(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 10, 0, 0);
  column->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(12, 0, 12, 0);
  name_ = makeLabel(TextRole::title, tr("This run"), this);
  name_->setWordWrap(true);
  chip_ = makeChip(this);
  head->addWidget(name_, 1);
  head->addWidget(chip_, 0, Qt::AlignTop);
  column->addLayout(head);
  identity_ = makeLabel(TextRole::label, {}, this);
  identity_->setContentsMargins(12, 2, 12, 0);
  identity_->setWordWrap(true);
  column->addWidget(identity_);
  column->addSpacing(10);
  key_ = new KeyFigures(this);
  connect(key_, &KeyFigures::linkClicked, this, &RunSummary::linkClicked);
  column->addWidget(key_);
  column->addSpacing(6);
  sentence_ = makeLabel(TextRole::body, {}, this);
  sentence_->setContentsMargins(12, 4, 12, 0);
  sentence_->setWordWrap(true);
  column->addWidget(sentence_);
  column->addSpacing(10);

  healthSection_ = new PanelSection(tr("Findings"), QStringLiteral("healthSoFar"), this);
  healthSection_->hide();
  column->addWidget(healthSection_);
  figureSection_ =
      new PanelSection(tr("All figures"), QStringLiteral("allFigures"), this, Fold::closed);
  auto* table = new QWidget(this);
  figureGrid_ = new QGridLayout(table);
  figureGrid_->setContentsMargins(0, 0, 0, 0);
  figureGrid_->setVerticalSpacing(4);
  figureGrid_->setColumnStretch(0, 1);
  figureSection_->add(table);
  column->addWidget(figureSection_);

  splitSection_ = new PanelSection(tr("Where the latency goes"), QStringLiteral("split"), this);
  split_ = new SplitBar(this);
  splitSection_->add(split_);
  splitSection_->hide();
  column->addWidget(splitSection_);
  column->addStretch();
}

void RunSummary::setTheme(const Theme& theme) {
  theme_ = &theme;
  healthSection_->setTheme(theme);
  for (FindingRow* each : findings_) each->setTheme(theme);
  figureSection_->setTheme(theme);
  splitSection_->setTheme(theme);
  split_->setTheme(theme);
}

void RunSummary::setFigures(const std::vector<Figure>& figures) {
  while (figureLabels_.size() < figures.size()) {
    const int row = static_cast<int>(figureLabels_.size());
    QWidget* table = figureGrid_->parentWidget();
    auto* name = makeLabel(TextRole::label, {}, table);
    name->setWordWrap(true);  // the longest is not to make the panel wider than it is
    auto* value = makeLabel(TextRole::body, {}, table);
    figureGrid_->addWidget(name, row, 0);
    figureGrid_->addWidget(value, row, 1, Qt::AlignRight | Qt::AlignTop);
    figureLabels_.emplace_back(name, value);
  }
  for (std::size_t i = 0; i < figureLabels_.size(); ++i) {
    auto [name, value] = figureLabels_[i];
    const bool used = i < figures.size();
    name->setVisible(used);
    value->setVisible(used);
    if (!used) continue;
    name->setText(figures[i].name);
    value->setText(figures[i].value);
  }
}

void RunSummary::show(const RunView& view) {
  const Results* results = view.past ? nullptr : view.results;
  if (view.design != nullptr) name_->setText(QString::fromStdString(view.design->name));
  if (results != nullptr) {
    const bool good = results->complete && results->verdict == Verdict::stable;
    setStyleProperty(chip_, "chip", good ? "ok" : isStuck(results->verdict) ? "bad" : "warn");
    chip_->setText(results->complete ? verdictWord(results->verdict) : tr("stopped"));
    identity_->setText(
        (results->replications.empty() ? tr("seed %1, %2") : tr("seeds %1, %2"))
            .arg(seedText(*results), cyclesText(static_cast<double>(results->cycles))));
    setFigures(resultFigures(*results));
    QString words = keySentence(view);
    for (const Sentence& warning : results->warnings)
      words += (words.isEmpty() ? QString() : QStringLiteral("\n")) + engineText(warning);
    // A number stays in the line of its sign.
    sentence_->setText(words.replace(QStringLiteral(" %"), QStringLiteral("\u00a0%")));
  } else if (const WindowSample* window = view.window(); view.past && window != nullptr) {
    setStyleProperty(chip_, "chip", "quiet");
    chip_->setText(tr("recorded"));
    identity_->setText(
        tr("cycles %1 to %2").arg(wholeText(window->end - window->length), wholeText(window->end)));
    setFigures(windowFigures(*window));
    sentence_->clear();
  } else if (view.snapshot != nullptr) {
    setStyleProperty(chip_, "chip", "quiet");
    chip_->setText(phaseWord(view.snapshot->phase));
    identity_->setText(tr("Click a router, a terminal or a link to look inside."));
    setFigures(liveFigures(*view.snapshot));
    sentence_->clear();
  }
  key_->show(view);
  chip_->setVisible(results == nullptr);
  const auto parts = results != nullptr ? latencyParts(results->split) : std::vector<LatencyPart>{};
  splitSection_->setVisible(!parts.empty());
  split_->setParts(parts);
  sentence_->setVisible(!sentence_->text().isEmpty());
  showFindings(view);
}

void RunSummary::showFindings(const RunView& view) {
  const bool any = view.findings != nullptr && !view.past;
  const std::size_t count = any ? view.findings->size() : 0;
  while (findings_.size() < count) {
    auto* row = new FindingRow(
        (*view.findings)[findings_.size()], *theme_,
        tr("Mends it: of a run that goes on from the next cycle on, else of the design"), this);
    connect(row, &FindingRow::showMe, this, &RunSummary::findingClicked);
    connect(row, &FindingRow::fix, this, &RunSummary::remedyWanted);
    connect(row, &FindingRow::tryIt, this, &RunSummary::trialWanted);
    healthSection_->add(row);
    findings_.push_back(row);
  }
  for (std::size_t i = 0; i < findings_.size(); ++i) {
    findings_[i]->setVisible(i < count);
    if (i < count) findings_[i]->show((*view.findings)[i]);
  }
  healthSection_->setVisible(count > 0);
}

}  // namespace hopscope
