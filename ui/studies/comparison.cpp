// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/comparison.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>

#include "engine/design/catalogue.h"
#include "engine/statistics/share.h"
#include "engine/study/verdict_words.h"
#include "ui/document/setting_edits.h"
#include "ui/document/setting_numbers.h"
#include "ui/inspectors/run_summary.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/result_words.h"
#include "ui/words/setting_words.h"

namespace hopscope {

namespace {

const QString kMissing(QChar(0x2013));

/// Written with the decimals that the difference of two typed numbers needs, at most 4.
QString settingDifference(double by) {
  int decimals = 0;
  while (decimals < 4 &&
         std::abs(by * std::pow(10, decimals) - std::round(by * std::pow(10, decimals))) > 1e-6)
    ++decimals;
  return signedText(by, decimals);
}

void finish(ComparedRow& row) {
  row.differs = std::any_of(row.values.begin(), row.values.end(),
                            [&row](const QString& value) { return value != row.values.front(); });
  row.differences.resize(row.values.size());
}

/// What looks as it does in the first run but is something else, such as other links between as
/// many routers, says so.
void tellOthers(ComparedRow& row, const std::function<bool(qsizetype)>& isOther) {
  for (qsizetype i = 1; i < row.values.size(); ++i)
    if (row.values[i] == row.values.front() && isOther(i))
      row.values[i] = QObject::tr("%1, others").arg(row.values[i]);
}

/// One declared setting in all designs. `declared` has it for those where it applies; `row` says
/// which it is.
ComparedRow settingRow(const std::vector<Compared>& all, ComparedRow row,
                       const std::map<std::size_t, Parameter>& declared) {
  std::optional<double> first;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto here = declared.find(i);
    if (here == declared.end()) {
      row.values << kMissing;
      row.plain << QString();
      row.differences << QString();
      continue;
    }
    const Value value = effectiveValue(*all[i].design, here->second.name);
    row.values << settingText(here->second, value);
    row.plain << QString::fromStdString(toText(value));
    const std::optional<double> number = numberOf(value);
    if (i == 0) first = number;
    row.differences << (i > 0 && first && number && *first != *number
                            ? settingDifference(*number - *first)
                            : QString());
  }
  tellOthers(row, [&row](qsizetype i) {  // of long texts only the size is told
    return row.plain[i].contains(QLatin1Char('\n')) && row.plain[i] != row.plain.front();
  });
  finish(row);
  return row;
}

ComparedRow wordsRow(const std::vector<Compared>& all, const QString& name,
                     const std::function<QString(const Design&)>& words) {
  ComparedRow row;
  row.name = row.label = name;
  for (const Compared& each : all) row.values << words(*each.design);
  row.plain = row.values;
  finish(row);
  return row;
}

/// What a design says beside its settings; told apart by count where a count tells it, else by
/// the design's hash.
void addParts(const std::vector<Compared>& all, std::vector<ComparedRow>& rows) {
  const auto some = [&](const auto& has) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Compared& each) { return has(*each.design); });
  };
  if (some([](const Design& design) { return !design.drawn.routers.empty(); }))
    rows.push_back(wordsRow(all, QObject::tr("Drawn network"), [](const Design& design) {
      if (design.drawn.routers.empty()) return kMissing;
      return QObject::tr("%1, %2").arg(
          plural(static_cast<qint64>(design.drawn.routers.size()), "router", "routers"),
          plural(static_cast<qint64>(design.drawn.links.size()), "link", "links"));
    }));
  if (some([](const Design& design) { return !design.overrides.empty(); }))
    rows.push_back(wordsRow(all, QObject::tr("Overrides"), [](const Design& design) {
      return design.overrides.empty()
                 ? QObject::tr("none")
                 : plural(static_cast<qint64>(design.overrides.size()), "override", "overrides");
    }));
  if (some([](const Design& design) { return !design.phases.empty(); }))
    rows.push_back(wordsRow(all, QObject::tr("Changes during the run"), [](const Design& design) {
      return design.phases.empty()
                 ? QObject::tr("none")
                 : plural(static_cast<qint64>(design.phases.size()), "change", "changes");
    }));
  const auto unequal = [&](const QString& name, const auto& part) {
    for (ComparedRow& row : rows) {
      if (row.name != name) continue;
      tellOthers(row, [&](qsizetype i) {
        return !(part(*all[static_cast<std::size_t>(i)].design) == part(*all.front().design));
      });
      finish(row);
    }
  };
  unequal(QObject::tr("Drawn network"), [](const Design& design) { return design.drawn; });
  unequal(QObject::tr("Overrides"), [](const Design& design) { return design.overrides; });
  unequal(QObject::tr("Changes during the run"),
          [](const Design& design) { return design.phases; });
}

