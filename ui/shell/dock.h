// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>

#include "ui/drawing/theme.h"

class QLabel;
class QToolButton;

namespace hopscope {

/// A dock with the house's own title: bold name, an optional chip, float and close in own icons.
class Dock : public QDockWidget {
  Q_OBJECT

 public:
  /// `id` is the object name, under which its place is stored.
  Dock(const QString& title, const char* id, QWidget* content, QWidget* parent);

  void setTheme(const Theme& theme);
  /// A word in a chip beside the name ("ok", "warn", "bad"); empty: none.
  void setChip(const QString& text, const char* kind);

 signals:
  /// The user closed it, or had it shown again.
  void chosen(bool shown);

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  QLabel* chip_;
  QToolButton* float_;
  QToolButton* close_;
};

}  // namespace hopscope
