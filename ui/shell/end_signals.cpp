// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/end_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <QSocketNotifier>
#include <array>
#include <csignal>
#include <vector>

#include "engine/core/end_request.h"

namespace hopscope {

EndSignals::EndSignals(QObject* parent) : QObject(parent) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
  heard_ = ends[0];
  said_ = ends[1];
  notifier_ = new QSocketNotifier(heard_, QSocketNotifier::Read, this);
  connect(notifier_, &QSocketNotifier::activated, this, [this] {
    notifier_->setEnabled(false);
    emit asked();
  });
  request_ = std::make_unique<EndRequest>(std::vector<int>{SIGTERM, SIGINT, SIGHUP}, said_);
}

EndSignals::~EndSignals() {
  if (notifier_ == nullptr) return;
  request_.reset();
  delete notifier_;
  ::close(heard_);
  ::close(said_);
}

}  // namespace hopscope
