// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/comparison_names.h"

#include <QObject>
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "ui/words/numbers.h"

namespace hopscope {

namespace {

/// A value of more letters is no name.
constexpr qsizetype kLongestName = 32;
/// Settings that are tried together; those of the least rank hardly ever help.
constexpr std::size_t kTried = 16;
constexpr std::size_t kMostTogether = 3;
constexpr std::string_view kLoad = "traffic.load";
/// What a person thinks in, most telling first.
constexpr std::array<std::string_view, 6> kFamiliar{
    "topology.kind",   "routing.algorithm", kLoad,
    "traffic.pattern", "forwarding.lookup", "forwarding.cache.entries"};

/// What is tried first: how the run was measured says nothing of the design.
enum class Kind { familiar, setting, ofTheRun, numbered };

/// Something that differs, in words that can stand in a name.
struct Candidate {
  QString label;
  QStringList words;  ///< one each; empty where it does not apply
  bool speaks;        ///< "Valiant" does for itself, a number needs to be told of what
  bool load;
  Kind kind;
  qsizetype order;  ///< within its kind
};

qsizetype distinct(QStringList words) {
  words.removeDuplicates();
  return words.size();
}

bool isNumber(const QString& value) {
  return value.front().isDigit();
}

bool speaksForItself(const QString& value) {
  return !isNumber(value) && value != QObject::tr("yes") && value != QObject::tr("no");
}

/// Without its unit, in the reader's numbers, and in groups of digits where the table has them.
QString readersNumber(const QString& plain, const QString& inTable) {
  bool whole = false, real = false;
  const QString grouped = wholeText(plain.toLongLong(&whole));
  if (whole) return inTable.startsWith(grouped) ? grouped : plain;
  const double value = plain.toDouble(&real);
  return real ? plainText(value) : plain;
}

Candidate candidateOf(const ComparedRow& row) {
  Candidate candidate{row.label, row.values, true, row.path == kLoad, Kind::setting, 0};
  const auto known = std::find(kFamiliar.begin(), kFamiliar.end(), row.path);
  if (known != kFamiliar.end())
    candidate.kind = Kind::familiar;
  else if (row.path.starts_with("run."))
    candidate.kind = Kind::ofTheRun;
  candidate.order =
      known != kFamiliar.end() ? known - kFamiliar.begin() : -distinct(candidate.words);
  const bool tooLong = std::any_of(row.values.begin(), row.values.end(), [](const QString& value) {
    return value.size() > kLongestName;
  });
  if (row.path.empty() || tooLong) candidate.kind = Kind::numbered;
  if (tooLong) {
    // Equal values have one number.
    QStringList values = row.values;
    values.removeDuplicates();
    for (QString& word : candidate.words)
      word = QStringLiteral("(%1)").arg(values.indexOf(word) + 1);
    candidate.speaks = false;
    return candidate;
  }
  for (qsizetype i = 0; i < candidate.words.size(); ++i) {
    if (row.plain[i].isEmpty()) {
      candidate.words[i].clear();
      continue;
    }
    if (!speaksForItself(row.values[i])) candidate.speaks = false;
    // Its unit would be the last word of each name.
    if (isNumber(row.values[i])) candidate.words[i] = readersNumber(row.plain[i], row.values[i]);
  }
  return candidate;
}

/// Those that differ, the most telling first.
std::vector<Candidate> candidatesOf(const std::vector<Compared>& all) {
  std::vector<Candidate> some;
  for (const ComparedRow& row : compareSettings(all))
    if (row.differs) some.push_back(candidateOf(row));
  std::stable_sort(some.begin(), some.end(), [](const Candidate& a, const Candidate& b) {
    return std::pair(a.kind, a.order) < std::pair(b.kind, b.order);
  });
  return some;
}

QStringList namesBy(const std::vector<const Candidate*>& together, std::size_t runs) {
  const auto others = std::count_if(together.begin(), together.end(), [](const Candidate* each) {
    return !each->speaks && !each->load;
  });
  // Beside plain words, the only number is taken for the load.
  const bool bareLoad = together.size() > 1 && others == 0;
  QStringList names;
  for (std::size_t run = 0; run < runs; ++run) {
    QStringList parts;
    for (const Candidate* each : together) {
      const QString& word = each->words[static_cast<qsizetype>(run)];
      if (word.isEmpty() && together.size() > 1) continue;
      const QString told = word.isEmpty() ? QString(QChar(0x2013)) : word;
      parts << (each->speaks || (each->load && bareLoad)
                    ? told
                    : QStringLiteral("%1 %2").arg(each->label, told));
    }
    names << parts.join(QStringLiteral(", "));
  }
  return names;
}

/// Tells as many apart as any does, by as few settings as that takes.
QStringList mostTelling(const std::vector<Candidate>& some, std::size_t runs) {
  QStringList best;
  qsizetype told = 0;
  const std::size_t tried = std::min(some.size(), kTried);
  for (std::size_t size = 1; size <= std::min(tried, kMostTogether); ++size) {
    std::vector<bool> taken(tried, false);
    std::fill_n(taken.begin(), size, true);
    do {
      std::vector<const Candidate*> together;
      for (std::size_t i = 0; i < tried; ++i)
        if (taken[i]) together.push_back(&some[i]);
      QStringList names = namesBy(together, runs);
      if (const qsizetype here = distinct(names); here > told) {
        told = here;
        best = std::move(names);
      }
      if (told == static_cast<qsizetype>(runs)) return best;
    } while (std::prev_permutation(taken.begin(), taken.end()));
  }
  return best;
}

void numberEqual(QStringList& names) {
  const QStringList before = names;
  for (qsizetype i = 0; i < names.size(); ++i)
    if (before.count(before[i]) > 1)
      names[i] = QObject::tr("%1, run %2").arg(before[i]).arg(before.first(i + 1).count(before[i]));
}

}  // namespace

QStringList shortNames(const std::vector<Compared>& all) {
  QStringList names;
  for (const Compared& each : all) names << QString::fromStdString(each.design->name);
  const auto count = static_cast<qsizetype>(all.size());
  if (distinct(names) == count) return names;
  const std::vector<Candidate> some = candidatesOf(all);
  std::vector<Candidate> ofDesigns = some;
  std::erase_if(ofDesigns, [](const Candidate& each) { return each.kind >= Kind::ofTheRun; });
  QStringList told = mostTelling(ofDesigns, all.size());
  if (distinct(told) < count) {
    QStringList byAll = mostTelling(some, all.size());
    if (distinct(byAll) > distinct(told)) told = std::move(byAll);
  }
  if (!told.isEmpty()) names = std::move(told);
  numberEqual(names);
  return names;
}

}  // namespace hopscope
