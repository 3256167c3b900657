// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_times_view.h"

#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "ui/drawing/fonts.h"
#include "ui/ranks/rank_colours.h"
#include "ui/ranks/rank_words.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr double kBarName = 66, kBarLegend = 18;

/// Bars one below the other under a legend of their parts.
class TimeBars : public QWidget {
 public:
  TimeBars(const char* name, QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
    setObjectName(QLatin1String(name));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  void setBars(const Theme& theme, std::vector<TimeBar> bars) {
    theme_ = &theme;
    bars_ = std::move(bars);
    QStringList words;
    // A reader of the screen gets the first ones; the results of a run have all.
    for (std::size_t i = 0; i < bars_.size() && i < kMostRead; ++i) words << wordsOf(bars_[i]);
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    updateGeometry();
    update();
  }
  QSize sizeHint() const override {
    return {240, static_cast<int>(std::ceil(kBarLegend * legendRows() +
                                            row() * static_cast<double>(bars_.size()))) +
                     4};
  }
  QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override {
    QPainter painter(this);
    if (bars_.empty()) return;
    paintLegend(painter);
    painter.setFont(uiFont(row() > 12 ? 11 : 10));
    const auto every = static_cast<std::size_t>(std::ceil(12 / row()));
    for (std::size_t i = 0; i < bars_.size(); ++i) {
      const QRectF area = barArea(i);
      if (area.bottom() + row() < event->rect().top()) continue;
      if (area.top() - row() > event->rect().bottom()) break;
      painter.fillRect(area, theme_->color(Tone::line));
      double left = area.left();
      for (const TimeBar::Part& part : bars_[i].parts) {
        const double wide = bars_[i].whole > 0 ? area.width() * part.cycles / bars_[i].whole : 0;
        painter.fillRect(QRectF(left, area.top(), wide, area.height()), part.colour);
        left += wide;
      }
      if (i % every != 0) continue;
      painter.setPen(theme_->color(Tone::t2));
      painter.drawText(QRectF(0, area.center().y() - 7, kBarName - 8, 14),
                       Qt::AlignRight | Qt::AlignVCenter, bars_[i].name);
    }
  }
  bool event(QEvent* event) override {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (std::size_t i = 0; i < bars_.size(); ++i)
      if (std::abs(barArea(i).center().y() - help->pos().y()) <= row() / 2) {
        QToolTip::showText(help->globalPos(), wordsOf(bars_[i]), this);
        return true;
      }
    QToolTip::hideText();
    return true;
  }
  void resizeEvent(QResizeEvent* event) override {
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) updateGeometry();
  }

 private:
  static constexpr std::size_t kMostRead = 64;

  double row() const { return bars_.size() <= 32 ? 17 : bars_.size() <= 256 ? 6 : 3; }
  QRectF barArea(std::size_t i) const {
    const double gap = row() > 5 ? row() / 6 : 0;
    return {kBarName, kBarLegend * legendRows() + row() * static_cast<double>(i) + gap,
            std::max(10.0, width() - kBarName - 2), row() - 2 * gap};
  }
  /// Places of the names in the legend; their number of rows.
  int layLegend(const std::function<void(QPointF, const TimeBar::Part&)>& place) const {
    const QFontMetricsF metrics(uiFont(11));
    double x = 0;
    int rows = 1;
    for (const TimeBar::Part& part : bars_.front().parts) {
      const double wide = 18 + metrics.horizontalAdvance(part.name) + 12;
      if (x > 0 && x + wide > width()) {
        x = 0;
        ++rows;
      }
      place(QPointF(x, kBarLegend * (rows - 1)), part);
      x += wide;
    }
    return rows;
  }
  int legendRows() const {
    return bars_.empty() ? 0 : layLegend([](QPointF, const TimeBar::Part&) {});
  }
  void paintLegend(QPainter& painter) const {
    painter.setFont(uiFont(11));
    layLegend([&](QPointF at, const TimeBar::Part& part) {
      painter.fillRect(QRectF(at.x(), at.y() + 3, 12, 10), part.colour);
      painter.setPen(theme_->color(Tone::t2));
      painter.drawText(QRectF(at.x() + 18, at.y(), width(), 16), Qt::AlignLeft | Qt::AlignVCenter,
                       part.name);
    });
  }
  static QString wordsOf(const TimeBar& bar) {
    QStringList parts;
    for (const TimeBar::Part& part : bar.parts)
      parts << QObject::tr("%1: %2 (%3)")
                   .arg(part.name, cyclesText(part.cycles),
                        percentText(bar.whole > 0 ? part.cycles / bar.whole : 0, 1));
    return QStringLiteral("%1 – %2").arg(bar.name, parts.join(QStringLiteral(", ")));
  }

  const Theme* theme_;
  std::vector<TimeBar> bars_;
};

