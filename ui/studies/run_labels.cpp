// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/run_labels.h"

#include <QRegularExpression>
#include <QSet>
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/design/application_sections.h"
#include "engine/design/catalogue.h"
#include "projects/stored_run.h"
#include "ui/document/setting_numbers.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/setting_words.h"

namespace hopscope {

namespace {

constexpr std::size_t kMostToldWords = 3;
/// A value of more letters is no name.
constexpr qsizetype kLongestName = 32;
constexpr std::string_view kOfferedLoad = "traffic.load";
constexpr std::string_view kRouting = "routing.algorithm";
const char* const kDesignName = "";  ///< stands for the name of the design
/// Stands for how often the traffic changes; where loads differ they tell it, too.
const char* const kPhases = "phases";
/// What a person thinks in, most telling first.
constexpr std::array<std::string_view, 4> kToldFirst{kRouting, kOfferedLoad, "", "traffic.pattern"};

/// Whether designs of one name are told apart by their networks, too.
enum class Networks { byName, bySettings };

/// The settings whose values differ, in the order in which they are told. Only what designs state
/// is looked at: there may be hundreds of runs, and what none of them states is the same in all of
/// a family.
std::vector<std::string> differingPaths(const std::vector<const Design*>& designs,
                                        Networks networks) {
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
    // The design's name is shorter.
    if (networks == Networks::byName && path.rfind("topology.", 0) == 0) continue;
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
  // Beside applications, what runs without one does is its traffic; one application less is no
  // word.
  if (value == Value(std::string(kNoApplication)) && isApplicationChoice(path))
    return path == applicationPath(0) ? toldWord(design, "traffic.pattern") : QString();
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

/// What all designs say of one setting; values that are no words have numbers, equal ones the same.
QStringList toldWords(const std::vector<const Design*>& designs, const std::string& path) {
  QStringList words;
  for (const Design* each : designs) words << toldWord(*each, path);
  const auto parameter = findParameter(*designs.front(), path);
  if (!parameter || std::all_of(words.begin(), words.end(),
                                [](const QString& word) { return word.size() <= kLongestName; }))
    return words;
  QStringList values = words;
  values.removeDuplicates();
  for (QString& word : words)
    word =
        QStringLiteral("%1 (%2)").arg(engineText(parameter->label)).arg(values.indexOf(word) + 1);
  return words;
}

/// Of each design the words by which it is told from the others.
std::vector<QStringList> toldApart(const std::vector<const Design*>& designs, Networks networks) {
  std::vector<QStringList> told(designs.size());
  if (designs.size() < 2) return told;
  qsizetype best = 1;
  std::size_t words = 0;
  for (const std::string& path : differingPaths(designs, networks)) {
    std::vector<QStringList> more = told;
    const QStringList here = toldWords(designs, path);
    QStringList all;
    for (std::size_t i = 0; i < designs.size(); ++i) {
      const QString& word = here[static_cast<qsizetype>(i)];
      if (!word.isEmpty()) more[i] << word;
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

/// A run and what it is called so far.
struct Named {
  const RunHead* run = nullptr;
  QString name;
  std::shared_ptr<const Design> design;  ///< of those that nobody named
};

std::vector<std::vector<Named*>> calledAlike(std::vector<Named>& all) {
  std::map<QString, std::vector<Named*>> byName;
  for (Named& each : all) byName[each.name].push_back(&each);
  std::vector<std::vector<Named*>> alike;
  for (auto& [name, runs] : byName)
    if (runs.size() > 1) alike.push_back(std::move(runs));
  return alike;
}

/// What few others differ in is said of these few alone.
void tellByDesign(const std::vector<Named*>& alike) {
  std::vector<Named*> runs;
  std::vector<const Design*> designs;
  for (Named* each : alike)
    if (each->design) {
      runs.push_back(each);
      designs.push_back(each->design.get());
    }
  const std::vector<QStringList> words = toldApart(designs, Networks::bySettings);
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const QString& word : words[i]) runs[i]->name += QStringLiteral(", ") + word;
}

void tellByEnd(const std::vector<Named*>& alike) {
  for (Named* each : alike)
    if (each->design && !each->run->complete)
      each->name = QObject::tr("%1, stopped at %2").arg(each->name, wholeText(each->run->cycles));
}

/// A repetition differs in nothing else.
void tellByAge(std::vector<Named*> alike) {
  std::erase_if(alike, [](const Named* each) { return !each->design; });
  std::stable_sort(alike.begin(), alike.end(), [](const Named* a, const Named* b) {
    return std::tie(a->run->started, a->run->id) < std::tie(b->run->started, b->run->id);
  });
  for (std::size_t i = 0; i < alike.size(); ++i)
    alike[i]->name =
        QObject::tr("%1, run %2").arg(alike[i]->name, wholeText(static_cast<qint64>(i + 1)));
}

}  // namespace

RunNames::RunNames(const RunList& runs) {
  std::vector<Named> all;
  std::vector<const Design*> unnamed;
  for (const RunHead& run : runs.newest()) {
    Named& each = all.emplace_back(Named{&run, withReadersLoad(run.name), runs.design(run.id)});
    // Of one that cannot be read nothing is known but its name.
    if (each.design && !isRunName(*each.design, run.name)) each.design.reset();
    if (each.design) unnamed.push_back(each.design.get());
  }
  const std::vector<QStringList> words = toldApart(unnamed, Networks::byName);
  std::size_t next = 0;
  for (Named& each : all)
    if (each.design)
      if (const QStringList& own = words[next++]; !own.isEmpty())
        each.name = own.join(QStringLiteral(", "));
  for (const std::vector<Named*>& alike : calledAlike(all)) tellByDesign(alike);
  for (const std::vector<Named*>& alike : calledAlike(all)) tellByEnd(alike);
  for (const std::vector<Named*>& alike : calledAlike(all)) tellByAge(alike);
  for (const Named& each : all) names_[each.run->id] = each.name;
}

QString RunNames::of(const RunHead& run) const {
  const auto found = names_.find(run.id);
  return found == names_.end() ? withReadersLoad(run.name) : found->second;
}

QStringList curveLabels(const std::vector<StoredCurve>& curves) {
  std::vector<Design> designs;
  for (const StoredCurve& curve : curves) {
    designs.push_back(curve.design);
    designs.back().settings.erase(std::string(kOfferedLoad));  // a curve has all of them
  }
  std::vector<const Design*> each;
  for (const Design& design : designs) each.push_back(&design);
  const std::vector<QStringList> words = toldApart(each, Networks::byName);
  QStringList labels;
  for (std::size_t i = 0; i < curves.size(); ++i)
    labels << (words[i].isEmpty() ? QString::fromStdString(curves[i].name)
                                  : words[i].join(QStringLiteral(", ")));
  return labels;
}

QString routingWord(const Design& design) {
  return toldWord(design, std::string(kRouting));
}

bool namesDesign(const QString& run, const QString& design) {
  return QStringLiteral(", %1, ").arg(run).contains(QStringLiteral(", %1, ").arg(design));
}

}  // namespace hopscope
