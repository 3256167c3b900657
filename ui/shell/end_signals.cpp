// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/end_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <QSocketNotifier>
#include <array>
#include <csignal>
#include <utility>

namespace hopscope {

namespace {

constexpr std::array<int, 3> kSignals{SIGTERM, SIGINT, SIGHUP};
// A handler may do no more than write to it.
std::array<int, 2> pipeEnds{-1, -1};

void onSignal(int) {
  const char byte = 0;
  static_cast<void>(!::write(pipeEnds[1], &byte, 1));
}

}  // namespace

EndSignals::EndSignals(QObject* parent) : QObject(parent) {
  if (::pipe2(pipeEnds.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
  notifier_ = new QSocketNotifier(pipeEnds[0], QSocketNotifier::Read, this);
  connect(notifier_, &QSocketNotifier::activated, this, [this] {
    notifier_->setEnabled(false);
    emit asked();
  });
  for (const int each : kSignals) std::signal(each, onSignal);
}

EndSignals::~EndSignals() {
  if (notifier_ == nullptr) return;
  for (const int each : kSignals) std::signal(each, SIG_DFL);
  delete notifier_;
  for (int& each : pipeEnds) ::close(std::exchange(each, -1));
}

}  // namespace hopscope
