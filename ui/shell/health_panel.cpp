// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/health_panel.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/widgets/background.h"
#include "ui/widgets/finding_row.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {
/// Quiet time after an edit before the design is examined.
constexpr int kSoonMilliseconds = 350;
}  // namespace

HealthPanel::HealthPanel(QWidget* parent)
    : QScrollArea(parent), theme_(&Theme::light()), content_(new QWidget) {
  setAccessibleName(tr("What is wrong with the design, and what is proved"));
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  column_ = new QVBoxLayout(content_);
  column_->setContentsMargins(12, 8, 12, 8);
  column_->setSpacing(8);
  setWidget(content_);
}

void HealthPanel::setTheme(const Theme& theme) {
  theme_ = &theme;
  rebuild();
}

void HealthPanel::wait() {
  report_ = {};
  waiting_ = true;
  rebuild();
}

void HealthPanel::show(const HealthReport& report) {
  report_ = report;
  waiting_ = false;
  rebuild();
}

void HealthPanel::rebuild() {
  while (QLayoutItem* item = column_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (const Finding& finding : report_.findings) {
    auto* line = new FindingRow(finding, *theme_, tr("Mends it; Undo takes it back"), content_);
    connect(line, &FindingRow::showMe, this, &HealthPanel::showMe);
    connect(line, &FindingRow::fix, this, &HealthPanel::fix);
    connect(line, &FindingRow::tryIt, this, &HealthPanel::tryIt);
    column_->addWidget(line);
  }
  if (report_.findings.empty()) {
    auto* text =
        makeLabel(TextRole::secondary,
                  waiting_ ? tr("Checking the network…") : tr("Nothing to check yet."), content_);
    column_->addWidget(text);
  }
  column_->addStretch();
}

FactsPanel::FactsPanel(QWidget* parent) : QScrollArea(parent), content_(nullptr) {
  setAccessibleName(tr("Facts of the network"));
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void FactsPanel::show(const TopologyFacts& facts) {
  const auto whole = [](std::uint64_t value) { return wholeText(static_cast<qint64>(value)); };
  std::vector<std::pair<QString, QString>> rows;
  if (facts.groups > 1) rows.emplace_back(tr("Groups"), whole(facts.groups));
  rows.emplace_back(tr("Routers"), whole(facts.routers));
  rows.emplace_back(tr("Terminals"), whole(facts.terminals));
  rows.emplace_back(tr("Links"), whole(facts.links));
  rows.emplace_back(tr("Channels"), whole(facts.channels));
  rows.emplace_back(tr("Router radix"), whole(facts.radix));
  if (facts.diameter)
    rows.emplace_back(tr("Diameter"),
                      plural(static_cast<qint64>(*facts.diameter), "link", "links"));
  if (facts.routerDiameter)
    rows.emplace_back(tr("… between routers"),
                      plural(static_cast<qint64>(*facts.routerDiameter), "link", "links"));
  if (facts.averageDistance)
    rows.emplace_back(tr("Average distance"),
                      withUnit(realText(*facts.averageDistance, 2), "links"));
  if (facts.bisection)
    rows.emplace_back(tr("Bisection"),
                      plural(static_cast<qint64>(*facts.bisection), "link", "links"));
  if (facts.terminals > 0)
    rows.emplace_back(
        tr("Links per terminal"),
        realText(static_cast<double>(facts.links) / static_cast<double>(facts.terminals), 2));
  content_ = new QWidget;
  content_->setToolTip(
      tr("Distances are in links from terminal to terminal, their own links included."));
  auto* grid = new QGridLayout(content_);
  grid->setContentsMargins(12, 8, 12, 8);
  grid->setVerticalSpacing(6);
  grid->setColumnStretch(0, 1);
  int row = 0;
  for (const auto& [name, value] : rows) {
    grid->addWidget(makeLabel(TextRole::label, name, content_), row, 0);
    grid->addWidget(makeLabel(TextRole::body, value, content_), row++, 1, Qt::AlignRight);
  }
  grid->setRowStretch(row, 1);
  setWidget(content_);
}

HealthWatcher::HealthWatcher(QObject* parent) : QObject(parent) {
  timer_.setSingleShot(true);
  timer_.setInterval(kSoonMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &HealthWatcher::checkNow);
}

HealthWatcher::~HealthWatcher() {
  latest_.request_stop();
}

void HealthWatcher::setDocument(DesignDocument* document) {
  if (document_ != nullptr) document_->disconnect(this);
  document_ = document;
  if (document_ == nullptr) return;
  connect(document_, &DesignDocument::changed, this, [this](const DesignChange& change) {
    if (!change.structure && !change.settings) return;
    emit outdated(change.structure);
    checkSoon();
  });
  emit outdated(true);
  checkNow();
}

void HealthWatcher::checkSoon() {
  timer_.start();
}

void HealthWatcher::checkNow() {
  timer_.stop();
  if (document_ == nullptr) return;
  const int question = ++asked_;
  latest_.request_stop();
  latest_ = std::stop_source{};
  inBackground(
      this,
      [asked = HealthQuestion{document_->design(), document_->topology(), document_->placement(),
                              document_->issues(),
                              lastRun_ ? lastRun_(document_->design()) : std::nullopt},
       stop = latest_.get_token()] { return examineHealth(asked, stop); },
      [this, question](const HealthReport& report) {
        if (question == asked_) emit checked(report);
      });
}

}  // namespace hopscope
