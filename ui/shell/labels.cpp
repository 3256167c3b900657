// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/labels.h"

#include <QApplication>
#include <QFrame>
#include <QStyle>
#include <QVariant>

namespace hopscope {

QFont fontOf(TextRole role) {
  QFont font = QApplication::font();
  switch (role) {
    case TextRole::page:
      font.setPointSizeF(15);
      font.setBold(true);
      break;
    case TextRole::title:
      font.setPointSizeF(11.25);
      font.setBold(true);
      break;
    case TextRole::section:
      font.setPointSizeF(9.75);
      font.setBold(true);
      break;
    case TextRole::bold:
      font.setPointSizeF(9);
      font.setBold(true);
      break;
    case TextRole::body:
    case TextRole::label:
      font.setPointSizeF(9);
      break;
    case TextRole::secondary:
    case TextRole::hint:
      font.setPointSizeF(8.25);
      break;
  }
  return font;
}

QLabel* makeLabel(TextRole role, const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setFont(fontOf(role));
  label->setTextFormat(Qt::PlainText);
  if (role == TextRole::label || role == TextRole::secondary) label->setProperty("tone", "t2");
  if (role == TextRole::hint) label->setProperty("tone", "t3");
  return label;
}

void setStyleProperty(QWidget* widget, const char* name, const QVariant& value) {
  if (widget->property(name) == value) return;
  widget->setProperty(name, value);
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
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
