// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/cache_table.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/drawing/fonts.h"
#include "ui/inspectors/lookup_tone.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kRow = 30, kHead = 20;
constexpr double kSetColumn = 26, kMinimumWay = 61, kMaximumWay = 120;

/// A line between "never hit" and the row's base towards the accent, by its share of the hits.
QColor older(const Theme& theme, double share) {
  const QColor from = theme.color(Tone::base), to = theme.color(Tone::accent);
  const double t = 0.05 + 0.25 * share;
  const auto mix = [t](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * t)); };
  return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

/// "→ 3", or of an adaptive routing's line with several ways on "→ 3, 5".
QString portsText(const CacheLineDetail& line) {
  QString text = QStringLiteral("→ %1").arg(line.outPort);
  for (const PortIndex other : line.otherPorts) text += QStringLiteral(", %1").arg(other);
  return text;
}

/// "leaves by port 3", or "leaves by port 3, 5 or 7".
QString leavesBy(const CacheLineDetail& line) {
  QStringList ports{QString::number(line.outPort)};
  for (const PortIndex other : line.otherPorts) ports << QString::number(other);
  const QString last = ports.takeLast();
  if (ports.isEmpty()) return CacheTable::tr("leaves by port %1").arg(last);
  return CacheTable::tr("leaves by port %1 or %2, as the routing chooses")
      .arg(ports.join(QStringLiteral(", ")), last);
}

}  // namespace

