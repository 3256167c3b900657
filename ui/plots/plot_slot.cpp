// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_slot.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QSettings>
#include <QVBoxLayout>
#include <cmath>
#include <utility>

#include "ui/plots/plot_dialog.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

struct Choice {
  RunPlot plot;
  QString key;  ///< in the settings
  QString text;
};

/// In the order of the menu: those of the whole run come last.
std::vector<Choice> choices() {
  std::vector<Choice> all;
  const auto add = [&all](RunPlot plot, const QString& text) {
    all.push_back({plot, QLatin1String(plot.key.data()), text});
  };
  add(RunPlot::automatic, PlotSlot::tr("Automatic"));
  for (const PlotOverTime& plot : plotsOverTime())
    all.push_back({RunPlot{plot.key},
                   QLatin1String(plot.setting != nullptr ? plot.setting : plot.key),
                   engineText(plot.choice)});
  add(RunPlot::histogram, PlotSlot::tr("Histogram of the latencies"));
  add(RunPlot::cumulative, PlotSlot::tr("Cumulative distribution of the latencies"));
  add(RunPlot::fairness, PlotSlot::tr("Sent per router"));
  add(RunPlot::hottest, PlotSlot::tr("Hottest links"));
  return all;
}

}  // namespace

const PlotOverTime* RunPlot::overTime() const {
  for (const PlotOverTime& plot : plotsOverTime())
    if (plot.key == key) return &plot;
  return nullptr;
}

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
  for (const Choice& choice : choices()) {
    if (stored == choice.key) plot_ = choice.plot;
    QAction* action = menu_->addAction(choice.text);
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
  menu_->addSeparator();
  connect(menu_->addAction(tr("Export this plot…")), &QAction::triggered, this,
          [this] { openPlotDialog(*widget_); });
  offerPlotDialog(*widget_);
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
  return plot_ == RunPlot::automatic || plot_.overTime() != nullptr;
}

void PlotSlot::choose(RunPlot plot) {
  if (plot == plot_) return;
  plot_ = plot;
  showChoice();
  for (const Choice& choice : choices())
    if (choice.plot == plot) QSettings().setValue(key_, choice.key);
  emit chosen();
}

void PlotSlot::showChoice() {
  const std::vector<Choice> all = choices();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].plot == plot_) choices_->actions().at(static_cast<qsizetype>(i))->setChecked(true);
  const PlotOverTime* overTime = plot_.overTime();
  // Shares of a whole start at zero.
  logarithmic_->setEnabled(overTime != nullptr ? overTime->logarithmic
                                               : plot_ == RunPlot::histogram);
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
