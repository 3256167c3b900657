// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace hopscope {

/// Where files of a kind were last opened or saved, kept in the settings under `key`; empty before.
QString lastFolder(const char* key);
void rememberFolderOf(const QString& file, const char* key);

}  // namespace hopscope
