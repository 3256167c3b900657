// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/filter_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <cmath>

#include "ui/canvas/canvas_pane.h"
#include "ui/drawing/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"
#include "ui/words/numbers.h"

namespace hopscope {

FilterBar::FilterBar(CanvasPane& pane)
    : QWidget(&pane),
      pane_(pane),
      label_(makeLabel(TextRole::body, tr("Links at least"), this)),
      least_(new WholeBox(this)),
      count_(makeLabel(TextRole::secondary, {}, this)),
      show_(new QPushButton(tr("Show it"), this)),
      close_(new QToolButton(this)) {
  setObjectName(QStringLiteral("filterBar"));
  setFixedHeight(36);
  setAccessibleName(tr("Filter by utilisation"));
  least_->setObjectName(QStringLiteral("filterLeast"));
  least_->setRange(0, 100);
  least_->setSingleStep(5);
  least_->setValue(70);
  least_->setSuffix(QStringLiteral("\u00a0%"));
  least_->setAccessibleName(tr("Least utilisation"));
  least_->setFixedWidth(76);
  label_->setBuddy(least_);
  count_->setObjectName(QStringLiteral("filterCount"));
  count_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  show_->setObjectName(QStringLiteral("filterShow"));
  show_->setProperty("link", true);
  show_->setFont(fontOf(TextRole::bold));
  close_->setProperty("small", true);
  close_->setFixedSize(24, 24);
  close_->setAccessibleName(tr("Show all links"));
  close_->setToolTip(tr("Show all links"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 0, 8, 0);
  row->setSpacing(8);
  row->addWidget(label_);
  row->addWidget(least_);
  row->addWidget(count_, 1);
  row->addWidget(show_);
  row->addWidget(close_);
  connect(least_, &QSpinBox::valueChanged, this, &FilterBar::apply);
  connect(show_, &QPushButton::clicked, this, &FilterBar::showHottest);
  connect(close_, &QToolButton::clicked, this, &FilterBar::closed);
  hide();
}

void FilterBar::setTheme(const Theme& theme) {
  theme_ = &theme;
  close_->setIcon(icon(QStringLiteral("close"), theme));
  update();
}

void FilterBar::setOn(bool on) {
  on_ = on;
  apply();
  if (isVisible()) least_->setFocus();
}

void FilterBar::apply() {
  pane_.canvas().setLeastUtilization(on_ ? static_cast<float>(least_->value()) / 100 : 0);
  refresh();
}

void FilterBar::refresh() {
  const NetworkPicture& picture = pane_.canvas().picture();
  // Without rates there is nothing to filter by.
  setVisible(on_ && picture.topology && !picture.heat.empty());
  if (!isVisible()) return;
  const std::vector<float>& busy = picture.heat.channelUtilization;
  const float least = static_cast<float>(least_->value()) / 100;
  qint64 shown = 0, all = 0;
  float hottest = -1;
  for (LinkId link = 0; link < picture.topology->linkCount(); ++link) {
    const float most = std::fmax(busy[2 * link], busy[2 * link + 1]);
    hottest = std::fmax(hottest, most);
    shown += most >= least ? 1 : 0;
    ++all;
  }
  const bool none = shown == 0 && hottest >= 0;
  show_->setVisible(none);
  if (hottest < 0)
    count_->setText(tr("No data yet."));
  else if (none)
    count_->setText(tr("No link above %1. The hottest has %2.")
                        .arg(percentText(static_cast<double>(least)),
                             percentText(static_cast<double>(hottest))));
  else
    count_->setText(tr("busy: %1 of %2").arg(wholeText(shown), plural(all, "link", "links")));
}

void FilterBar::showHottest() {
  const NetworkPicture& picture = pane_.canvas().picture();
  DesignDocument* document = pane_.canvas().document();
  if (document == nullptr || picture.heat.empty()) return;
  const std::vector<float>& busy = picture.heat.channelUtilization;
  ChannelId hottest = kNone;
  for (ChannelId channel = 0; channel < busy.size(); ++channel)
    if (!std::isnan(busy[channel]) && (hottest == kNone || busy[channel] > busy[hottest]))
      hottest = channel;
  if (hottest == kNone) return;
  // Down to what shows it.
  least_->setValue(static_cast<int>(std::floor(100 * static_cast<double>(busy[hottest]))));
  document->select({{}, {}, {hottest / 2}});
  pane_.fitSelection();
}

void FilterBar::paintEvent(QPaintEvent* event) {
  static_cast<void>(event);
  if (theme_ == nullptr) return;
  QPainter painter(this);
  painter.fillRect(rect(), theme_->color(Tone::panel));
  painter.fillRect(QRect(0, 0, width(), 1), theme_->color(Tone::line));
}

}  // namespace hopscope