CacheTable::CacheTable(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setAccessibleName(tr("Forwarding cache"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void CacheTable::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void CacheTable::setCache(CacheDetail cache) {
  const bool resized = cache.sets != cache_.sets || cache.ways != cache_.ways;
  cache_ = std::move(cache);
  if (resized) updateGeometry();
  update();
}

QSize CacheTable::sizeHint() const {
  return {static_cast<int>(kSetColumn + kMinimumWay * std::max(1u, cache_.ways)),
          kHead + kRow * static_cast<int>(cache_.sets)};
}
QSize CacheTable::minimumSizeHint() const {
  return sizeHint();
}

double CacheTable::wayWidth() const {
  return std::clamp((width() - kSetColumn) / std::max(1u, cache_.ways), kMinimumWay, kMaximumWay);
}

void CacheTable::setLit(std::optional<LookupRecord> record) {
  lit_ = record;
  update();
}

int CacheTable::topOf(std::uint32_t set) const {
  return kHead + kRow * static_cast<int>(set);
}
int CacheTable::rowHeight() {
  return kRow;
}

void CacheTable::paintLine(QPainter& painter, const QRectF& cell, const CacheLineDetail& line,
                           std::uint64_t mostHits, const LookupRecord* lit) const {
  if (!line.valid) {
    painter.setPen(QPen(theme_->color(Tone::line), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.setPen(theme_->color(Tone::t3));
    painter.drawText(cell, Qt::AlignCenter, tr("free"));
    return;
  }
  const double share =
      mostHits == 0 ? 0 : std::sqrt(static_cast<double>(line.hits) / static_cast<double>(mostHits));
  const bool dark = line.hitThisWindow && lit == nullptr;
  painter.setPen(Qt::NoPen);
  painter.setBrush(lit != nullptr ? theme_->color(lit->outcome == LookupOutcome::hit ? Tone::okSoft
                                                  : lit->evicted != kNone            ? Tone::badSoft
                                                                          : Tone::warnSoft)
                   : dark         ? theme_->color(Tone::accent)
                                  : older(*theme_, share));
  painter.drawRoundedRect(cell, 3, 3);
  if (lit != nullptr || line.justFilled) {
    const Tone tone = lit != nullptr ? outcomeTone(lit->outcome) : Tone::warn;
    const double pen = lit != nullptr ? 2 : 1.5;
    painter.setPen(QPen(theme_->color(tone), pen));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(cell.adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2), 3, 3);
  }
  const QRectF upper(cell.x() + 4, cell.y() + 1, cell.width() - 8, cell.height() / 2);
  const QRectF lower = upper.translated(0, cell.height() / 2 - 2);
  const Tone strong = dark ? Tone::onAccent : Tone::t1, quiet = dark ? Tone::onAccent : Tone::t2;
  painter.setFont(uiFont(11, lit != nullptr));
  painter.setPen(theme_->color(strong));
  painter.drawText(upper, Qt::AlignVCenter | Qt::AlignLeft, QString::number(line.key));
  painter.setFont(uiFont(11));
  painter.setPen(theme_->color(quiet));
  const QString hits = line.hits < 10'000 ? wholeText(static_cast<qint64>(line.hits))
                                          : compactText(static_cast<double>(line.hits));
  painter.drawText(upper, Qt::AlignVCenter | Qt::AlignRight, hits);
  const double way = painter.fontMetrics().horizontalAdvance(portsText(line));
  const bool all = way <= lower.width();
  painter.drawText(lower, Qt::AlignVCenter | Qt::AlignLeft,
                   all ? portsText(line)
                       : QStringLiteral("→ %1 +%2").arg(line.outPort).arg(line.otherPorts.size()));
  if (lit != nullptr && lit->evicted != kNone) {
    painter.setPen(theme_->color(Tone::bad));
    QFont gone = uiFont(11);
    gone.setStrikeOut(true);
    painter.setFont(gone);
    painter.drawText(lower, Qt::AlignVCenter | Qt::AlignRight, QString::number(lit->evicted));
    painter.setFont(uiFont(11));
  } else if (const QString age = tr("age %1").arg(line.age);
             cache_.ways > 1 &&
             way + 4 + painter.fontMetrics().horizontalAdvance(age) <= lower.width()) {
    painter.drawText(lower, Qt::AlignVCenter | Qt::AlignRight, age);
  }
}

void CacheTable::paintEvent(QPaintEvent* event) {
  if (cache_.ways == 0) return;
  QPainter painter(this);
  painter.setFont(uiFont(11));
  painter.setRenderHint(QPainter::Antialiasing);
  const double way = wayWidth();
  painter.setPen(theme_->color(Tone::t3));
  painter.drawText(QRectF(0, 0, kSetColumn - 6, kHead), Qt::AlignVCenter | Qt::AlignRight,
                   tr("set"));
  for (std::uint32_t w = 0; w < cache_.ways; ++w)
    painter.drawText(QRectF(kSetColumn + way * w, 0, way, kHead), Qt::AlignVCenter,
                     tr("way %1").arg(w));
  std::uint64_t mostHits = 0;
  for (const CacheLineDetail& line : cache_.lines) mostHits = std::max(mostHits, line.hits);
  const int first = std::max(0, (event->rect().top() - kHead) / kRow);
  const int last = std::min(static_cast<int>(cache_.sets) - 1,
                            std::max(0, event->rect().bottom() - kHead) / kRow);
  for (int set = first; set <= last; ++set) {
    const double y = kHead + kRow * set;
    const bool isLit = lit_ && lit_->set == static_cast<std::uint32_t>(set);
    if (isLit) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme_->color(Tone::accentSoft));
      painter.drawRoundedRect(QRectF(0, y - 1, kSetColumn + way * cache_.ways + 1, kRow + 1), 4, 4);
    }
    painter.setFont(uiFont(11, isLit));
    painter.setPen(theme_->color(isLit ? Tone::t1 : Tone::t3));
    painter.drawText(QRectF(0, y, kSetColumn - 6, kRow), Qt::AlignVCenter | Qt::AlignRight,
                     QString::number(set));
    painter.setFont(uiFont(11));
    for (std::uint32_t w = 0; w < cache_.ways; ++w) {
      const std::size_t index = static_cast<std::size_t>(set) * cache_.ways + w;
      if (index >= cache_.lines.size()) return;
      // What was hit or filled then may be another line by now.
      const bool lineLit = isLit && lit_->way == w && cache_.lines[index].key == lit_->key;
      paintLine(painter, QRectF(kSetColumn + way * w, y + 0.5, way - 2, kRow - 2),
                cache_.lines[index], mostHits, lineLit ? &*lit_ : nullptr);
    }
  }
}

bool CacheTable::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || cache_.ways == 0) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int set = (help->pos().y() - kHead) / kRow;
  const int way = static_cast<int>((help->pos().x() - kSetColumn) / wayWidth());
  const auto index = static_cast<std::size_t>(set) * cache_.ways + static_cast<std::size_t>(way);
  if (help->pos().y() < kHead || help->pos().x() < kSetColumn ||
      way >= static_cast<int>(cache_.ways) || index >= cache_.lines.size() ||
      !cache_.lines[index].valid) {
    QToolTip::hideText();
    return true;
  }
  const CacheLineDetail& line = cache_.lines[index];
  QToolTip::showText(help->globalPos(),
                     (cache_.tagged ? tr("Tag %1\n%2\n%3, age %4 in its set")
                                    : tr("Destination terminal %1\n%2\n%3, age %4 in its set"))
                         .arg(line.key)
                         .arg(leavesBy(line))
                         .arg(plural(static_cast<qint64>(line.hits), "hit", "hits"))
                         .arg(line.age));
  return true;
}

CacheLegend::CacheLegend(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {}

void CacheLegend::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

QSize CacheLegend::sizeHint() const {
  return {280, 20};
}

void CacheLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QFont small = uiFont(11);
  painter.setFont(small);
  double x = 0;
  const auto entry = [&](const QColor& fill, const QColor& outline, const QString& text) {
    const QRectF swatch(x + 0.75, 4.75, 11, 10);
    painter.setBrush(fill);
    painter.setPen(outline.isValid() ? QPen(outline, 1.5) : QPen(Qt::NoPen));
    painter.drawRoundedRect(swatch, 2, 2);
    painter.setPen(theme_->color(Tone::t2));
    const double advance = painter.fontMetrics().horizontalAdvance(text);
    painter.drawText(QRectF(x + 16, 0, advance + 4, 20), Qt::AlignVCenter, text);
    x += 16 + advance + 16;
  };
  entry(theme_->color(Tone::accent), {}, tr("hit this window"));
  entry(older(*theme_, 0.6), {}, tr("older"));
  entry(theme_->color(Tone::base), theme_->color(Tone::warn), tr("just filled"));
}

}  // namespace hopscope