enum class Told { percent, points, number };

/// A figure of the results: what it is, its value, how it and its difference are told.
struct ResultFigure {
  QString name, unit;
  Told told = Told::percent;
  std::function<double(const Results&)> value;
  std::function<QString(double)> text;
  bool onlyWhereOther = false;  ///< what is alike in all says nothing
  bool ofSteadyState = false;   ///< without one there is none
};

QString latencyText(double cycles) {
  return realText(cycles, cycles < 99.95 ? 1 : 0);
}

double hottestOf(const Results& results) {
  double hottest = std::numeric_limits<double>::quiet_NaN();
  for (const double value : results.channelUtilization) hottest = std::fmax(hottest, value);
  return hottest;
}

std::vector<ResultFigure> resultFiguresCompared() {
  const auto load = [](double value) { return loadText(value, 3); };
  const auto per1 = [](double value) { return percentText(value, 1); };
  const auto per0 = [](double value) { return percentText(value); };
  const auto whole = [](double value) {
    return std::isfinite(value) ? wholeText(static_cast<qint64>(std::llround(value))) : kMissing;
  };
  const auto hops = [](double value) { return realText(value, 2); };
  // A network without a steady state has no latency that stays.
  const auto latency = [](double LatencySummary::*part) {
    return [part](const Results& results) {
      return results.verdict == Verdict::stable ? results.latency.*part
                                                : std::numeric_limits<double>::quiet_NaN();
    };
  };
  const QString cycles = QObject::tr("cycles");
  return {
      {QObject::tr("Offered load"),
       {},
       Told::percent,
       [](const Results& results) { return results.offeredLoad; },
       load},
      {QObject::tr("Accepted load"), {}, Told::percent, measuredLoad, load},
      {QObject::tr("Mean latency"), cycles, Told::percent, latency(&LatencySummary::mean),
       latencyText, false, true},
      {QObject::tr("Median latency"), cycles, Told::percent, latency(&LatencySummary::p50),
       latencyText, false, true},
      {QObject::tr("99th percentile"), cycles, Told::percent, latency(&LatencySummary::p99),
       latencyText, false, true},
      {QObject::tr("Largest latency"), cycles, Told::percent, latency(&LatencySummary::maximum),
       latencyText, false, true},
      {QObject::tr("Mean hops"),
       {},
       Told::percent,
       [](const Results& results) { return results.hopsMean; },
       hops},
      {QObject::tr("Non-minimal packets"),
       {},
       Told::points,
       [](const Results& results) { return results.nonminimalFraction; },
       per1},
      {QObject::tr("Hottest channel"), {}, Told::points, hottestOf, per0},
      {QObject::tr("Idle channels"),
       {},
       Told::number,
       [](const Results& results) {
         return static_cast<double>(
             std::count(results.channelUtilization.begin(), results.channelUtilization.end(), 0.0));
       },
       whole,
       true},
      {QObject::tr("Fairness (Jain's index)"),
       {},
       Told::percent,
       [](const Results& results) { return fairnessOf(results).jain; },
       load},
      {QObject::tr("Cache hits"),
       {},
       Told::points,
       [](const Results& results) { return share(results.cache.hits, results.cache.lookups); },
       per1},
      {QObject::tr("Packets refused"),
       {},
       Told::number,
       [](const Results& results) { return static_cast<double>(results.packetsRefused); },
       whole},
      {QObject::tr("Wall time"), QObject::tr("s"), Told::percent,
       [](const Results& results) { return results.wallSeconds; }, hops},
  };
}

/// What applications are run for comes first: those that all runs have.
std::vector<ResultFigure> completionsCompared(const std::vector<Compared>& all) {
  std::vector<ResultFigure> figures;
  if (all.empty() || all.front().results == nullptr) return figures;
  const std::vector<ApplicationResult>& first = all.front().results->applications;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto of = [i, name = first[i].name](double ApplicationResult::*part) {
      return [i, name, part](const Results& results) {
        return i < results.applications.size() && results.applications[i].name == name
                   ? results.applications[i].*part
                   : std::numeric_limits<double>::quiet_NaN();
      };
    };
    const QString name = QString::fromStdString(first[i].name);
    figures.push_back({QObject::tr("Completion, %1").arg(name), QObject::tr("cycles"),
                       Told::percent, of(&ApplicationResult::completion), latencyText});
    figures.push_back({QObject::tr("Slowdown, %1").arg(name),
                       {},
                       Told::percent,
                       of(&ApplicationResult::slowdown),
                       [](double value) { return realText(value, 3); }});
  }
  return figures;
}

