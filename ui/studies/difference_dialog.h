// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "engine/design/design.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// How the settings of one design differ from those of another, side by side.
class DifferenceDialog : public QDialog {
  Q_OBJECT

 public:
  DifferenceDialog(const QString& nameA, const Design& a, const QString& nameB, const Design& b,
                   const Theme& theme, QWidget* parent = nullptr);
};

}  // namespace hopscope
