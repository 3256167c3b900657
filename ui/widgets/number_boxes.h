// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>
#include <QSpinBox>

namespace hopscope {

/// A spin box for fractions that takes a decimal point as well as the locale's decimal sign, so
/// that "0.1" is a tenth everywhere. What is out of its range may be typed, is marked while it
/// stands there, and is replaced by the nearest that is allowed, which a tip says; nothing vanishes
/// unsaid.
class RealBox : public QDoubleSpinBox {
  Q_OBJECT

 public:
  using QDoubleSpinBox::QDoubleSpinBox;

  QValidator::State validate(QString& input, int& place) const override;
  double valueFromText(const QString& text) const override;
  void fixup(QString& input) const override;
};

/// The same for whole numbers.
class WholeBox : public QSpinBox {
  Q_OBJECT

 public:
  using QSpinBox::QSpinBox;
  using QSpinBox::textFromValue;

  QValidator::State validate(QString& input, int& place) const override;
  int valueFromText(const QString& text) const override;
  void fixup(QString& input) const override;
};

}  // namespace hopscope
