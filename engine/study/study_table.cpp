// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/study_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/core/not_a_number.h"
#include "engine/core/version.h"
#include "engine/statistics/confidence_interval.h"
#include "engine/study/csv_writer.h"
#include "engine/study/run_outcome.h"
#include "engine/study/study_columns.h"
#include "engine/study/study_source.h"
#include "engine/study/study_state.h"
#include "engine/study/verdict_names.h"

namespace hopscope {

namespace {

using TableJson = nlohmann::ordered_json;

PointStatus statusOf(const StudyState& state, PointId point) {
  if (state.leftOut(point)) return PointStatus::leftOut;
  if (state.failed(point)) return PointStatus::failed;
  return state.done(point) ? PointStatus::done : PointStatus::open;
}

/// Whether points are to be judged by their applications' outcome as it is asked for.
bool asksOutcome(const Study& study) {
  const auto names = [](const std::shared_ptr<const Expression>& side) {
    if (!side) return false;
    const std::vector<std::string>& all = side->names();
    return std::any_of(all.begin(), all.end(), [](const std::string& name) {
      return name == kOutcomeName || name == kFinishedShare;
    });
  };
  return std::any_of(study.constraints.begin(), study.constraints.end(),
                     [&](const Condition& each) { return names(each.left) || names(each.right); });
}

/// Shares of runs that an objective names: what decides is in the table.
std::vector<std::string> sharesAsked(const Study& study) {
  std::vector<std::string> shares;
  for (const StudyObjective& objective : study.objectives)
    if (objective.column == kStableShare || objective.column == kFinishedShare)
      shares.push_back(objective.column);
  return shares;
}

ExpressionValue knownNumber(double value) {
  return std::isnan(value) ? ExpressionValue() : ExpressionValue(value);
}

class TableMaker {
 public:
  TableMaker(const Study& study, const StudyRows& rows)
      : study_(study),
        rows_(rows),
        outcomes_(rows.columns()),
        state_(study),
        outcomeAsked_(asksOutcome(study)),
        offered_(rows.find("offered_load")),
        measured_(rows.find("packets.measured")),
        lost_(rows.find("packets.lost")) {
    state_.add(rows);
    table_.settings = variedSettings(study);
    table_.columns = rows.columns();
    for (const char* name : kWithInterval)
      if (rows.find(name)) table_.columns.push_back(intervalOf(name));
    for (const StudyColumn& column : study.columns) table_.columns.push_back(column.name);
    for (std::string& share : sharesAsked(study)) table_.columns.push_back(std::move(share));
    for (std::size_t i = 0; i < table_.columns.size(); ++i) places_[table_.columns[i]] = i;
    for (std::size_t i = 0; i < table_.settings.size(); ++i) settings_[table_.settings[i]] = i;
  }

  StudyTable make() {
    const std::vector<const StudyRows::Row*> sorted = rows_.sorted();
    auto next = sorted.begin();
    const std::uint64_t points = pointCount(study_);
    for (PointId point = 0; point < points; ++point) {
      std::vector<const StudyRows::Row*> runs;
      for (; next != sorted.end() && (*next)->point == point; ++next)
        if ((*next)->failure.empty())
          runs.push_back(*next);
        else
          failure_ = (*next)->failure;
      add(point, runs);
      failure_.clear();
    }
    markBest();
    return std::move(table_);
  }

 private:
  /// Traffic was offered, and none of it was measured or none arrived: who asks how many runs were
  /// stable is told of the others.
  bool sawNothing(const StudyRows::Row& run) const {
    const auto numberIn = [&run](const std::optional<std::size_t>& column) {
      return column && *column < run.values.size() ? run.values[*column] : kNan;
    };
    return run.verdict == Verdict::unknown ||
           (run.verdict == Verdict::stable && numberIn(offered_) > 0 &&
            numberIn(measured_) + numberIn(lost_) == 0);
  }

  void add(PointId point, const std::vector<const StudyRows::Row*>& runs) {
    StudyTableRow row;
    row.point = point;
    row.status = statusOf(state_, point);
    row.failure = failure_;
    row.values.assign(table_.columns.size(), kNan);
    row.stable = row.finished = kNan;
    if (row.status != PointStatus::leftOut) {
      row.runs = static_cast<std::uint32_t>(runs.size());
      if (!runs.empty()) row.verdict = runs.front()->verdict;
      std::size_t stable = 0, finished = 0, judged = 0;
      for (const StudyRows::Row* run : runs) {
        const auto outcome = outcomes_.of(run->values, run->verdict);
        row.verdict = worse(row.verdict, run->verdict);
        row.outcome = std::max(row.outcome, outcome);
        stable += run->verdict == Verdict::stable && !sawNothing(*run) ? 1 : 0;
        judged += sawNothing(*run) ? 0 : 1;
        finished += isUnfinished(outcome) ? 0 : 1;
      }
      const auto all = static_cast<double>(runs.size());
      if (!runs.empty()) {
        if (judged > 0) row.stable = static_cast<double>(stable) / static_cast<double>(judged);
        row.finished = static_cast<double>(finished) / all;
      }
      table_.hasOutcomes = table_.hasOutcomes || row.outcome.has_value();
      if (!runs.empty()) fill(row, runs);
    }
    row.feasible = row.status == PointStatus::done && (outcomeAsked_ || !isUnfinished(row.outcome));
    for (const Condition& constraint : study_.constraints)
      row.feasible = row.feasible && constraint.holds(lookup(row));
    table_.rows.push_back(std::move(row));
  }

