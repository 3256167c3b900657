// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QIcon>
#include <functional>
#include <vector>

#include "ui/drawing/theme.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace hopscope {

/// Something the palette can do.
struct PaletteItem {
  QString text;  ///< "Run or pause", "Dragonfly, h=2"
  QString kind;  ///< "Action", "Design"; what is searched besides the text
  QString hint;  ///< at the right: a shortcut, a date; may be empty
  QIcon icon;
  std::function<void()> act;
};

/// One line to type into, and what fits it below: every action of the window and everything in the
/// project. Return does it, Esc goes away, the arrows choose.
class CommandPalette : public QDialog {
  Q_OBJECT

 public:
  CommandPalette(std::vector<PaletteItem> items, const Theme& theme, QWidget* window);

  /// What is listed now, best first.
  QStringList listed() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void filter();
  void choose();

  std::vector<PaletteItem> items_;
  const Theme& theme_;
  QLineEdit* field_;
  QListWidget* list_;
  QLabel* none_;
};

}  // namespace hopscope
