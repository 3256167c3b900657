// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/lookup_list.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "ui/drawing/focus_ring.h"
#include "ui/drawing/fonts.h"
#include "ui/inspectors/lookup_tone.h"
#include "ui/words/lookup_words.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {
constexpr int kRow = 20, kHead = 20;
constexpr double kCycle = 56, kSet = 34, kWaited = 48;
}  // namespace

LookupList::LookupList(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setAccessibleName(tr("Last lookups"));
  setObjectName(QStringLiteral("lookupList"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setFocusPolicy(Qt::StrongFocus);
}

void LookupList::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void LookupList::setRecords(std::vector<LookupRecord> records, std::vector<QString> names) {
  records_ = std::move(records);
  names_ = std::move(names);
  if (chosen_ != 0 && std::none_of(records_.begin(), records_.end(),
                                   [this](const auto& record) { return record.number == chosen_; }))
    chosen_ = 0;
  update();
}

std::optional<LookupRecord> LookupList::chosen() const {
  const int row = chosenRow();
  if (row < 0) return std::nullopt;
  return records_[records_.size() - 1 - static_cast<std::size_t>(row)];
}

void LookupList::chooseNewest() {
  chosen_ = 0;
  update();
}

int LookupList::chosenRow() const {
  if (records_.empty()) return -1;
  if (chosen_ == 0) return 0;
  for (std::size_t i = 0; i < records_.size(); ++i)
    if (records_[i].number == chosen_) return static_cast<int>(records_.size() - 1 - i);
  return 0;
}

void LookupList::choose(int row) {
  if (records_.empty()) return;
  row = std::clamp(row, 0, static_cast<int>(records_.size()) - 1);
  chosen_ = records_[records_.size() - 1 - static_cast<std::size_t>(row)].number;
  update();
  emit choiceChanged();
}

QSize LookupList::sizeHint() const {
  return {300, kHead + kRow * kRows};
}
QSize LookupList::minimumSizeHint() const {
  return {240, sizeHint().height()};
}

void LookupList::mousePressEvent(QMouseEvent* event) {
  if (event->pos().y() < kHead) return;
  const int first = std::max(0, chosenRow() - kRows + 1);
  const int row = first + (event->pos().y() - kHead) / kRow;
  if (row < static_cast<int>(records_.size())) choose(row);
}

void LookupList::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Down:
      choose(chosenRow() + 1);
      return;
    case Qt::Key_Up:
      choose(chosenRow() - 1);
      return;
    case Qt::Key_End:
      choose(static_cast<int>(records_.size()) - 1);
      return;
    case Qt::Key_Home:
      chooseNewest();
      emit choiceChanged();
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void LookupList::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}
void LookupList::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

void LookupList::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(uiFont(11));
  const double waitedAt = width() - kWaited, outcomeAt = width() * 0.5, setAt = outcomeAt - kSet;
  painter.setPen(theme_->color(Tone::t3));
  painter.drawText(QRectF(4, 0, kCycle, kHead), Qt::AlignVCenter, tr("cycle"));
  painter.drawText(QRectF(kCycle, 0, setAt - kCycle, kHead), Qt::AlignVCenter, tr("terminal"));
  painter.drawText(QRectF(setAt, 0, kSet - 12, kHead), Qt::AlignVCenter | Qt::AlignRight,
                   tr("set"));
  painter.drawText(QRectF(outcomeAt, 0, waitedAt - outcomeAt, kHead), Qt::AlignVCenter,
                   tr("result"));
  painter.drawText(QRectF(waitedAt, 0, kWaited - 4, kHead), Qt::AlignVCenter | Qt::AlignRight,
                   tr("cycles"));
  if (records_.empty()) {
    painter.drawText(QRectF(0, kHead, width(), kRow), Qt::AlignVCenter,
                     tr("Lookups are listed here while the network runs."));
    if (hasFocus()) paintFocusRing(painter, rect(), *theme_);
    return;
  }
  painter.setFont(uiFont(12));
  const int chosenAt = chosenRow();
  if (chosenAt < 0 && hasFocus()) paintFocusRing(painter, rect(), *theme_);
  const int first = std::max(0, chosenAt - kRows + 1);
  for (int i = 0; i < kRows && first + i < static_cast<int>(records_.size()); ++i) {
    const int row = first + i;
    const std::size_t at = records_.size() - 1 - static_cast<std::size_t>(row);
    const LookupRecord& record = records_[at];
    const QRectF place(0, kHead + kRow * i, width(), kRow);
    if (row == chosenAt) {
      painter.setPen(hasFocus() ? QPen(theme_->color(Tone::accent), 1.5) : QPen(Qt::NoPen));
      painter.setBrush(theme_->color(Tone::accentSoft));
      painter.drawRoundedRect(place.adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
    }
    const auto text = [&](double x, double w, Qt::Alignment align, const QString& words,
                          Tone tone) {
      painter.setPen(theme_->color(tone));
      painter.drawText(
          QRectF(x, place.y(), w, kRow), Qt::AlignVCenter | align,
          painter.fontMetrics().elidedText(words, Qt::ElideRight, static_cast<int>(w)));
    };
    text(4, kCycle - 8, Qt::AlignLeft, wholeText(record.at), Tone::t2);
    text(kCycle, setAt - kCycle, Qt::AlignLeft, at < names_.size() ? names_[at] : QString(),
         Tone::t1);
    text(setAt, kSet - 12, Qt::AlignRight, QString::number(record.set), Tone::t1);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_->color(outcomeTone(record.outcome)));
    painter.drawRoundedRect(QRectF(outcomeAt, place.y() + 6, 8, 8), 2, 2);
    text(outcomeAt + 14, waitedAt - outcomeAt - 14, Qt::AlignLeft, outcomeWord(record.outcome),
         Tone::t1);
    text(waitedAt, kWaited - 4, Qt::AlignRight, wholeText(record.waited), Tone::t1);
  }
}

}  // namespace hopscope
