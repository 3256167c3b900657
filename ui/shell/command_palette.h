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

/// More of them for what was typed, best first: of a kind that is too many to be listed at once.
using PaletteSearch = std::function<std::vector<PaletteItem>(const QString& text)>;

/// One line to type into, and what fits it below: every action of the window, everything in the
/// project, every setting and part of the design. Return does it, Esc goes away, the arrows choose.
class CommandPalette : public QDialog {
  Q_OBJECT

 public:
  /// What `search` finds follows what fits of `items`.
  CommandPalette(std::vector<PaletteItem> items, PaletteSearch search, const Theme& theme,
                 QWidget* window);

  /// What is listed now, best first.
  QStringList listed() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void filter();
  void choose();

  std::vector<PaletteItem> items_;  ///< the given ones, and behind them what was searched for
  const std::size_t given_;
  const PaletteSearch search_;
  const Theme& theme_;
  QLineEdit* field_;
  QListWidget* list_;
  QLabel* none_;
};

}  // namespace hopscope
