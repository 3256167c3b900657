// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/compare_time.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSlider>

#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

CompareTime::CompareTime(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setFixedHeight(36);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 1, 12, 0);
  row->setSpacing(8);
  words_ = makeLabel(TextRole::secondary, {}, this);
  words_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  words_->setFixedWidth(words_->fontMetrics().horizontalAdvance(
                            tr("%1 to %2 cycles").arg(wholeText(100'000), wholeText(100'000))) +
                        4);
  row->addWidget(words_);
  slider_ = new QSlider(Qt::Horizontal, this);
  slider_->setObjectName(QStringLiteral("compareTime"));
  slider_->setAccessibleName(tr("Time of all runs compared"));
  slider_->setRange(0, kSteps);
  slider_->setPageStep(kSteps / 10);
  slider_->setValue(kSteps);
  slider_->setFixedWidth(160);
  row->addWidget(slider_);
  whole_ = new QPushButton(tr("Whole run"), this);
  whole_->setProperty("link", true);
  row->addWidget(whole_);
  connect(slider_, &QSlider::valueChanged, this, [this] {
    if (!cycle()) showWhole();
    whole_->setEnabled(cycle().has_value());
    emit changed();
  });
  connect(whole_, &QPushButton::clicked, this, [this] { slider_->setValue(kSteps); });
  setEnd(0);
}

void CompareTime::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void CompareTime::setEnd(Cycle end) {
  end_ = end;
  slider_->setValue(kSteps);
  setVisible(end > 0);
  whole_->setEnabled(false);
  showWhole();
}

std::optional<Cycle> CompareTime::cycle() const {
  if (end_ == 0 || slider_->value() == kSteps) return {};
  return end_ * (slider_->value() + 1) / kSteps;
}

void CompareTime::showWhole() {
  words_->setText(tr("Measured interval"));
}

void CompareTime::showSpan(Cycle begin, Cycle end) {
  words_->setText(tr("%1 to %2 cycles").arg(wholeText(begin), wholeText(end)));
}

void CompareTime::paintEvent(QPaintEvent* event) {
  Q_UNUSED(event)
  QPainter painter(this);
  painter.fillRect(rect(), theme_->color(Tone::panel));
  painter.fillRect(QRect(0, 0, width(), 1), theme_->color(Tone::line));
}

}  // namespace hopscope
