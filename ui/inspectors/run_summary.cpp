// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/run_summary.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/inspectors/network_names.h"
#include "ui/inspectors/section.h"
#include "ui/shell/labels.h"
#include "ui/shell/numbers.h"

namespace hopscope {

namespace {

QString latencyText(double cycles) {
  return realText(cycles, cycles < 99.95 ? 1 : 0);
}

std::vector<Figure> liveFigures(const Snapshot& snapshot) {
  std::vector<Figure> figures{
      {QObject::tr("Packets generated"), wholeText(static_cast<qint64>(snapshot.packetsGenerated))},
      {QObject::tr("Packets delivered"), wholeText(static_cast<qint64>(snapshot.packetsDelivered))},
      {QObject::tr("Packets refused"), wholeText(static_cast<qint64>(snapshot.packetsRefused))}};
  if (!snapshot.windows.empty()) {
    const WindowSample& window = snapshot.windows.back();
    figures.push_back({QObject::tr("Accepted load"), realText(window.acceptedLoad, 3)});
    figures.push_back({QObject::tr("Mean latency"), cyclesText(window.latencyMean)});
    figures.push_back({QObject::tr("99th percentile"), cyclesText(window.latencyP99)});
    if (std::isfinite(window.hitRate))
      figures.push_back({QObject::tr("Cache hits"), percentText(window.hitRate, 1)});
  }
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

}  // namespace

std::vector<Figure> resultFigures(const Results& results) {
  const auto cycles = [](double value) {
    return std::isfinite(value) ? withUnit(latencyText(value), "cycles") : realText(value, 1);
  };
  QString mean = cycles(results.latency.mean);
  if (std::isfinite(results.latency.ci95) && std::isfinite(results.latency.mean))
    mean = withUnit(QStringLiteral("%1 ± %2").arg(latencyText(results.latency.mean),
                                                  latencyText(results.latency.ci95)),
                    "cycles");
  std::vector<Figure> figures{
      {QObject::tr("Offered load"), realText(results.offeredLoad, 3)},
      {QObject::tr("Accepted load"), realText(results.acceptedLoad, 3)},
      {QObject::tr("Mean latency"), mean},
      {QObject::tr("Median latency"), cycles(results.latency.p50)},
      {QObject::tr("95th percentile"), cycles(results.latency.p95)},
      {QObject::tr("99th percentile"), cycles(results.latency.p99)},
      {QObject::tr("Largest latency"), cycles(results.latency.maximum)},
      {QObject::tr("Network latency"), cycles(results.networkLatencyMean)},
      {QObject::tr("Mean hops"), realText(results.hopsMean, 2)},
      {QObject::tr("Packets measured"), wholeText(static_cast<qint64>(results.packetsMeasured))},
      {QObject::tr("Packets lost"), wholeText(static_cast<qint64>(results.packetsLost))},
      {QObject::tr("Packets refused"), wholeText(static_cast<qint64>(results.packetsRefused))}};
  if (results.cache.lookups > 0) {
    const double rate =
        static_cast<double>(results.cache.hits) / static_cast<double>(results.cache.lookups);
    figures.push_back({QObject::tr("Cache hits"), percentText(rate, 1)});
    figures.push_back(
        {QObject::tr("Cache lookups"), wholeText(static_cast<qint64>(results.cache.lookups))});
  }
  if (results.cache.camLookups > 0)
    figures.push_back({QObject::tr("Mean wait for the CAM"), cycles(results.cache.camQueueMean)});
  figures.push_back({QObject::tr("Cycles simulated"), wholeText(results.cycles)});
  figures.push_back({QObject::tr("Wall time"), withUnit(realText(results.wallSeconds, 2), "s")});
  figures.push_back({QObject::tr("Seed"), QString::number(results.seed)});
  figures.push_back({QObject::tr("Engine"), QString::fromStdString(results.engineVersion)});
  return figures;
}

QString verdictWord(Verdict verdict) {
  switch (verdict) {
    case Verdict::stable:
      return QObject::tr("stable");
    case Verdict::saturated:
      return QObject::tr("saturated");
    case Verdict::deadlocked:
      break;
  }
  return QObject::tr("deadlocked");
}

QString verdictSentence(const Results& results) {
  if (!results.complete)
    return QObject::tr("Stopped by hand at cycle %1: these figures cover a part of the run.")
        .arg(wholeText(results.cycles));
  switch (results.verdict) {
    case Verdict::stable:
      return {};
    case Verdict::saturated:
      return QObject::tr("At load %1 the network accepts %2; queues grow without end.")
          .arg(realText(results.offeredLoad, 2), realText(results.acceptedLoad, 3));
    case Verdict::deadlocked:
      break;
  }
  return QObject::tr("Stopped at cycle %1: packets wait for each other in a circle.")
      .arg(wholeText(results.cycles));
}

RunSummary::RunSummary(QWidget* parent) : QWidget(parent) {
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
  sentence_ = makeLabel(TextRole::body, {}, this);
  sentence_->setContentsMargins(12, 4, 12, 0);
  sentence_->setWordWrap(true);
  column->addWidget(sentence_);
  column->addSpacing(10);

  figureSection_ = new PanelSection(tr("Figures"), QStringLiteral("figures"), this);
  auto* table = new QWidget(this);
  figureGrid_ = new QGridLayout(table);
  figureGrid_->setContentsMargins(0, 0, 0, 0);
  figureGrid_->setVerticalSpacing(4);
  figureGrid_->setColumnStretch(0, 1);
  figureSection_->add(table);
  column->addWidget(figureSection_);

  hottestSection_ = new PanelSection(tr("Hottest links"), QStringLiteral("hottest"), this);
  auto* list = new QWidget(this);
  auto* grid = new QGridLayout(list);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setVerticalSpacing(0);
  grid->setColumnStretch(0, 1);
  for (std::size_t i = 0; i < kHottest; ++i) {
    hottest_[i] = new QPushButton(list);
    hottest_[i]->setProperty("link", true);
    hottestValue_[i] = makeLabel(TextRole::body, {}, list);
    grid->addWidget(hottest_[i], static_cast<int>(i), 0, Qt::AlignLeft);
    grid->addWidget(hottestValue_[i], static_cast<int>(i), 1, Qt::AlignRight);
    connect(hottest_[i], &QPushButton::clicked, this,
            [this, i] { emit linkClicked(hottestLink_[i]); });
  }
  hottestSection_->add(list);
  column->addWidget(hottestSection_);
  column->addStretch();
}

void RunSummary::setTheme(const Theme& theme) {
  figureSection_->setTheme(theme);
  hottestSection_->setTheme(theme);
}

void RunSummary::setFigures(const std::vector<Figure>& figures) {
  while (figureLabels_.size() < figures.size()) {
    const int row = static_cast<int>(figureLabels_.size());
    QWidget* table = figureGrid_->parentWidget();
    auto* name = makeLabel(TextRole::label, {}, table);
    auto* value = makeLabel(TextRole::body, {}, table);
    figureGrid_->addWidget(name, row, 0);
    figureGrid_->addWidget(value, row, 1, Qt::AlignRight);
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
  const Results* results = view.results;
  if (view.design != nullptr) name_->setText(QString::fromStdString(view.design->name));
  if (results != nullptr) {
    const bool good = results->complete && results->verdict == Verdict::stable;
    setStyleProperty(chip_, "chip",
                     good                                      ? "ok"
                     : results->verdict == Verdict::deadlocked ? "bad"
                                                               : "warn");
    chip_->setText(results->complete ? verdictWord(results->verdict) : tr("stopped"));
    identity_->setText(
        tr("seed %1, %2").arg(results->seed).arg(cyclesText(static_cast<double>(results->cycles))));
    setFigures(resultFigures(*results));
    QString words = verdictSentence(*results);
    for (const std::string& warning : results->warnings)
      words +=
          (words.isEmpty() ? QString() : QStringLiteral("\n")) + QString::fromStdString(warning);
    sentence_->setText(words);
  } else if (view.snapshot != nullptr) {
    setStyleProperty(chip_, "chip", "quiet");
    chip_->setText(phaseWord(view.snapshot->phase));
    identity_->setText(tr("Click a router, a terminal or a link to look inside."));
    setFigures(liveFigures(*view.snapshot));
    sentence_->clear();
  }
  sentence_->setVisible(!sentence_->text().isEmpty());
  showHottest(view);
}

void RunSummary::showHottest(const RunView& view) {
  std::vector<std::pair<float, ChannelId>> busy;
  const auto& values = view.heat->channelUtilization;
  for (std::size_t c = 0; c < values.size(); ++c)
    if (std::isfinite(values[c])) busy.emplace_back(values[c], static_cast<ChannelId>(c));
  const std::size_t count = std::min(kHottest, busy.size());
  std::partial_sort(busy.begin(), busy.begin() + static_cast<std::ptrdiff_t>(count), busy.end(),
                    [](const auto& a, const auto& b) {
                      return a.first != b.first ? a.first > b.first : a.second < b.second;
                    });
  hottestSection_->setVisible(count > 0);
  for (std::size_t i = 0; i < kHottest; ++i) {
    const bool used = i < count;
    hottest_[i]->setVisible(used);
    hottestValue_[i]->setVisible(used);
    if (!used) continue;
    hottestLink_[i] = busy[i].second / 2;
    hottest_[i]->setText(asTitle(channelName(*view.topology, busy[i].second)));
    hottestValue_[i]->setText(percentText(static_cast<double>(busy[i].first)));
  }
}

}  // namespace hopscope
