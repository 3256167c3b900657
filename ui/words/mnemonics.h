// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace hopscope {

/// Words that may be the user's, as the text of a button or an action: a single & would become a
/// mnemonic there.
inline QString withoutMnemonic(QString words) {
  return words.replace(QLatin1Char('&'), QLatin1String("&&"));
}

/// The words of such a text again, for where it is shown otherwise.
inline QString spokenText(QString text) {
  return text.replace(QLatin1String("&&"), QLatin1String("&"));
}

}  // namespace hopscope
