// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QBoxLayout;
class QComboBox;
class QProgressBar;
class QPushButton;
class QWidget;

/// What pages that compute something have above their results.
namespace hopscope {

/// A thin line without words, hidden until something is under way.
QProgressBar* makeThinProgress(int steps, QWidget* parent);

/// A button at the end of a row.
QPushButton* addButton(QBoxLayout& row, const QString& text, const char* objectName,
                       const QString& tip);

/// A box, with its label before it, that chooses what an axis of a plot shows.
QComboBox* addAxisBox(QBoxLayout& row, const QString& label, const char* objectName);

}  // namespace hopscope
