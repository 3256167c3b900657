// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <stop_token>
#include <thread>

namespace hopscope {

/// Does one piece of work off the window's thread. Its progress waits in a slot that a timer
/// empties, so no signal ever crosses threads. Destroying it cancels and waits for it.
class BackgroundWork : public QObject {
  Q_OBJECT

 public:
  /// Told how far it is, 0..1; hears that it shall end.
  using Work =
      std::function<void(const std::stop_token& stop, const std::function<void(double)>& progress)>;

  explicit BackgroundWork(QObject* parent = nullptr);
  ~BackgroundWork() override;

  void start(Work work);
  /// `finished` follows.
  void cancel();
  bool running() const { return thread_.joinable(); }

 signals:
  void progressed(double share);
  /// `failure`: what the work threw; empty: nothing.
  void finished(bool cancelled, const QString& failure);

 private:
  struct Slot;
  void pull();

  std::shared_ptr<Slot> slot_;
  QTimer timer_;
  std::jthread thread_;
};

}  // namespace hopscope
