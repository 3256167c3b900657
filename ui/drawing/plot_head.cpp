// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/plot_head.h"

#include <QAbstractButton>
#include <QFontMetricsF>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPen>
#include <QPolygonF>
#include <QResizeEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/drawing/focus_ring.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/icons.h"

namespace hopscope {

namespace {

constexpr double kFaded = 0.5;
constexpr double kSample = 18, kGap = 14, kPad = 4, kRow = 20;

void paintMarker(QPainter& painter, PlotMarker marker, const QPointF& at) {
  constexpr double r = 3.2;
  switch (marker) {
    case PlotMarker::circle:
    case PlotMarker::disc:
      if (marker == PlotMarker::disc) painter.setBrush(painter.pen().color());
      painter.drawEllipse(at, r, r);
      break;
    case PlotMarker::square:
      painter.drawRect(QRectF(at - QPointF(r, r), QSizeF(2 * r, 2 * r)));
      break;
    case PlotMarker::triangle:
      painter.drawPolygon(QPolygonF{at + QPointF(0, -r), at + QPointF(r, r), at + QPointF(-r, r)});
      break;
    case PlotMarker::invertedTriangle:
      painter.drawPolygon(QPolygonF{at + QPointF(0, r), at + QPointF(r, -r), at + QPointF(-r, -r)});
      break;
    case PlotMarker::diamond:
      painter.drawPolygon(QPolygonF{at + QPointF(0, -r), at + QPointF(r, 0), at + QPointF(0, r),
                                    at + QPointF(-r, 0)});
      break;
    case PlotMarker::plus:
      painter.drawLine(at - QPointF(r, 0), at + QPointF(r, 0));
      painter.drawLine(at - QPointF(0, r), at + QPointF(0, r));
      break;
    case PlotMarker::cross:
      painter.drawLine(at - QPointF(r, r), at + QPointF(r, r));
      painter.drawLine(at - QPointF(r, -r), at + QPointF(r, -r));
      break;
    case PlotMarker::ring:
      painter.setBrush(Qt::NoBrush);
      painter.drawEllipse(at, kRingSize * r, kRingSize * r);
      break;
  }
}

}  // namespace

PlotMarker plotMarker(int number) {
  if (number == 0) return PlotMarker::ring;
  const int wrapped = ((number - 1) % 8 + 8) % 8;
  return static_cast<PlotMarker>(wrapped);
}

QColor plotColor(const Theme& theme, int number) {
  return number == 0 ? theme.color(Tone::t1) : theme.curve(number);
}

QString currentValue(const PlotCurve& curve, std::optional<double> now, const PlotCurve* below) {
  const bool isBars = curve.shape == PlotShape::bars;
  for (std::size_t i = curve.y.size(); i-- > 0;) {
    if (!std::isfinite(curve.y[i])) continue;
    // A bar stands on both sides of its place.
    const double begin = i < curve.x.size() ? curve.x[i] - (isBars ? 0.5 : 0) : 0;
    if (now && i > 0 && begin > *now) continue;
    const bool own = !curve.stacked || below == nullptr || i >= below->y.size();
    const double value = own ? curve.y[i] : curve.y[i] - below->y[i];
    const double size = std::abs(value);
    return QLocale().toString(value, 'f', size >= 100 || value == 0 ? 0 : size > 1 ? 1 : 3);
  }
  return {};
}

/// The title as a button: its words, a chevron, and a ring while it has the focus.
class TitleButton : public QAbstractButton {
 public:
  TitleButton(QMenu* menu, QWidget* parent) : QAbstractButton(parent) {
    setObjectName(QStringLiteral("plotTitle"));
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    connect(this, &QAbstractButton::clicked, this,
            [this, menu] { menu->popup(mapToGlobal(QPoint(0, height()))); });
  }
  void setTheme(const Theme& theme) {
    theme_ = &theme;
    update();
  }
  QSize sizeHint() const override {
    return {static_cast<int>(QFontMetricsF(uiFont(12, true)).horizontalAdvance(text())) + 22,
            static_cast<int>(kRow)};
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || isDown()) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme_->color(Tone::raised));
      painter.drawRoundedRect(rect(), 4, 4);
    }
    painter.setFont(uiFont(12, true));
    painter.setPen(theme_->color(Tone::t1));
    painter.drawText(rect().adjusted(2, 0, -18, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
    drawIcon(painter, QStringLiteral("chevron-down"),
             QRectF(width() - 16, height() / 2.0 - 6, 12, 12), theme_->color(Tone::t2));
    if (!hasFocus()) return;
    paintFocusRing(painter, rect(), *theme_);
  }

 private:
  const Theme* theme_ = &Theme::light();
};

