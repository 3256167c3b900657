// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace hopscope {

/// What a column or a setting of a study is called on the screen; its name where it has no words.
QString studyWords(const std::string& name);

}  // namespace hopscope
