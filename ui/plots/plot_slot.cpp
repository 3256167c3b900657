// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_slot.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QSettings>
#include <QVBoxLayout>
#include <array>
#include <cmath>
#include <utility>

namespace hopscope {

namespace {

struct Choice {
  RunPlot plot;
  const char* key;  ///< in the settings
  const char* text;
};

constexpr std::array<Choice, 14> kChoices{{
    {RunPlot::automatic, "automatic", QT_TRANSLATE_NOOP("PlotSlot", "Automatic")},
    {RunPlot::latency, "latency", QT_TRANSLATE_NOOP("PlotSlot", "Latency")},
    {RunPlot::percentiles, "percentiles", QT_TRANSLATE_NOOP("PlotSlot", "Latency percentiles")},
    {RunPlot::split, "split", QT_TRANSLATE_NOOP("PlotSlot", "Where cycles go")},
    {RunPlot::accepted, "accepted", QT_TRANSLATE_NOOP("PlotSlot", "Accepted load")},
    {RunPlot::hits, "hits", QT_TRANSLATE_NOOP("PlotSlot", "Forwarding-cache hits")},
    {RunPlot::nonminimal, "nonminimal", QT_TRANSLATE_NOOP("PlotSlot", "Non-minimal packets")},
    {RunPlot::underWay, "under_way", QT_TRANSLATE_NOOP("PlotSlot", "Packets under way")},
    {RunPlot::power, "power", QT_TRANSLATE_NOOP("PlotSlot", "Power")},
    {RunPlot::energy, "energy", QT_TRANSLATE_NOOP("PlotSlot", "Energy per packet")},
    {RunPlot::histogram, "histogram", QT_TRANSLATE_NOOP("PlotSlot", "Histogram of the latencies")},
    {RunPlot::cumulative, "cumulative",
     QT_TRANSLATE_NOOP("PlotSlot", "Cumulative distribution of the latencies")},
    {RunPlot::fairness, "fairness", QT_TRANSLATE_NOOP("PlotSlot", "Sent per router")},
    {RunPlot::hottest, "hottest", QT_TRANSLATE_NOOP("PlotSlot", "Hottest links")},
}};

}  // namespace

PlotSlot::PlotSlot(int place, RunPlot first, QWidget* parent)
    : QWidget(parent),
      key_(QStringLiteral("plots/slot%1").arg(place)),
      plot_(first),
      widget_(new PlotWidget(this)),
      bars_(new BarList(this)),
      menu_(new QMenu(this)),
      choices_(new QActionGroup(this)) {
  setObjectName(QStringLiteral("plotSlot%1").arg(place));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(widget_);
  bars_->hide();  // until they stand below the title: they would lie over it, and take its clicks
  const QString stored = QSettings().value(key_).toString();
  for (const Choice& choice : kChoices) {
    if (stored == QLatin1String(choice.key)) plot_ = choice.plot;
    QAction* action = menu_->addAction(tr(choice.text));
    action->setCheckable(true);
    choices_->addAction(action);
    connect(action, &QAction::triggered, this, [this, plot = choice.plot] { choose(plot); });
  }
  menu_->addSeparator();
  logarithmic_ = menu_->addAction(tr("Logarithmic axis"));
  logarithmic_->setCheckable(true);
  logarithmic_->setChecked(QSettings().value(key_ + QStringLiteral("log")).toBool());
  connect(logarithmic_, &QAction::triggered, this, [this](bool on) {
    QSettings().setValue(key_ + QStringLiteral("log"), on);
    emit chosen();
  });
  logLatency_ = menu_->addAction(tr("Logarithmic latency axis"));
  logLatency_->setCheckable(true);
  logLatency_->setChecked(QSettings().value(key_ + QStringLiteral("logLatency")).toBool());
  connect(logLatency_, &QAction::triggered, this, [this](bool on) {
    QSettings().setValue(key_ + QStringLiteral("logLatency"), on);
    emit chosen();
  });
  widget_->setTitleMenu(menu_);
  connect(widget_, &PlotWidget::clickedAt, this, [this](double x) {
    if (isOverTime()) emit seekRequested(static_cast<Cycle>(std::llround(x)));
  });
  connect(bars_, &BarList::channelClicked, this, &PlotSlot::channelClicked);
  showChoice();
}

void PlotSlot::setTheme(const Theme& theme) {
  widget_->setTheme(theme);
  bars_->setTheme(theme);
}

bool PlotSlot::isOverTime() const {
  return plot_ != RunPlot::histogram && plot_ != RunPlot::cumulative &&
         plot_ != RunPlot::fairness && plot_ != RunPlot::hottest;
}

void PlotSlot::choose(RunPlot plot) {
  if (plot == plot_) return;
  plot_ = plot;
  showChoice();
  for (const Choice& choice : kChoices)
    if (choice.plot == plot) QSettings().setValue(key_, QLatin1String(choice.key));
  emit chosen();
}

void PlotSlot::showChoice() {
  for (std::size_t i = 0; i < kChoices.size(); ++i)
    if (kChoices[i].plot == plot_)
      choices_->actions().at(static_cast<qsizetype>(i))->setChecked(true);
  // Shares of a whole start at zero.
  logarithmic_->setEnabled(plot_ == RunPlot::latency || plot_ == RunPlot::percentiles ||
                           plot_ == RunPlot::underWay || plot_ == RunPlot::energy ||
                           plot_ == RunPlot::histogram || plot_ == RunPlot::accepted);
  logLatency_->setEnabled(plot_ == RunPlot::histogram || plot_ == RunPlot::cumulative);
}

void PlotSlot::addToMenu(QMenu* menu) {
  menu_->addMenu(menu);
}

void PlotSlot::show(PlotPicture picture) {
  picture.xLog = logLatency_->isChecked() && logLatency_->isEnabled();
  picture.yLog = logarithmic_->isChecked() && logarithmic_->isEnabled();
  widget_->setBody(nullptr);
  widget_->setPicture(picture);
}

void PlotSlot::showBars(std::vector<HotChannel> bars) {
  PlotPicture head;
  head.title = tr("Hottest links");
  widget_->setPicture(head);
  bars_->setBars(std::move(bars));
  widget_->setBody(bars_->bars().empty() ? nullptr : bars_);
}

}  // namespace hopscope
