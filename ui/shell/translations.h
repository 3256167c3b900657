// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QLocale;

namespace hopscope {

/// Where translations are looked for: beside the program (share/hopscope/translations), and in the
/// folders for data of the system and the user.
QStringList translationFolders();

/// Loads hopscope_<language>.qm of the first folder that has one for the locale. The file's name;
/// empty where there is none: the program speaks English then.
QString loadTranslation(const QLocale& locale, const QStringList& folders);

}  // namespace hopscope
