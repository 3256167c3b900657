// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/contents.h"

#include <SQLiteCpp/Database.h>
#include <fmt/format.h>

#include <array>
#include <map>
#include <sstream>
#include <vector>

#include "projects/study_tables.h"
#include "projects/tables.h"

namespace hopscope {

namespace {

std::map<RowId, std::uint64_t> contentById(SQLite::Database& database, ItemKind kind) {
  std::map<RowId, std::uint64_t> found;
  for (const Seal& seal : keptSeals(database))
    if (seal.kind == kind) found[seal.id] = seal.content;
  return found;
}

/// Which design here is which there.
class DesignMap {
 public:
  DesignMap(SQLite::Database& from, SQLite::Database& to)
      : there_(contentById(from, ItemKind::design)) {
    for (const auto& [id, content] : contentById(to, ItemKind::design)) {
      here_[content] = id;
      ids_.insert(id);
    }
  }
  void add(RowId there, RowId here) { here_[there_[there]] = here; }
  RowId at(RowId there) const {
    const auto content = there_.find(there);
    if (content == there_.end()) return 0;
    if (const auto found = here_.find(content->second); found != here_.end()) return found->second;
    return ids_.contains(there) ? there : 0;
  }

 private:
  std::map<RowId, std::uint64_t> there_;
  std::map<std::uint64_t, RowId> here_;
  std::set<RowId> ids_;
};

}  // namespace

Contents contentsOf(SQLite::Database& database) {
  Contents contents;
  for (const Seal& seal : keptSeals(database))
    if (seal.kind != ItemKind::view) contents.insert({seal.kind, seal.content});
  return contents;
}

std::string writeContents(const Contents& contents) {
  std::string text;
  for (const auto& [kind, content] : contents)
    text += fmt::format("{} {} ", static_cast<unsigned>(kind), content);
  return text;
}

Contents readContents(const std::string& text) {
  Contents contents;
  std::istringstream stream(text);
  for (std::pair<unsigned, std::uint64_t> each; stream >> each.first >> each.second;)
    if (each.first < kItemKinds.size())
      contents.insert({static_cast<ItemKind>(each.first), each.second});
  return contents;
}

Contents newIn(const Contents& there, const Contents& here, const Contents& known) {
  Contents found;
  for (const auto& each : there)
    if (!here.contains(each) && !known.contains(each)) found.insert(each);
  return found;
}

Sentence counted(const Contents& contents) {
  std::map<ItemKind, std::size_t> numbers;
  for (const auto& [kind, content] : contents) ++numbers[kind];
  std::vector<Sentence> parts;
  if (const std::size_t n = numbers[ItemKind::run]; n > 0)
    parts.push_back(n == 1 ? sentence("1 run") : sentence("{} runs", n));
  if (const std::size_t n = numbers[ItemKind::curve]; n > 0)
    parts.push_back(n == 1 ? sentence("1 latency curve") : sentence("{} latency curves", n));
  if (const std::size_t n = numbers[ItemKind::design]; n > 0)
    parts.push_back(n == 1 ? sentence("1 design") : sentence("{} designs", n));
  if (const std::size_t n = numbers[ItemKind::note]; n > 0)
    parts.push_back(n == 1 ? sentence("1 note") : sentence("{} notes", n));
  if (const std::size_t n = numbers[ItemKind::study]; n > 0)
    parts.push_back(n == 1 ? sentence("1 study") : sentence("{} studies", n));
  return joined(parts, ", ");
}

void addItems(SQLite::Database& from, SQLite::Database& to, const Contents& wanted) {
  DesignMap designs(from, to);
  const auto visit = [&](ItemKind kind, auto&& add) {
    for (const auto& [id, content] : contentById(from, kind))
      if (wanted.contains({kind, content})) seal(to, kind, add(id));
  };
  visit(ItemKind::design, [&](RowId id) {
    const RowId added = insertDesign(to, readDesigns(from, id).at(0).design);
    designs.add(id, added);
    return added;
  });
  visit(ItemKind::run, [&](RowId id) {
    StoredRun run = readRuns(from, id).at(0);
    run.designId = designs.at(run.designId);
    return insertRun(to, run);
  });
  visit(ItemKind::curve, [&](RowId id) {
    StoredCurve curve = readCurves(from, id).at(0);
    curve.designId = designs.at(curve.designId);
    return insertCurve(to, curve);
  });
  visit(ItemKind::study, [&](RowId id) {
    const StoredStudy study = readStudies(from, StudyReading::whole, id).at(0);
    // Two programs may have gone on with one study.
    const RowId here = findStudy(to, study.hash, study.engineVersion);
    if (here == 0) return insertStudy(to, study);
    insertStudyRows(to, here, study.rows);
    return here;
  });
  visit(ItemKind::note, [&](RowId id) {
    StoredNote note = readNotes(from, id).at(0);
    note.id = 0;
    return insertNote(to, note);
  });
}

}  // namespace hopscope