  void fill(StudyTableRow& row, const std::vector<const StudyRows::Row*>& runs) {
    std::vector<double> values;
    for (std::size_t column = 0; column < rows_.columns().size(); ++column) {
      values.clear();
      for (const StudyRows::Row* run : runs)
        values.push_back(column < run->values.size() ? run->values[column] : kNan);
      row.values[column] = pooled(rows_.columns()[column], values);
    }
    for (const char* name : kWithInterval) {
      const auto column = rows_.find(name);
      if (!column) continue;
      values.clear();
      for (const StudyRows::Row* run : runs)
        if (*column < run->values.size() && !std::isnan(run->values[*column]))
          values.push_back(run->values[*column]);
      row.values[places_.at(intervalOf(name))] = confidence95(values).halfWidth;
    }
    for (const StudyColumn& column : study_.columns) {
      const ExpressionValue value = column.formula->value(lookup(row));
      const auto* number = std::get_if<double>(&value);
      const std::size_t place = places_.at(column.name);
      row.values[place] = number == nullptr ? kNan : *number;
      if (column.formula->isUndefined(lookup(row))) row.undefined.push_back(place);
    }
    for (const auto& [name, share] :
         {std::pair(kStableShare, row.stable), std::pair(kFinishedShare, row.finished)})
      if (const auto place = places_.find(name); place != places_.end())
        row.values[place->second] = share;
  }

  /// What names stand for at a point.
  ExpressionLookup lookup(const StudyTableRow& row) const {
    return [this, &row](std::string_view name) -> ExpressionValue {
      if (name == kVerdictName) return std::string(nameOf(row.verdict));
      // A run without applications has left none of them unfinished.
      if (name == kOutcomeName && row.runs > 0)
        return std::string(nameOf(row.outcome.value_or(ApplicationEnd::finished)));
      if (name == kStableShare) return knownNumber(row.stable);
      if (name == kFinishedShare) return knownNumber(row.finished);
      if (const auto place = places_.find(name); place != places_.end()) {
        if (isUndefined(row, place->second)) return kNan;
        // No condition is met by a latency that depends on how long one looked.
        return knownNumber(toldValue(row, name, place->second));
      }
      if (const auto setting = settings_.find(name); setting != settings_.end()) {
        std::string text = valuesOf(study_, row.point)[setting->second];
        if (const auto number = numberOf(text)) return *number;
        return text;
      }
      return {};
    };
  }

  /// Those on the front that no other feasible point dominates.
  void markBest() {
    if (study_.objectives.empty()) return;
    struct Candidate {
      StudyTableRow* row;
      std::vector<double> worth;  ///< the larger the better
    };
    std::vector<Candidate> front;
    for (StudyTableRow& row : table_.rows) {
      if (!row.feasible) continue;
      Candidate candidate{&row, {}};
      const ExpressionLookup look = lookup(row);
      for (const StudyObjective& objective : study_.objectives) {
        const ExpressionValue value = look(objective.column);
        const auto* number = std::get_if<double>(&value);
        candidate.worth.push_back(number == nullptr ? kNan : objective.most ? *number : -*number);
      }
      if (std::any_of(candidate.worth.begin(), candidate.worth.end(),
                      [](double value) { return std::isnan(value); }))
        continue;
      const auto beats = [](const Candidate& a, const Candidate& b) {
        bool better = false;
        for (std::size_t i = 0; i < a.worth.size(); ++i) {
          if (a.worth[i] < b.worth[i]) return false;
          better = better || a.worth[i] > b.worth[i];
        }
        return better;
      };
      if (std::any_of(front.begin(), front.end(),
                      [&](const Candidate& other) { return beats(other, candidate); }))
        continue;
      std::erase_if(front, [&](const Candidate& other) { return beats(candidate, other); });
      front.push_back(std::move(candidate));
    }
    for (const Candidate& candidate : front) candidate.row->best = true;
  }

