// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QString>

namespace hopscope {

/// The type scale of the interface. Bold by QFont: a bold of the style sheet is cut off.
enum class TextRole {
  page,       ///< 20 px bold
  title,      ///< 15 px bold: an object's name, a key figure
  section,    ///< 13 px bold: a dialog's section
  bold,       ///< 12 px bold
  body,       ///< 12 px
  label,      ///< 12 px in t2
  secondary,  ///< 11 px in t2
  hint,       ///< 11 px in t3
};

QFont fontOf(TextRole role);
/// Makes that of a label, which shows plain text.
void styleLabel(QLabel& label, TextRole role);
QLabel* makeLabel(TextRole role, const QString& text = {}, QWidget* parent = nullptr);
/// A pill of 20 px for a word of status; its colour is the dynamic property "chip".
QLabel* makeChip(QWidget* parent = nullptr);
/// Sets a dynamic property of the style sheet ("tone", "chip", "primary") and restyles. Before a
/// label's text: it keeps the size it computed for that.
void setStyleProperty(QWidget* widget, const char* name, const QVariant& value);
/// A horizontal rule, 1 px.
QWidget* makeRule(QWidget* parent = nullptr);
/// A vertical rule of 1 px and the given height.
QWidget* makeVerticalRule(int height, QWidget* parent = nullptr);

}  // namespace hopscope
