// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QMessageBox>
#include <QPointer>
#include <QTest>
#include <QTimer>

namespace hopscope::test {

/// A modal dialog that no test answers would keep its program waiting for ever: it fails the test,
/// with its words, and is closed.
class Unanswered {
 public:
  Unanswered() {
    QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { look(); });
    timer_.start(1000);
  }

 private:
  /// Longer than any test works with a dialog of its own, on a busy machine.
  static constexpr qint64 kPatienceMilliseconds = 60'000;

  void look() {
    QWidget* dialog = QApplication::activeModalWidget();
    if (dialog != dialog_) {
      dialog_ = dialog;
      clock_.start();
    }
    if (dialog == nullptr || clock_.elapsed() < kPatienceMilliseconds) return;
    const auto* box = qobject_cast<QMessageBox*>(dialog);
    QTest::qFail(qPrintable(QStringLiteral("nobody answers “%1”: %2")
                                .arg(dialog->windowTitle(), box ? box->text() : QString())),
                 __FILE__, __LINE__);
    clock_.start();
    dialog->close();
  }

  QTimer timer_;
  QElapsedTimer clock_;
  QPointer<QWidget> dialog_;
};

}  // namespace hopscope::test
