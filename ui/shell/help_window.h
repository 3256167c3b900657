// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>

class QListWidget;
class QTextBrowser;

namespace hopscope {

class Actions;

/// The user guide: a page for each mode, beside the list of pages. Stays open beside the work.
class HelpWindow : public QDialog {
  Q_OBJECT

 public:
  explicit HelpWindow(const Actions& actions, QWidget* parent);

  /// Shows the page whose file is named so, such as "3-run".
  void showPage(const QString& name);
  QString page() const;
  /// The names of all pages, in order.
  static QStringList pages();

 private:
  QString pageText(const QString& name) const;
  void typeset();

  const Actions& actions_;
  QListWidget* list_;
  QTextBrowser* text_;
};

}  // namespace hopscope