PlotHead::PlotHead(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void PlotHead::setMenu(QMenu* menu) {
  button_ = new TitleButton(menu, this);
  button_->setTheme(*theme_);
  button_->setText(title_);
  button_->setGeometry(QRect(QPoint(-2, 0), button_->sizeHint()));
  button_->show();
  updateGeometry();
}

double PlotHead::titleWidth() const {
  if (button_ != nullptr) return button_->width() - 2;
  return title_.isEmpty() ? 0 : QFontMetricsF(uiFont(12, true)).horizontalAdvance(title_);
}

void PlotHead::setTheme(const Theme& theme) {
  theme_ = &theme;
  if (button_ != nullptr) button_->setTheme(theme);
  update();
}

void PlotHead::setPicture(const PlotPicture& picture, std::optional<double> at) {
  title_ = picture.title;
  if (button_ != nullptr && button_->text() != title_) {
    button_->setText(title_);
    button_->resize(button_->sizeHint());
  }
  entries_.clear();
  const std::optional<double> now = at ? at : picture.now;
  const PlotCurve* before = nullptr;
  bool anyFaded = false;
  const QFontMetricsF plain(uiFont(11)), bold(uiFont(11, true));
  for (const PlotCurve& curve : picture.curves) {
    // A reference is named beside its line.
    if (curve.reference || curve.x.empty()) continue;
    // The other run's curves look like ours: one entry names it.
    if (curve.faded && std::exchange(anyFaded, true)) continue;
    Entry entry;
    entry.faded = curve.faded;
    entry.filled = curve.filled || curve.stacked || curve.shape == PlotShape::bars;
    entry.name = curve.name;
    entry.number = curve.number;
    entry.joined = curve.joined;
    entry.markers = curve.markers || !curve.joined;
    // Measured points and distributions have no "now", only a place under the pointer.
    const bool overTime = !entry.markers && curve.shape == PlotShape::line;
    if ((overTime || (at && !entry.markers)) && !curve.faded)
      entry.value = currentValue(curve, now, before);
    before = curve.stacked || curve.filled ? &curve : nullptr;
    entry.width = kSample + kPad + plain.horizontalAdvance(entry.name);
    if (!entry.value.isEmpty()) entry.width += kPad + bold.horizontalAdvance(entry.value);
    entries_.push_back(std::move(entry));
  }
  updateGeometry();
  update();
}

std::vector<std::vector<std::size_t>> PlotHead::rows(double width) const {
  std::vector<std::vector<std::size_t>> rows(1);
  const double title = titleWidth();
  double left = width - (title > 0 ? title + kGap : 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const double needed = entries_[i].width + (rows.back().empty() ? 0 : kGap);
    if (needed > left && (rows.size() == 1 || !rows.back().empty())) {
      rows.emplace_back();
      left = width;
    }
    rows.back().push_back(i);
    left -= entries_[i].width + (rows.back().size() == 1 ? 0 : kGap);
  }
  return rows;
}

int PlotHead::heightForWidth(int width) const {
  return static_cast<int>(double(rows(width).size()) * kRow) + 4;
}

QSize PlotHead::sizeHint() const {
  return {280, heightForWidth(280)};
}

QSize PlotHead::minimumSizeHint() const {
  return {80, static_cast<int>(kRow) + 4};
}

void PlotHead::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  updateGeometry();
}

void PlotHead::paintEvent(QPaintEvent* event) {
  Q_UNUSED(event)
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(uiFont(12, true));
  painter.setPen(theme_->color(Tone::t1));
  if (button_ == nullptr)
    painter.drawText(QRectF(0, 0, width(), kRow), Qt::AlignLeft | Qt::AlignVCenter, title_);
  const QFontMetricsF plain(uiFont(11));
  // A lone curve is solid, as it is drawn, also before that of another run.
  const bool lone = std::count_if(entries_.begin(), entries_.end(),
                                  [](const Entry& each) { return !each.faded; }) == 1;
  double top = 0;
  for (const auto& row : rows(width())) {
    double all = 0;
    for (const std::size_t i : row) all += entries_[i].width + (all > 0 ? kGap : 0);
    double x = std::max(0.0, width() - all);
    for (const std::size_t i : row) {
      const Entry& entry = entries_[i];
      QColor color = plotColor(*theme_, entry.number);
      if (entry.faded) color.setAlphaF(kFaded);
      QPen pen(color, 2, Qt::SolidLine, Qt::FlatCap);
      const QList<qreal> dash = Theme::curveDash(entry.number, 2);
      if (!dash.isEmpty() && (entry.faded || !lone)) pen.setDashPattern(dash);
      painter.setPen(pen);
      const double middle = top + kRow / 2 + 0.5;
      if (entry.filled)
        painter.fillRect(QRectF(x + kSample - 10, middle - 5, 10, 10), color);
      else if (entry.joined)
        painter.drawLine(QPointF(x, middle), QPointF(x + kSample, middle));
      if (entry.markers) {
        painter.setPen(QPen(color, 1.5));
        painter.setBrush(theme_->color(Tone::base));
        paintMarker(painter, plotMarker(entry.number), QPointF(x + kSample / 2, middle));
        painter.setBrush(Qt::NoBrush);
      }
      painter.setFont(uiFont(11));
      painter.setPen(theme_->color(Tone::t2));
      const double nameAt = x + kSample + kPad;
      const double cut = std::max(0.0, entry.width - width());
      const QString name =
          plain.elidedText(entry.name, Qt::ElideRight, plain.horizontalAdvance(entry.name) - cut);
      painter.drawText(QRectF(nameAt, top, entry.width, kRow), Qt::AlignLeft | Qt::AlignVCenter,
                       name);
      painter.setFont(uiFont(11, true));
      painter.setPen(theme_->color(Tone::t1));
      painter.drawText(
          QRectF(nameAt + plain.horizontalAdvance(name) + kPad, top, entry.width, kRow),
          Qt::AlignLeft | Qt::AlignVCenter, entry.value);
      x += entry.width + kGap;
    }
    top += kRow;
  }
}

}  // namespace hopscope
