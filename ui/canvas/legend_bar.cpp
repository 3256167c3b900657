// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/legend_bar.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "ui/canvas/heat_menu.h"
#include "ui/canvas/network_canvas.h"
#include "ui/canvas/packet_key.h"
#include "ui/drawing/edge_bundling.h"
#include "ui/drawing/icons.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/packet_swatches.h"
#include "ui/drawing/ranks_shown.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

/// The rule before the buttons, and the spaces around both.
constexpr int kAroundButtons = 40;

}  // namespace

LegendBar::LegendBar(NetworkCanvas& canvas, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      canvas_(canvas),
      theme_(&theme),
      quantity_(new HeatMenu(this)),
      zoomOut_(new QToolButton(this)),
      percent_(makeLabel(TextRole::secondary, {}, this)),
      zoomIn_(new QToolButton(this)),
      fit_(new QToolButton(this)),
      matrix_(new QToolButton(this)),
      filter_(new QToolButton(this)),
      layers_(new QToolButton(this)),
      rule_(makeVerticalRule(20, this)),
      key_(new PacketKey(canvas)) {
  setFixedHeight(36);
  setAccessibleName(tr("Legend"));
  const auto prepare = [](QToolButton* button, const QString& name, const QString& tip) {
    button->setAccessibleName(name);
    button->setToolTip(tip);
    button->setFixedSize(24, 24);
    button->setProperty("small", true);
  };
  prepare(zoomOut_, tr("Zoom out"), tr("Zoom out (−)"));
  prepare(zoomIn_, tr("Zoom in"), tr("Zoom in (+)"));
  prepare(fit_, tr("Fit"), tr("Show the whole network (F)"));
  percent_->setAlignment(Qt::AlignCenter);
  percent_->setFixedWidth(percent_->fontMetrics().horizontalAdvance(QStringLiteral("1,600 %")) + 4);
  percent_->setAccessibleName(tr("Zoom"));
  prepare(matrix_, tr("Matrix"), tr("Matrix of routers (M)"));
  matrix_->setCheckable(true);
  prepare(filter_, tr("Filter"), tr("Show only busy links"));
  filter_->setCheckable(true);
  prepare(layers_, tr("Layers"), tr("What else is shown"));
  makeLayers();
  filter_->setEnabled(false);
  connect(filter_, &QToolButton::clicked, this, &LegendBar::filterToggled);
  connect(&canvas_, &NetworkCanvas::pictureChanged, this, [this] {
    filter_->setEnabled(!canvas_.picture().heat.empty());
    placeQuantity();
    showClasses();
    offerMatrix();
  });
  connect(quantity_, &HeatMenu::chosen, this, &LegendBar::quantityChosen);
  connect(&canvas_, &NetworkCanvas::heatChanged, this, &LegendBar::followHeat);
  showClasses();
  connect(zoomOut_, &QToolButton::clicked, this, &LegendBar::zoomOutRequested);
  connect(zoomIn_, &QToolButton::clicked, this, &LegendBar::zoomInRequested);
  connect(fit_, &QToolButton::clicked, this, &LegendBar::fitRequested);
  connect(matrix_, &QToolButton::clicked, this, &LegendBar::matrixToggled);
  connect(&canvas_, &NetworkCanvas::pictureChanged, this, qOverload<>(&QWidget::update));
  connect(&canvas_, &NetworkCanvas::presenceChanged, this, qOverload<>(&QWidget::update));

  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 0, 8, 0);
  row->setSpacing(4);
  row->addStretch();
  row->addWidget(rule_);
  row->addSpacing(12);
  for (QWidget* widget :
       {static_cast<QWidget*>(zoomOut_), static_cast<QWidget*>(percent_),
        static_cast<QWidget*>(zoomIn_), static_cast<QWidget*>(fit_), static_cast<QWidget*>(matrix_),
        static_cast<QWidget*>(filter_), static_cast<QWidget*>(layers_)})
    row->addWidget(widget);
  setTheme(theme);
  showZoom(canvas_.zoom());
}

void LegendBar::showOnlyZoom() {
  onlyZoom_ = true;
  for (QToolButton* each : {matrix_, filter_, layers_}) each->hide();
}

