// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>

namespace hopscope {

/// While it lives, numbers are written as files have them, "14,208" and "0.434", whatever the user
/// chose for the screen: a file is read by others. On the thread of the window and around what does
/// not come back to its event loop only, as what is painted meanwhile would have them, too.
class FileNumbers {
 public:
  FileNumbers() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
  FileNumbers(const FileNumbers&) = delete;
  FileNumbers& operator=(const FileNumbers&) = delete;
  ~FileNumbers() { QLocale::setDefault(screen_); }

 private:
  QLocale screen_;
};

}  // namespace hopscope
