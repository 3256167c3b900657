// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;

namespace hopscope {

/// Hears in the event loop that the process is asked to end (SIGTERM, SIGINT, SIGHUP): desktops and
/// terminals do so, and wait for no answer. There is one of it at a time.
class EndSignals : public QObject {
  Q_OBJECT

 public:
  explicit EndSignals(QObject* parent = nullptr);
  ~EndSignals() override;

 signals:
  void asked();

 private:
  QSocketNotifier* notifier_ = nullptr;
};

}  // namespace hopscope
