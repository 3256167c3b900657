// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;
class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace hopscope {

class Actions;

/// All actions with their keys, to be found by name or key and given other ones.
class ShortcutsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ShortcutsDialog(Actions& actions, QWidget* parent = nullptr);

 private:
  void fill();
  void filter(const QString& words);
  QAction* current() const;
  void showCurrent();
  void tell();
  void assign();

  Actions& actions_;
  QLineEdit* words_;
  QTableWidget* table_;
  QKeySequenceEdit* keys_;
  QPushButton* assign_;
  QPushButton* clear_;
  QPushButton* reset_;
  QPushButton* resetAll_;
  QLabel* note_;
};

void showAbout(QWidget* parent);

}  // namespace hopscope
