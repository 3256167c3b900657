// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>
#include <QString>
#include <vector>

#include "ui/drawing/theme.h"

namespace hopscope {

/// Every command of the window, once: menus, tool bars, the start page and the list of shortcuts
/// all show these. An id is the action's object name.
class Actions : public QObject {
  Q_OBJECT

 public:
  /// Makes them all and adds them to `window`, so that their shortcuts work there.
  explicit Actions(QWidget* window);

  /// The action of a known id.
  QAction* at(const char* id) const;
  const std::vector<QAction*>& all() const { return all_; }
  void setTheme(const Theme& theme);

 private:
  std::vector<QAction*> all_;
};

}  // namespace hopscope
