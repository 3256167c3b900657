// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "engine/core/parameter.h"
#include "ui/drawing/theme.h"

class QHBoxLayout;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace hopscope {

class PropertyRow;

/// Groups of settings that can be removed one by one, and a button below that adds one. They are
/// made anew when other settings are to be shown.
class PropertyGroups : public QWidget {
  Q_OBJECT

 public:
  /// What stands at the head of a group.
  struct Head {
    QHBoxLayout* before;  ///< ahead of its title
    QHBoxLayout* after;   ///< behind it
    QToolButton* remove;
  };

  PropertyGroups(const QString& addText, const QString& addName, QWidget* parent);

  QPushButton& addButton() { return *add_; }
  /// Whether groups of these settings are what there is.
  bool shows(const std::vector<std::vector<Parameter>>& groups) const;

  /// Forgets all groups. One of their fields may be sending the signal that led here.
  void begin(const Theme& theme);
  /// A group whose removal is called `removeText`.
  Head addGroup(const QString& title, const QString& removeText, const QString& removeName,
                const std::function<void()>& remove);
  /// In the latest group.
  PropertyRow* addRow(const Parameter& parameter);
  /// All `groups` have been added; what had the focus has it again.
  void end(const std::vector<std::vector<Parameter>>& groups);
  QWidget* body() { return body_; }  ///< what the widgets of a group belong to

 private:
  const Theme* theme_;
  QVBoxLayout* column_;
  QPushButton* add_;
  QWidget* body_ = nullptr;
  QString focused_;
  std::vector<std::vector<Parameter>> shown_;
};

}  // namespace hopscope