  const Study& study_;
  const StudyRows& rows_;
  OutcomeColumns outcomes_;
  StudyState state_;
  const bool outcomeAsked_;
  const std::optional<std::size_t> offered_, measured_, lost_;  ///< columns
  StudyTable table_;
  std::map<std::string, std::size_t, std::less<>> places_, settings_;
  std::string failure_;
};

}  // namespace

std::string_view nameOf(PointStatus status) {
  switch (status) {
    case PointStatus::done:
      return "done";
    case PointStatus::failed:
      return "failed";
    case PointStatus::leftOut:
      return "left out";
    case PointStatus::open:
      break;
  }
  return "open";
}

bool isLatencyColumn(std::string_view column) {
  return column.starts_with("latency.") || column.starts_with("network_latency.");
}

double toldValue(const StudyTableRow& row, std::string_view column, std::size_t place) {
  const bool steady = row.verdict == Verdict::stable || !isLatencyColumn(column);
  return row.runs > 0 && place < row.values.size() && steady ? row.values[place] : kNan;
}

bool isUndefined(const StudyTableRow& row, std::size_t place) {
  return std::find(row.undefined.begin(), row.undefined.end(), place) != row.undefined.end();
}

bool isJudged(const StudyTableRow& row) {
  return row.status == PointStatus::done;
}

StudyTable studyTable(const Study& study, const StudyRows& rows) {
  return TableMaker(study, rows).make();
}

std::string studyCsv(const Study& study, const StudyRows& rows) {
  const StudyTable table = studyTable(study, rows);
  std::vector<std::string> header{"design"};
  header.insert(header.end(), table.settings.begin(), table.settings.end());
  header.insert(header.end(), {"status", "runs", "verdict"});
  if (table.hasOutcomes) header.emplace_back("outcome");
  header.insert(header.end(), table.columns.begin(), table.columns.end());
  if (!study.constraints.empty()) header.emplace_back("feasible");
  if (!study.objectives.empty()) header.emplace_back("best");
  header.emplace_back("failure");
  CsvWriter csv(header);
  for (const StudyTableRow& row : table.rows) {
    csv.text(baseOf(study, row.point).name);
    for (const std::string& value : valuesOf(study, row.point)) csv.text(value);
    csv.text(nameOf(row.status)).number(row.runs);
    csv.text(row.runs == 0 ? std::string_view() : nameOf(row.verdict));
    if (table.hasOutcomes) csv.text(outcomeText(row.outcome));
    for (const double value : row.values) csv.number(value);
    const auto judgement = [&](bool holds) {
      isJudged(row) ? csv.number(holds ? 1 : 0) : csv.text("");
    };
    if (!study.constraints.empty()) judgement(row.feasible);
    if (!study.objectives.empty()) judgement(row.best);
    csv.text(row.failure).endRow();
  }
  return csv.take();
}

std::string studyRunsCsv(const Study& study, const StudyRows& rows) {
  std::vector<std::string> header{"design"};
  for (std::string& setting : variedSettings(study)) header.push_back(std::move(setting));
  header.insert(header.end(), {"run", "verdict"});
  const OutcomeColumns outcomes(rows.columns());
  const bool hasOutcomes = outcomes.any();
  if (hasOutcomes) header.emplace_back("outcome");
  header.insert(header.end(), rows.columns().begin(), rows.columns().end());
  header.emplace_back("failure");
  CsvWriter csv(header);
  for (const StudyRows::Row* row : rows.sorted()) {
    csv.text(baseOf(study, row->point).name);
    for (const std::string& value : valuesOf(study, row->point)) csv.text(value);
    csv.number(row->run + 1);
    csv.text(row->failure.empty() ? nameOf(row->verdict) : std::string_view());
    if (hasOutcomes) csv.text(outcomeText(outcomes.of(row->values, row->verdict)));
    for (std::size_t i = 0; i < rows.columns().size(); ++i)
      csv.number(i < row->values.size() ? row->values[i] : kNan);
    csv.text(row->failure).endRow();
  }
  return csv.take();
}

std::string studyJson(const Study& study, const std::string& document, const StudyRows& rows) {
  const StudyTable table = studyTable(study, rows);
  TableJson json{{kStudyMember, TableJson::parse(document)},
                 {"engine_version", kEngineVersion},
                 {"points", TableJson::array()}};
  for (const StudyTableRow& row : table.rows) {
    TableJson point{{"design", baseOf(study, row.point).name}};
    TableJson settings = TableJson::object();
    const std::vector<std::string> values = valuesOf(study, row.point);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto number = numberOf(values[i]);
      settings[table.settings[i]] = number ? TableJson(*number) : TableJson(values[i]);
    }
    point["settings"] = std::move(settings);
    point["status"] = nameOf(row.status);
    point["runs"] = row.runs;
    if (row.runs > 0) {
      point["verdict"] = nameOf(row.verdict);
      if (row.outcome) point["outcome"] = nameOf(*row.outcome);
      for (std::size_t i = 0; i < row.values.size(); ++i)
        point["values"][table.columns[i]] =
            std::isfinite(row.values[i]) ? TableJson(row.values[i]) : TableJson();
    }
    const auto judgement = [&row](bool holds) {
      return isJudged(row) ? TableJson(holds) : TableJson();
    };
    if (!study.constraints.empty()) point["feasible"] = judgement(row.feasible);
    if (!study.objectives.empty()) point["best"] = judgement(row.best);
    if (!row.failure.empty()) point["failure"] = row.failure;
    json["points"].push_back(std::move(point));
  }
  return json.dump(2, ' ', false, TableJson::error_handler_t::replace) + '\n';
}

}  // namespace hopscope
