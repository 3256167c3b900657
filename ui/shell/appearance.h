// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "ui/drawing/theme.h"

namespace hopscope {

class DesktopScheme;

/// The user's choice of theme, kept in the settings and applied to the whole application at once;
/// that of the desktop follows the desktop.
class Appearance : public QObject {
  Q_OBJECT

 public:
  enum class Choice { light, dark, system };

  explicit Appearance(QObject* parent = nullptr);

  Choice choice() const { return choice_; }
  void choose(Choice choice);
  const Theme& theme() const;
  /// Style, palette, style sheet and font of the application.
  void apply();

 signals:
  void changed();

 private:
  Choice choice_ = Choice::system;
  DesktopScheme* desktop_;
};

}  // namespace hopscope
