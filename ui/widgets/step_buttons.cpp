// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/step_buttons.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>

namespace hopscope {

StepButtons::StepButtons(const QString& name, const QString& next, QWidget* parent)
    : QWidget(parent),
      name_(name),
      row_(new QHBoxLayout(this)),
      begin_(add(tr("Begin"), QStringLiteral(".begin"), false)),
      back_(add(tr("Back"), QStringLiteral(".back"), true)),
      next_(add(next, QStringLiteral(".next"), true)),
      end_(add(tr("End"), QStringLiteral(".end"), false)) {
  row_->setContentsMargins(0, 0, 0, 0);
  row_->setSpacing(8);
  connect(begin_, &QPushButton::clicked, this, [this] { emit wanted(0); });
  connect(back_, &QPushButton::clicked, this, [this] { emit wanted(step_ - 1); });
  connect(next_, &QPushButton::clicked, this, [this] { emit wanted(step_ + 1); });
  connect(end_, &QPushButton::clicked, this, [this] { emit wanted(last_); });
  setStep(0, 0);
}

QPushButton* StepButtons::add(const QString& text, const QString& name, bool repeats) {
  auto* button = new QPushButton(text, this);
  button->setObjectName(name_ + name);
  button->setAutoRepeat(repeats);
  row_->addWidget(button);
  return button;
}

void StepButtons::addSlider(const QString& accessibleName) {
  slider_ = new QSlider(Qt::Horizontal, this);
  slider_->setObjectName(name_ + QStringLiteral(".slider"));
  slider_->setAccessibleName(accessibleName);
  row_->addWidget(slider_, 1);
  connect(slider_, &QSlider::valueChanged, this,
          [this](int step) { emit wanted(static_cast<std::size_t>(step)); });
}

void StepButtons::setStep(std::size_t step, std::size_t last) {
  step_ = step;
  last_ = last;
  begin_->setEnabled(step > 0);
  back_->setEnabled(step > 0);
  next_->setEnabled(step < last);
  end_->setEnabled(step < last);
  if (slider_ == nullptr) return;
  const QSignalBlocker quiet(slider_);
  slider_->setRange(0, static_cast<int>(last));
  slider_->setValue(static_cast<int>(step));
}

}  // namespace hopscope