void LegendBar::offerMatrix() {
  const NetworkPicture& picture = canvas_.picture();
  if (!picture.topology || !picture.placement || offeredOf_.lock() == picture.topology) return;
  offeredOf_ = picture.topology;
  const bool named = isBeyondLines(*picture.topology, *picture.placement);
  matrix_->setText(named ? tr("Matrix") : QString());
  matrix_->setToolButtonStyle(named ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
  matrix_->setToolTip(named ? tr("So many links are read in the matrix of routers (M)")
                            : tr("Matrix of routers (M)"));
  matrix_->setFixedWidth(named ? matrix_->sizeHint().width() + 4 : matrix_->height());
  fold();
}

QMenu* LegendBar::quantities() const {
  return quantity_->menu();
}

void LegendBar::openQuantities() {
  quantity_->open();
}

/// Over the words that paintLegend writes.
void LegendBar::placeQuantity() {
  const NetworkPicture& picture = canvas_.picture();
  fold();
  quantity_->offer(picture.heat);
  if (picture.heat.empty()) return;
  constexpr int kLeft = 6, kBefore = 12;
  const int wide = static_cast<int>(std::ceil(legendTitleWidth(picture))) + HeatMenu::kChevron;
  // Half a name says nothing, and the canvas's header has it, too.
  if (!hasRoom()) return quantity_->hide();
  quantity_->setGeometry(kLeft, 3, kBefore - kLeft + wide + 4, height() - 6);
}

/// For the name of the quantity.
bool LegendBar::hasRoom() const {
  return quantityWidth() <= rule_->x();
}

double LegendBar::quantityWidth() const {
  constexpr int kAround = 24;
  return legendTitleWidth(canvas_.picture()) + HeatMenu::kChevron + kAround;
}

void LegendBar::fold() {
  if (onlyZoom_) return;
  // With its classes, as far as they are known by a word.
  constexpr int kLinksWidth = 240;
  const NetworkPicture& picture = canvas_.picture();
  const double wanted = picture.heat.empty() ? kLinksWidth : quantityWidth();
  int buttons = 0;
  for (const QToolButton* each : {fit_, matrix_, filter_, layers_})
    buttons += each->width() + layout()->spacing();
  const int zoom =
      zoomOut_->width() + percent_->width() + zoomIn_->width() + 3 * layout()->spacing();
  const bool shown = width() - buttons - zoom - kAroundButtons >= wanted;
  for (QWidget* each : {static_cast<QWidget*>(zoomOut_), static_cast<QWidget*>(percent_),
                        static_cast<QWidget*>(zoomIn_)})
    each->setVisible(shown);
  layout()->activate();
}

void LegendBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fold();
  placeQuantity();
}

void LegendBar::makeLayers() {
  auto* menu = new QMenu(layers_);
  auto* colours = new QActionGroup(menu);
  const auto add = [&](const QString& text, PacketColour colour) {
    QAction* action = menu->addAction(text);
    action->setCheckable(true);
    action->setChecked(colour == PacketColour::source);
    colours->addAction(action);
    connect(action, &QAction::triggered, this, [this, colour] { canvas_.setPacketColour(colour); });
    return action;
  };
  menu->setToolTipsVisible(true);
  bySource_ = add(tr("Packets by source"), PacketColour::source);
  add(tr("Packets by destination"), PacketColour::destination);
  add(tr("Packets by age"), PacketColour::age);
  add(tr("Packets by size"), PacketColour::size);
  add(tr("Packets by path, minimal or not"), PacketColour::path);
  byClass_ = add(tr("Packets by class of traffic"), PacketColour::trafficClass);
  menu->addSeparator();
  QAction* overview = menu->addAction(tr("Overview of large networks"));
  overview->setCheckable(true);
  overview->setChecked(true);
  connect(overview, &QAction::toggled, this, &LegendBar::minimapToggled);
  layers_->setMenu(menu);
  layers_->setPopupMode(QToolButton::InstantPopup);
}

