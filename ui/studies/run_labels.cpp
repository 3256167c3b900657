// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/run_labels.h"

#include <QRegularExpression>
#include <QSet>
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
/// Stands for how often the traffic changes; where loads differ they tell it, too.
const char* const kPhases = "phases";
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
  const bool loads = std::find(differing.begin(), differing.end(), kOfferedLoad) != differing.end();
  if (!loads && differs([](const Design& design) { return trafficPhases(design); }))
    differing.emplace_back(kPhases);
  const auto rank = [](const std::string& path) {
    const auto* at = std::find(kToldFirst.begin(), kToldFirst.end(),
                               path == kPhases ? kOfferedLoad : std::string_view(path));
    return (at - kToldFirst.begin()) + (path.rfind("run.", 0) == 0 ? 1 : 0);
  };
  std::stable_sort(differing.begin(), differing.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return differing;
}

QString phasesWord(const Design& design) {
  const auto phases = static_cast<qint64>(trafficPhases(design));
  return phases == 0 ? QObject::tr("no phases") : plural(phases, "phase", "phases");
}

QString toldWord(const Design& design, const std::string& path) {
  if (path == kDesignName) return QString::fromStdString(design.name);
  if (path == kPhases) return phasesWord(design);
  const auto parameter = findParameter(design, path);
  if (!parameter) return {};
  const Value value = effectiveValue(design, path);
  const QString text = settingText(*parameter, value);
  if (path == kOfferedLoad) {
    const QString load = QObject::tr("load %1").arg(text);
    // That of the beginning is not what all of it was offered.
    return trafficPhases(design) == 0 ? load
                                      : QStringLiteral("%1, %2").arg(load, phasesWord(design));
  }
  if (std::holds_alternative<std::string>(value)) return text;
  return QStringLiteral("%1 %2").arg(engineText(parameter->label), text);
}

/// Of each design the words by which it is told from the others.
std::vector<QStringList> toldApart(const std::vector<const Design*>& designs) {
  std::vector<QStringList> told(designs.size());
  if (designs.size() < 2) return told;
  qsizetype best = 1;
  std::size_t words = 0;
  for (const std::string& path : differingPaths(designs)) {
    std::vector<QStringList> more = told;
    QStringList all;
    for (std::size_t i = 0; i < designs.size(); ++i) {
      if (const QString word = toldWord(*designs[i], path); !word.isEmpty()) more[i] << word;
      all << more[i].join(QStringLiteral(", "));
    }
    const qsizetype distinct = QSet<QString>(all.begin(), all.end()).size();
    if (distinct <= best || words == kMostToldWords) continue;
    best = distinct;
    ++words;
    told = std::move(more);
  }
  return told;
}

/// A stored name ends with the load in plain C numbers, as files have it.
QString withReadersLoad(const std::string& stored) {
  static const QRegularExpression kLast(QStringLiteral(", (\\d+\\.\\d\\d)$"));
  const QString name = QString::fromStdString(stored);
  const QRegularExpressionMatch load = kLast.match(name);
  if (!load.hasMatch()) return name;
  return name.left(load.capturedStart(1)) + realText(load.captured(1).toDouble(), 2);
}

}  // namespace

RunNames::RunNames(const RunList& runs) {
  const auto told = runs.newest();
  std::vector<std::shared_ptr<const Design>> kept;
  std::vector<const Design*> unnamed;
  std::vector<RowId> ids;
  for (const RunHead& run : told) {
    auto design = runs.design(run.id);
    // Of one that cannot be read nothing is known but its name.
    if (!design || !isRunName(*design, run.name)) continue;
    unnamed.push_back(design.get());
    ids.push_back(run.id);
    kept.push_back(std::move(design));
  }
  const std::vector<QStringList> words = toldApart(unnamed);
  for (std::size_t i = 0; i < words.size(); ++i)
    if (!words[i].isEmpty()) names_[ids[i]] = words[i].join(QStringLiteral(", "));
}

QString RunNames::of(const RunHead& run) const {
  const auto found = names_.find(run.id);
  return found == names_.end() ? withReadersLoad(run.name) : found->second;
}

}  // namespace hopscope