TimeBar pathBar(const Theme& theme, const ApplicationResult& application) {
  const CriticalPath& path = application.path;
  return {
      QObject::tr("path"),
      {{QObject::tr("computation"), path.computation, rankColour(theme, RankPhase::computing)},
       {QObject::tr("overhead"), path.overhead, theme.color(Tone::t3)},
       {QObject::tr("own interface busy"), path.interface, rankColour(theme, RankPhase::receiving)},
       {QObject::tr("transfer"), path.transfer, rankColour(theme, RankPhase::sending)},
       {QObject::tr("contention"), path.contention, theme.color(Tone::bad)}},
      application.completion};
}

std::vector<TimeBar> rankBars(const Theme& theme, const ApplicationResult& application) {
  double whole = 1;
  for (const RankTimes& each : application.perRank)
    whole =
        std::max(whole, static_cast<double>(each.computation + each.communication + each.waiting));
  if (std::isfinite(application.completion)) whole = application.completion;
  std::vector<TimeBar> bars;
  for (std::size_t rank = 0; rank < application.perRank.size(); ++rank) {
    const RankTimes& each = application.perRank[rank];
    bars.push_back({QObject::tr("rank %1").arg(rank),
                    {{QObject::tr("computing"), static_cast<double>(each.computation),
                      rankColour(theme, RankPhase::computing)},
                     {QObject::tr("communicating"), static_cast<double>(each.communication),
                      rankColour(theme, RankPhase::sending)},
                     {QObject::tr("waiting for what is yet to be sent"),
                      static_cast<double>(each.waiting), rankColour(theme, RankPhase::waiting)}},
                    whole});
  }
  return bars;
}

}  // namespace

RankTimesView::RankTimesView(QWidget* parent) : QScrollArea(parent), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("rankTimes"));
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void RankTimesView::setTheme(const Theme& theme) {
  theme_ = &theme;
  shown_ = shownOf(applications_);
  showBars();
}

void RankTimesView::setApplications(const std::vector<ApplicationResult>& applications) {
  applications_ = applications;
  std::vector<Shown> shown = shownOf(applications);
  if (shown == shown_ && widget() != nullptr) return;
  shown_ = std::move(shown);
  showBars();
}

QString RankTimesView::headOf(const ApplicationResult& application) {
  const QString name = QString::fromStdString(application.name);
  switch (application.end) {
    case ApplicationEnd::finished:
      return std::isfinite(application.slowdown)
                 ? tr("%1: done after %2, %3 times the ideal network's %4")
                       .arg(name, cyclesText(application.completion),
                            realText(application.slowdown, 3), cyclesText(application.ideal))
                 : tr("%1: done after %2").arg(name, cyclesText(application.completion));
    case ApplicationEnd::stalled:
      return tr("%1: stalled, its ranks wait for what will not come").arg(name);
    case ApplicationEnd::unfinished:
      break;
  }
  return tr("%1: not done yet").arg(name);
}

std::vector<RankTimesView::Shown> RankTimesView::shownOf(
    const std::vector<ApplicationResult>& applications) const {
  std::vector<Shown> all;
  for (const ApplicationResult& each : applications) {
    Shown shown{headOf(each), {}, {}, rankBars(*theme_, each)};
    for (const std::string& line : each.stalled) shown.stalled << QString::fromStdString(line);
    if (each.end == ApplicationEnd::finished && std::isfinite(each.path.contention))
      shown.path.push_back(pathBar(*theme_, each));
    all.push_back(std::move(shown));
  }
  return all;
}

void RankTimesView::showBars() {
  const int before = verticalScrollBar()->value();
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(6);
  if (shown_.empty()) {
    auto* hint =
        makeLabel(TextRole::hint,
                  tr("What the time of ranks goes into appears here while the run goes on."), page);
    hint->setWordWrap(true);
    column->addWidget(hint);
  }
  const auto addBars = [&](const QString& head, const char* name,
                           const std::vector<TimeBar>& bars) {
    column->addWidget(makeLabel(TextRole::secondary, head, page));
    auto* shown = new TimeBars(name, page);
    shown->setBars(*theme_, bars);
    column->addWidget(shown);
  };
  for (const Shown& each : shown_) {
    auto* head = makeLabel(TextRole::bold, each.head, page);
    head->setWordWrap(true);
    column->addWidget(head);
    for (const QString& line : each.stalled)
      column->addWidget(makeLabel(TextRole::secondary, line, page));
    if (!each.path.empty())
      addBars(tr("Critical path: what the completion waited for"), "times.path", each.path);
    addBars(tr("Time of each rank"), "times.ranks", each.ranks);
  }
  column->addStretch();
  setWidget(page);
  verticalScrollBar()->setValue(before);
}

}  // namespace hopscope