void LegendBar::showClasses() {
  const NetworkHeat& heat = canvas_.picture().heat;
  const bool mixed = !heat.packetClasses.isEmpty();
  // A picture without packets, as of most of the past, is no reason to forget the choice.
  if (!mixed && !heat.packets.empty() && byClass_->isChecked()) bySource_->trigger();
  byClass_->setEnabled(mixed);
  byClass_->setToolTip(
      !mixed ? tr("For a run whose traffic is a mix of classes: choose that pattern in the "
                  "properties.")
      : heat.packetClasses.size() > Theme::kCurves
          ? tr("There are %1 colours: of more classes, two share one.").arg(Theme::kCurves)
          : tr("Each class of the mix has its colour."));
}

void LegendBar::followHeat() {
  showClasses();
  placeQuantity();
  const NetworkHeat& heat = canvas_.picture().heat;
  const bool packets = !heat.packets.empty(), ranks = heat.ranks && heat.ranks->known;
  const bool hits = std::any_of(heat.routerHitRate.begin(), heat.routerHitRate.end(),
                                [](float rate) { return !std::isnan(rate); });
  const bool changed = packets != hadPackets_ || hits != hadHits_ || heat.pauses != hadPauses_ ||
                       heat.notices != hadNotices_ || ranks != hadRanks_ ||
                       heat.quantity != hadQuantity_ || !(heat.range == hadRange_) ||
                       !(heat.powerRange == hadPowerRange_);
  hadQuantity_ = heat.quantity;
  hadRanks_ = ranks;
  hadRange_ = heat.range;
  hadPowerRange_ = heat.powerRange;
  hadPackets_ = packets;
  hadHits_ = hits;
  hadPauses_ = heat.pauses;
  hadNotices_ = heat.notices;
  if (changed) update();
  showKey(keyWanted_);
}

void LegendBar::showKey(bool wanted) {
  keyWanted_ = wanted;
  key_->say(wanted ? packetSwatches(canvas_.picture(), *theme_) : std::vector<PacketSwatch>(),
            *theme_);
}

void LegendBar::setTheme(const Theme& theme) {
  theme_ = &theme;
  zoomOut_->setIcon(icon(QStringLiteral("minus"), theme));
  zoomIn_->setIcon(icon(QStringLiteral("plus"), theme));
  fit_->setIcon(icon(QStringLiteral("fit"), theme));
  matrix_->setIcon(icon(QStringLiteral("matrix"), theme));
  filter_->setIcon(icon(QStringLiteral("filter"), theme));
  layers_->setIcon(icon(QStringLiteral("layers"), theme));
  quantity_->setTheme(theme);
  update();
}

void LegendBar::setMatrix(bool on) {
  matrix_->setChecked(on);
  update();
}

void LegendBar::setFilter(bool on) {
  filter_->setChecked(on);
}

void LegendBar::showZoom(double percent) {
  // "0 %" would be no zoom at all: as many decimals as tell the first figure.
  const bool small = percent > 0 && percent < 0.95;
  const int decimals = small ? static_cast<int>(std::ceil(-std::log10(percent))) : 0;
  percent_->setText(percentText(percent / 100, decimals));
}

void LegendBar::paintEvent(QPaintEvent* event) {
  static_cast<void>(event);
  QPainter painter(this);
  painter.fillRect(rect(), theme_->color(Tone::panel));
  painter.fillRect(QRect(0, 0, width(), 1), theme_->color(Tone::line));
  const NetworkPicture& picture = canvas_.picture();
  if (!picture.topology || picture.topology->routerCount() == 0) return;
  painter.setRenderHint(QPainter::Antialiasing);
  if (!picture.heat.empty() && !hasRoom()) return;
  const QRectF room(0, 1, rule_->x() - 12, height() - 1);
  painter.setClipRect(room);
  const bool said = paintLegend(painter, room, picture, *theme_,
                                matrix_->isChecked() ? LegendMarks::cells : LegendMarks::lines,
                                HeatMenu::kChevron, &canvas_.painter());
  QMetaObject::invokeMethod(
      this, [this, said] { showKey(!said); }, Qt::QueuedConnection);
}

}  // namespace hopscope
