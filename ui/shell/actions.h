// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
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
  /// Keys of the user's own, kept in the settings; an action that had them loses them. Empty: none.
  void setKeys(QAction* action, const QList<QKeySequence>& keys);
  void resetKeys(QAction* action);  ///< back to the keys it came with
  void resetAllKeys();
  QList<QKeySequence> defaultKeys(const QAction* action) const;
  /// Whose these keys are, besides `action` itself; nullptr: nobody's.
  QAction* ownerOf(const QKeySequence& keys, const QAction* besides) const;
  void setTheme(const Theme& theme);

 signals:
  void keysChanged();

 private:
  void apply(QAction* action, const QList<QKeySequence>& keys);
  void store(const QAction* action);

  std::vector<QAction*> all_;
};

}  // namespace hopscope
