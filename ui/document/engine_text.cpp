// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/engine_text.h"

#include <QCoreApplication>

namespace hopscope {

QString engineText(const std::string& words) {
  return words.empty() ? QString() : QCoreApplication::translate(kEngineContext, words.c_str());
}

}  // namespace hopscope
