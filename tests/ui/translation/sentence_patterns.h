// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

namespace hopscope::test {

/// A call of sentence() in the sources.
struct SentencePattern {
  QString file;         ///< "engine/design/faults.cpp"
  std::string pattern;  ///< as translators get it; empty where the call begins with no literal
};

/// All of them, in engine/, projects/, app/ and ui/.
std::vector<SentencePattern> sentencePatterns();

/// The same of one source.
std::vector<SentencePattern> sentencePatterns(const QString& file, const QString& source);

}  // namespace hopscope::test
