// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace hopscope {

/// The names of files in a folder that fit a pattern ("*.md") and begin with numbers, in their
/// order: 10 comes after 9.
QStringList numberedFiles(const QString& folder, const QString& pattern);

}  // namespace hopscope
