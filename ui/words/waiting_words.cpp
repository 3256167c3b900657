// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/waiting_words.h"

#include <QObject>

namespace hopscope {

QString waitingWords(const WaitingHead& head) {
  switch (head.reason) {
    case WaitReason::route:
      return QObject::tr("its route is not known yet");
    case WaitReason::input:
      return QObject::tr("another packet of its port crosses");
    case WaitReason::output:
      return QObject::tr("the output is taken");
    case WaitReason::credit:
      return QObject::tr("no credit, the next buffer is full");
    case WaitReason::virtualChannel:
      return QObject::tr("others hold the virtual channels");
    case WaitReason::arbitration:
      return head.waited == 0 ? QObject::tr("it has just come") : QObject::tr("others went first");
  }
  return {};
}

}  // namespace hopscope
