// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace hopscope {

class Appearance;
class Preferences;

/// Theme, contrast, how runs begin, numbers and autosave; every change shows at once.
class SettingsDialog : public QDialog {
  Q_OBJECT

 public:
  SettingsDialog(Appearance& appearance, Preferences& preferences, QWidget* parent = nullptr);

 signals:
  void shortcutsRequested();
};

}  // namespace hopscope
