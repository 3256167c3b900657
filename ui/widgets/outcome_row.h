// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

class QLabel;
class QPushButton;

namespace hopscope {

/// What came of writing files, and the way to where they are.
class OutcomeRow : public QWidget {
  Q_OBJECT

 public:
  /// The names are those of the label and of the button, for whoever looks for them.
  OutcomeRow(const QString& messageName, const QString& buttonName, QWidget* parent);

  /// In a tone of the style sheet: "t2", "ok", "bad".
  void say(const QString& words, const char* tone);
  /// Offers to open it; empty: nothing to open.
  void setFolder(const QString& folder);

 private:
  QLabel* message_;
  QPushButton* open_;
  QString folder_;
};

}  // namespace hopscope