/// None is told of what rounds to nothing: "−0.0 %".
QString differenceText(double by, int decimals, const char* unit) {
  if (std::abs(by) * std::pow(10, decimals) < 0.5) return {};
  return unit != nullptr ? withUnit(signedText(by, decimals), unit) : signedText(by, decimals);
}

QString resultDifference(Told told, double first, double value) {
  if (!std::isfinite(first) || !std::isfinite(value)) return {};
  const double by = value - first;
  switch (told) {
    case Told::points:
      return differenceText(by * 100, std::abs(by) < 0.1 ? 1 : 0, "points");
    case Told::number:
      return differenceText(by, 0, nullptr);
    case Told::percent:
      break;
  }
  if (first == 0) return {};
  const double percent = by / std::abs(first) * 100;
  return differenceText(percent, std::abs(percent) < 9.95 ? 1 : 0, "%");
}

}  // namespace

std::vector<ComparedRow> compareSettings(const std::vector<Compared>& all) {
  struct Setting {
    ComparedRow row;
    std::map<std::size_t, Parameter> declared;
  };
  std::vector<Setting> entries;
  for (std::size_t i = 0; i < all.size(); ++i) {
    // A setting that only another design has stands behind the one it follows there.
    std::size_t behind = 0;
    for (const Section& section : sections(*all[i].design))
      for (const Parameter& parameter : section.parameters) {
        auto found = std::find_if(entries.begin(), entries.end(), [&](const Setting& entry) {
          return entry.row.path == parameter.name;
        });
        if (found == entries.end()) {
          ComparedRow row;
          row.path = parameter.name;
          row.label = inSentence(settingLabel(parameter));
          row.name = QObject::tr("%1: %2").arg(engineText(section.label), row.label);
          found = entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(behind),
                                 {std::move(row), {}});
        }
        found->declared.emplace(i, parameter);
        behind = static_cast<std::size_t>(found - entries.begin()) + 1;
      }
  }
  std::vector<ComparedRow> rows;
  if (all.empty()) return rows;
  for (Setting& entry : entries)
    rows.push_back(settingRow(all, std::move(entry.row), entry.declared));
  addParts(all, rows);
  return rows;
}

std::vector<ComparedRow> compareResults(const std::vector<Compared>& all) {
  std::vector<ComparedRow> rows;
  ComparedRow verdict;
  verdict.name = QObject::tr("Verdict");
  for (const Compared& each : all)
    verdict.values << (each.results == nullptr  ? kMissing
                       : each.results->complete ? verdictWord(each.results->verdict)
                                                : QObject::tr("stopped"));
  verdict.plain = verdict.values;
  finish(verdict);
  rows.push_back(std::move(verdict));
  std::vector<ResultFigure> figures = completionsCompared(all);
  for (ResultFigure& figure : resultFiguresCompared()) figures.push_back(std::move(figure));
  for (const ResultFigure& figure : figures) {
    ComparedRow row;
    row.name = figure.name;
    row.unit = figure.unit;
    bool any = false;
    double first = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double value = all[i].results != nullptr ? figure.value(*all[i].results)
                                                     : std::numeric_limits<double>::quiet_NaN();
      if (i == 0) first = value;
      any = any || (std::isfinite(value) && value != 0);
      const bool unsteady = figure.ofSteadyState && all[i].results != nullptr &&
                            isOverloaded(all[i].results->verdict);
      row.values << (unsteady ? noLatencyWords(all[i].results->verdict) : figure.text(value));
      row.plain << (std::isfinite(value) && !unsteady ? QString::number(value, 'g', 10)
                                                      : QString());
      row.differences << (i == 0 ? QString() : resultDifference(figure.told, first, value));
    }
    if (!any) continue;
    finish(row);
    if (figure.onlyWhereOther && !row.differs) continue;
    rows.push_back(std::move(row));
  }
  return rows;
}

QString differenceWords(const Design& first, const Design& second, std::size_t most) {
  QStringList words;
  std::size_t more = 0;
  for (const ComparedRow& row : compareSettings({{&first, nullptr}, {&second, nullptr}})) {
    if (!row.differs) continue;
    if (static_cast<std::size_t>(words.size()) == most) {
      ++more;
      continue;
    }
    words << QObject::tr("%1 %2 → %3").arg(row.name, row.values[0], row.values[1]);
  }
  if (more > 0) words << QObject::tr("and %1 more").arg(more);
  return words.join(QStringLiteral(", "));
}

}  // namespace hopscope
