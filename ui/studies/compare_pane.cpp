// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/compare_pane.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/inspectors/run_summary.h"
#include "ui/run/failures.h"
#include "ui/run/heat_meter.h"
#include "ui/studies/curve_badge.h"
#include "ui/studies/run_labels.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"
#include "ui/words/result_words.h"

namespace hopscope {

namespace {

constexpr int kHead = 36, kInset = 12, kFitMargin = 16;
/// Narrower than this, figures beside the network would leave it too little: a line below it.
constexpr int kRoomForFigures = 460;

/// What the windows within that span accepted together; NaN where there is none.
double acceptedIn(const std::vector<WindowSample>& windows, const RecordedSpan& span) {
  double flits = 0, cycles = 0;
  for (const WindowSample& window : windows) {
    if (window.end <= span.begin || window.end > span.end) continue;
    flits += window.acceptedLoad * static_cast<double>(window.length);
    cycles += static_cast<double>(window.length);
  }
  return flits / cycles;
}

/// How long its applications took, the longest of them; empty where none came to its end.
QString completionWords(const Results& results) {
  double longest = std::nan("");
  for (const ApplicationResult& each : results.applications) {
    if (!std::isfinite(each.completion)) return {};
    longest = std::fmax(longest, each.completion);
  }
  return std::isfinite(longest) ? cyclesText(longest) : QString();
}

}  // namespace

NetworkHeat heatOf(const Results& results, const Topology& topology, const Design& design) {
  NetworkHeat heat;
  heat.channelUtilization.assign(results.channelUtilization.begin(),
                                 results.channelUtilization.end());
  constexpr float kNoData = std::numeric_limits<float>::quiet_NaN();
  // Stopped in its warm-up: links carried something that nobody measured.
  if (measuredNothing(results))
    std::fill(heat.channelUtilization.begin(), heat.channelUtilization.end(), kNoData);
  for (const RouterResult& router : results.routers)
    heat.routerHitRate.push_back(router.cacheLookups > 0
                                     ? static_cast<float>(static_cast<double>(router.cacheHits) /
                                                          static_cast<double>(router.cacheLookups))
                                     : kNoData);
  heat.routerHitRate.resize(topology.routerCount(), kNoData);
  heat.routerPower = measuredPower(results, design);
  heat.routerPower.resize(topology.routerCount(), kNoData);
  heat.powerRange = around(heat.routerPower, {});
  return heat;
}

ComparePane::ComparePane(int number, const Theme& theme, QWidget* parent)
    : QWidget(parent), number_(number) {
  setObjectName(QStringLiteral("comparePane%1").arg(number));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* head = new QWidget(this);
  head->setFixedHeight(kHead);
  head->setProperty("surface", "panel");
  head->setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(kInset, 0, kInset, 0);
  row->setSpacing(8);
  badge_ = new QLabel(head);
  title_ = makeLabel(TextRole::bold, {}, head);
  words_ = makeLabel(TextRole::secondary, {}, head);
  words_->setObjectName(QStringLiteral("compareDetail"));
  for (QLabel* label : {title_, words_}) label->setMinimumWidth(0);
  words_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  chip_ = makeChip(head);
  row->addWidget(badge_);
  row->addWidget(title_);
  row->addWidget(words_, 1);
  row->addWidget(chip_);
  column->addWidget(head);
  column->addWidget(makeRule(this));
  canvas_ = new NetworkCanvas(theme, this);
  canvas_->setAccessibleName(tr("Network of run %1").arg(badgeLetter(number)));
  canvas_->setEditable(false);
  canvas_->setMinimumSize(120, 90);
  column->addWidget(canvas_, 1);

  brief_ = makeLabel(TextRole::secondary, {}, this);
  brief_->setObjectName(QStringLiteral("compareBrief"));
  brief_->setContentsMargins(kInset, 4, kInset, 4);
  brief_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  column->addWidget(brief_);

  figures_ = new QWidget(canvas_);
  figures_->setAttribute(Qt::WA_TransparentForMouseEvents);
  auto* list = new QVBoxLayout(figures_);
  list->setContentsMargins(0, 0, 0, 0);
  list->setSpacing(1);
  const auto figureIn = [](QVBoxLayout* into, const QString& name) {
    into->addSpacing(6);
    into->addWidget(makeLabel(TextRole::secondary, name));
    auto* value = makeLabel(TextRole::title, {});
    into->addWidget(value);
    return value;
  };
  const auto figure = [&](const QString& name) { return figureIn(list, name); };
  when_ = makeLabel(TextRole::secondary, {}, figures_);
  when_->setObjectName(QStringLiteral("compareWhen"));
  list->addWidget(when_);
  completed_ = new QWidget(figures_);
  auto* completed = new QVBoxLayout(completed_);
  completed->setContentsMargins(0, 0, 0, 0);
  completed->setSpacing(1);
  completionValue_ = figureIn(completed, tr("Completion"));
  completionValue_->setObjectName(QStringLiteral("compareCompletion"));
  list->addWidget(completed_);
  accepted_ = figure(tr("Accepted load"));
  accepted_->setObjectName(QStringLiteral("compareAccepted"));
  hottest_ = figure(tr("Hottest channel"));
  idle_ = figure(tr("Idle channels"));
  figures_->move(kInset, kInset);
  canvas_->setDocument(&document_);
  setTheme(theme);
}

ComparePane::~ComparePane() {
  canvas_->setDocument(nullptr);
}

void ComparePane::setTheme(const Theme& theme) {
  badge_->setPixmap(curveBadge(number_, theme, 20, devicePixelRatioF()));
  canvas_->setTheme(theme);
}

void ComparePane::show(const StoredRun& run, const QString& name) {
  const Results& results = run.results;
  if (!(shown_ == run.design)) {
    document_.load(run.design);
    shown_ = run.design;
  }
  measured_ = heatOf(results, *document_.topology(), run.design);
  events_ = results.events;
  markFailed(measured_, run.design, events_, *document_.topology(), lastCycle(results));
  windows_ = results.windows;
  acceptedInAll_ = measuredLoad(results);
  recording_ = run.recording;
  playback_.follow(recording_, *document_.topology());
  completion_ = completionWords(results);
  seek({});
  name_ = name;
  const QString design = QString::fromStdString(run.design.name);
  const QString seed = tr("seed %1").arg(QString::number(results.seed));
  detail_ = namesDesign(name, design) ? seed : QStringLiteral("%1, %2").arg(design, seed);
  const bool good = results.complete && results.verdict == Verdict::stable;
  setStyleProperty(chip_, "chip", good ? "ok" : isStuck(results.verdict) ? "bad" : "warn");
  chip_->setText(results.complete ? verdictWord(results.verdict) : tr("stopped"));
  chip_->updateGeometry();
  elideWords();
}

void ComparePane::setPowerRange(const HeatRange& range) {
  if (std::exchange(measured_.powerRange, range) == range) return;
  canvas_->setHeat(measured_);
}

std::optional<RecordedSpan> ComparePane::seek(std::optional<Cycle> cycle) {
  if (!cycle || !playback_.recorded() || !playback_.seek(*cycle)) {
    canvas_->setHeat(measured_);
    showFigures(tr("Measured interval"), completion_, acceptedInAll_, measured_.channelUtilization);
    return {};
  }
  const RecordedSpan span = playback_.span();
  NetworkHeat heat = playback_.heat();
  markFailed(heat, shown_, events_, *document_.topology(), span.end - 1);
  canvas_->setHeat(std::move(heat));
  showFigures(tr("%1 to %2 cycles").arg(wholeText(span.begin), wholeText(span.end)), {},
              acceptedIn(windows_, span), playback_.heat().channelUtilization);
  return span;
}

void ComparePane::showFigures(const QString& when, const QString& completion, double accepted,
                              const std::vector<float>& rates) {
  when_->setText(when);
  completionValue_->setText(completion);
  completed_->setVisible(!completion.isEmpty());
  accepted_->setText(loadText(accepted, 3));
  double hottest = std::nan("");
  for (const float rate : rates) hottest = std::fmax(hottest, static_cast<double>(rate));
  hottest_->setText(std::isnan(hottest) ? realText(hottest, 0) : percentText(hottest));
  idle_->setText(std::isnan(hottest)
                     ? realText(hottest, 0)
                     : tr("%1 of %2")
                           .arg(wholeText(std::count(rates.begin(), rates.end(), 0.0F)),
                                wholeText(static_cast<qint64>(rates.size()))));
  inBrief_ = tr("%1 accepted, hottest %2, %3 idle")
                 .arg(accepted_->text(), hottest_->text(), idle_->text());
  if (!completion.isEmpty()) inBrief_ = tr("completed in %1, %2").arg(completion, inBrief_);
  brief_->setToolTip(when + QStringLiteral(": ") + inBrief_);
  figures_->adjustSize();
  placeFigures();
}

Cycle ComparePane::recordedUntil() const {
  return playback_.recorded() ? recording_->spans.back().end : 0;
}

void ComparePane::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeFigures();
  elideWords();
}

void ComparePane::placeFigures() {
  const bool room = width() >= kRoomForFigures;
  figures_->setVisible(room);
  brief_->setVisible(!room);
  brief_->setText(brief_->fontMetrics().elidedText(inBrief_, Qt::ElideRight, width() - 2 * kInset));
  canvas_->setFitRoom({kFitMargin, kFitMargin, kFitMargin, kFitMargin},
                      room ? figures_->sizeHint() + QSize(2 * kInset, kInset) : QSize());
}

void ComparePane::elideWords() {
  const int room = width() - 2 * kInset - 20 - chip_->sizeHint().width() - 4 * 8;
  title_->setText(title_->fontMetrics().elidedText(name_, Qt::ElideRight, std::max(40, room)));
  const int left = room - title_->fontMetrics().horizontalAdvance(title_->text());
  words_->setText(words_->fontMetrics().elidedText(detail_, Qt::ElideRight, std::max(0, left)));
  for (QLabel* label : {title_, words_}) label->setToolTip(name_ + QStringLiteral("\n") + detail_);
}

}  // namespace hopscope
