// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

class QSocketNotifier;

namespace hopscope {

class EndRequest;

/// Hears in the event loop that the process is asked to end (SIGTERM, SIGINT, SIGHUP; EndRequest):
/// desktops and terminals do so, and wait for no answer. There is one of it at a time.
class EndSignals : public QObject {
  Q_OBJECT

 public:
  explicit EndSignals(QObject* parent = nullptr);
  ~EndSignals() override;

 signals:
  void asked();

 private:
  int heard_ = -1, said_ = -1;  ///< the ends of a pipe
  QSocketNotifier* notifier_ = nullptr;
  std::unique_ptr<EndRequest> request_;
};

}  // namespace hopscope
