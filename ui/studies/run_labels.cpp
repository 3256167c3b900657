// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/run_labels.h"

#include <QSet>
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "engine/design/catalogue.h"
#include "projects/stored_run.h"
#include "ui/document/setting_numbers.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/setting_words.h"

namespace hopscope {

namespace {

constexpr std::size_t kMostToldWords = 3;
constexpr std::string_view kOfferedLoad = "traffic.load";
const char* const kDesignName = "";  ///< stands for the name of the design
/// What a person thinks in, most telling first.
constexpr std::array<std::string_view, 4> kToldFirst{"routing.algorithm", kOfferedLoad, "",
                                                     "traffic.pattern"};

/// The settings whose values differ, in the order in which they are told. Only what designs state
/// is looked at: there may be hundreds of runs, and what none of them states is the same in all of
/// a family.
std::vector<std::string> differingPaths(const std::vector<const Design*>& designs) {
  std::set<std::string> stated;
  for (const Design* design : designs)
    for (const auto& [path, value] : design->settings) stated.insert(path);
  std::vector<std::string> differing;
  const auto differs = [&](const auto& of) {
    return std::any_of(designs.begin(), designs.end(),
                       [&](const Design* each) { return of(*each) != of(*designs.front()); });
  };
  if (differs([](const Design& design) { return design.name; })) differing.push_back(kDesignName);
  for (const std::string& path : stated) {
    if (path.rfind("topology.", 0) == 0) continue;  // the design's name is shorter
    if (differs([&](const Design& design) {
          const auto found = design.settings.find(path);
          return found == design.settings.end() ? std::optional<Value>() : found->second;
        }))
      differing.push_back(path);
  }
  const auto rank = [](const std::string& path) {
    const auto* at = std::find(kToldFirst.begin(), kToldFirst.end(), path);
    return (at - kToldFirst.begin()) + (path.rfind("run.", 0) == 0 ? 1 : 0);
  };
  std::stable_sort(differing.begin(), differing.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return differing;
}

QString toldWord(const Design& design, const std::string& path) {
  if (path == kDesignName) return QString::fromStdString(design.name);
  const auto parameter = findParameter(design, path);
  if (!parameter) return {};
  const Value value = effectiveValue(design, path);
  const QString text = settingText(*parameter, value);
  if (path == kOfferedLoad) return QObject::tr("load %1").arg(text);
  if (std::holds_alternative<std::string>(value)) return text;
  return QStringLiteral("%1 %2").arg(engineText(parameter->label), text);
}

}  // namespace

QStringList runLabels(const std::vector<StoredRun>& runs) {
  QStringList labels;
  std::vector<const Design*> unnamed;
  for (const StoredRun& run : runs)
    if (run.name == runName(run.design)) unnamed.push_back(&run.design);
  std::vector<QStringList> told(unnamed.size());
  if (unnamed.size() > 1) {
    qsizetype best = 1;
    std::size_t words = 0;
    for (const std::string& path : differingPaths(unnamed)) {
      std::vector<QStringList> more = told;
      QStringList all;
      for (std::size_t i = 0; i < unnamed.size(); ++i) {
        if (const QString word = toldWord(*unnamed[i], path); !word.isEmpty()) more[i] << word;
        all << more[i].join(QStringLiteral(", "));
      }
      const qsizetype distinct = QSet<QString>(all.begin(), all.end()).size();
      if (distinct <= best || words == kMostToldWords) continue;
      best = distinct;
      ++words;
      told = std::move(more);
    }
  }
  std::size_t next = 0;
  for (const StoredRun& run : runs) {
    const bool automatic = run.name == runName(run.design);
    const QString label = automatic ? told[next++].join(QStringLiteral(", ")) : QString();
    labels << (label.isEmpty() ? QString::fromStdString(run.name) : label);
  }
  return labels;
}

}  // namespace hopscope
