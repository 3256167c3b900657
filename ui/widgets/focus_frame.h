// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace hopscope {

/// Shows where the keys go among what has no sign of its own for that: lists, tables, texts and
/// pages that scroll get a ring when keys bring the focus to them. One serves all windows.
class FocusFrame : public QObject {
  Q_OBJECT

 public:
  /// Serves from now on, as long as the application lives.
  static void install();

  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  explicit FocusFrame(QObject* parent);

  QPointer<QWidget> ring_;
};

}  // namespace hopscope
