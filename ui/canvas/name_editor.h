// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>

class QLabel;
class QLineEdit;

namespace hopscope {

/// Writes what a part is called, beside it: Enter or a click elsewhere keeps it, Esc gives it up. A
/// name that is not allowed stays, with the reason below.
class NameEditor : public QFrame {
  Q_OBJECT

 public:
  /// Gives in words why a name cannot be kept; empty: it was.
  using Keep = std::function<QString(const QString&)>;

  NameEditor(const QString& what, const QString& name, Keep keep, QWidget* canvas);

  /// Puts it in the middle above a place of the canvas, inside of it.
  void putAt(QPoint place);
  /// Keeps what is written and closes; a name that is not allowed is given up.
  void settle();
  /// Closes, whatever is written.
  void close();

 signals:
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool keep();

  QLineEdit* field_;
  QLabel* problem_;
  Keep keep_;
  QPoint place_;
  bool open_ = true;
};

}  // namespace hopscope
