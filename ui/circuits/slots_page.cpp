// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/slots_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>
#include <array>
#include <utility>

#include "ui/circuits/slot_gantt.h"
#include "ui/circuits/slot_table.h"
#include "ui/circuits/slot_wheel.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/slot_colours.h"
#include "ui/widgets/labels.h"

namespace hopscope {

/// What the looks of slots mean.
class SlotMarks : public QWidget {
 public:
  explicit SlotMarks(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  void setTheme(const Theme& theme) {
    theme_ = &theme;
    update();
  }
  QSize sizeHint() const override { return {130, kRow * 7}; }
  QSize minimumSizeHint() const override { return {100, kRow * 7}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setFont(uiFont(11));
    const QColor ground = theme_->color(Tone::panel), slot = theme_->curve(1);
    const std::array<std::pair<QBrush, QString>, 7> rows{{
        {slot, QObject::tr("with data")},
        {dimmed(slot, ground, .22), QObject::tr("without data")},
        {skippedBrush(*theme_), QObject::tr("skipped")},
        {dimmed(slot, ground, .45), QObject::tr("preempted")},
        {theme_->color(Tone::t3), QObject::tr("worms")},
        {theme_->color(Tone::t1), QObject::tr("guard band")},
        {theme_->color(Tone::t1), QObject::tr("flushed by command")},
    }};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const QRectF swatch(.5, kRow * static_cast<double>(i) + 3.5, 14, 11);
      painter.setPen(i == 2   ? QPen(theme_->color(Tone::t4), 1)
                     : i == 3 ? QPen(slot, 1)
                              : QPen(Qt::NoPen));
      painter.setBrush(rows[i].first);
      if (i == rows.size() - 1)
        painter.drawPolygon(QPolygonF{swatch.topLeft() + QPointF(3, 1),
                                      swatch.topRight() + QPointF(-3, 1),
                                      swatch.center() + QPointF(0, 4)});
      else
        painter.drawRect(swatch);
      painter.setPen(theme_->color(Tone::t2));
      painter.drawText(QRectF(22, kRow * static_cast<double>(i), width() - 22, kRow),
                       Qt::AlignVCenter, rows[i].second);
    }
  }

 private:
  static constexpr int kRow = 18;
  const Theme* theme_;
};

SlotsPage::SlotsPage(QWidget* parent)
    : QWidget(parent),
      wheel_(new SlotWheel(this)),
      marks_(new SlotMarks(this)),
      table_(new SlotTable(this)),
      gantt_(new SlotGantt(this)),
      words_(makeLabel(TextRole::secondary, {}, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(6);
  auto* top = new QHBoxLayout;
  top->setSpacing(16);
  top->addWidget(wheel_, 1);
  top->addWidget(marks_, 1);
  column->addLayout(top);
  auto* head = makeLabel(TextRole::hint, tr("time with data, skipped, preempted"), this);
  head->setAlignment(Qt::AlignRight);
  column->addWidget(head);
  column->addWidget(table_);
  column->addWidget(gantt_, 1);
  words_->setObjectName(QStringLiteral("slotWords"));
  words_->setWordWrap(true);
  words_->setMinimumHeight(30);
  words_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  column->addWidget(words_);
  connect(gantt_, &SlotGantt::pointedAt, words_, &QLabel::setText);
}

void SlotsPage::setTheme(const Theme& theme) {
  wheel_->setTheme(theme);
  marks_->setTheme(theme);
  table_->setTheme(theme);
  gantt_->setTheme(theme);
}

void SlotsPage::setShown(const SlotsShown& shown, std::shared_ptr<const CircuitDetail> detail) {
  wheel_->setShown(shown);
  table_->setShown(shown);
  if (!detail) words_->clear();
  gantt_->setDetail(std::move(detail));
}

}  // namespace hopscope
