// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/labels.h"

#include <QEvent>
#include <QFrame>
#include <QMargins>
#include <QStyle>
#include <QVariant>

#include "ui/drawing/fonts.h"

namespace hopscope {

QFont fontOf(TextRole role) {
  switch (role) {
    case TextRole::page:
      return uiFont(20, true);
    case TextRole::title:
      return uiFont(15, true);
    case TextRole::section:
      return uiFont(13, true);
    case TextRole::bold:
      return uiFont(12, true);
    case TextRole::body:
    case TextRole::label:
      return uiFont(12);
    case TextRole::secondary:
    case TextRole::hint:
      break;
  }
  return uiFont(11);
}

namespace {

/// Where the style changes, a frame too small for its margins (a hidden one) loses them.
class Label final : public QLabel {
 public:
  using QLabel::QLabel;

 protected:
  void changeEvent(QEvent* event) override {
    const QMargins own = contentsMargins();
    QLabel::changeEvent(event);
    if (contentsMargins().isNull()) setContentsMargins(own);
  }
};

}  // namespace

void styleLabel(QLabel& label, TextRole role) {
  label.setFont(fontOf(role));
  label.setTextFormat(Qt::PlainText);
  if (role == TextRole::label || role == TextRole::secondary) label.setProperty("tone", "t2");
  if (role == TextRole::hint) label.setProperty("tone", "t3");
}

QLabel* makeLabel(TextRole role, const QString& text, QWidget* parent) {
  auto* label = new Label(text, parent);
  styleLabel(*label, role);
  return label;
}

namespace {

/// A label asks for the width of its text alone, whatever padding the style sheet gives it.
class Chip final : public QLabel {
 public:
  using QLabel::QLabel;
  QSize sizeHint() const override {
    return {fontMetrics().horizontalAdvance(text()) + 2 * kPadding, kHeight};
  }
  QSize minimumSizeHint() const override { return sizeHint(); }

 private:
  static constexpr int kPadding = 9, kHeight = 20;
};

}  // namespace

QLabel* makeChip(QWidget* parent) {
  auto* chip = new Chip(parent);
  chip->setFont(fontOf(TextRole::secondary));
  chip->setTextFormat(Qt::PlainText);
  chip->setAlignment(Qt::AlignCenter);
  chip->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  return chip;
}

void setStyleProperty(QWidget* widget, const char* name, const QVariant& value) {
  if (widget->property(name) == value) return;
  widget->setProperty(name, value);
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
  widget->updateGeometry();
}

QWidget* makeRule(QWidget* parent) {
  auto* rule = new QFrame(parent);
  rule->setProperty("rule", true);
  rule->setFixedHeight(1);
  return rule;
}

QWidget* makeVerticalRule(int height, QWidget* parent) {
  auto* rule = new QFrame(parent);
  rule->setObjectName(QStringLiteral("verticalRule"));
  rule->setFixedSize(1, height);
  rule->setForegroundRole(QPalette::Mid);
  rule->setBackgroundRole(QPalette::Mid);
  rule->setAutoFillBackground(true);
  return rule;
}

}  // namespace hopscope
