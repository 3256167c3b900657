// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <pybind11/stl.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/python/attendance.h"
#include "app/python/bindings.h"
#include "engine/study/run_outcome.h"
#include "engine/study/study_run.h"
#include "engine/study/study_source.h"
#include "engine/study/study_state.h"
#include "engine/study/study_table.h"
#include "engine/study/verdict_names.h"
#include "projects/file_handle.h"
#include "projects/points_file.h"

namespace hopscope::python {

namespace py = pybind11;

namespace {

/// A study and what was run of it. One thread at a time runs it.
struct OpenStudy {
  ParsedStudy parsed;
  StudyRows rows = {};
  std::mutex running = {};

  const Study& study() const { return parsed.study; }
};

std::optional<std::string> textOf(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return {};
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  return stream.bad() ? std::optional<std::string>() : std::move(text);
}

/// `folder` is where the designs stand that it names.
std::shared_ptr<OpenStudy> readStudy(const std::string& json, const std::string& folder) {
  auto open = std::make_shared<OpenStudy>();
  open->parsed = parseStudy(studyDocumentIn(json), [&](const std::string& name, Sentence&) {
    return textOf(std::filesystem::path(folder) / name);
  });
  refuseErrors(open->parsed.issues);
  return open;
}

/// The exception that stopped it, or None. With `file`, rows are kept there, too.
py::object run(OpenStudy& open, const std::string& file, bool failedAgain, unsigned jobs,
               const py::object& progress) {
  const std::unique_lock running(open.running, std::try_to_lock);
  if (!running) throw std::runtime_error("This study is being run by another thread.");
  std::unique_ptr<PointsFile> points;
  if (!file.empty()) {
    if (!FileHandle::open(file, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666).isOpen()) {
      PyErr_SetFromErrnoWithFilename(PyExc_OSError, file.c_str());
      throw py::error_already_set();
    }
    auto opened =
        PointsFile::open(file, {studyHash(open.parsed.document), pointCount(open.study())});
    if (const auto* issue = std::get_if<Issue>(&opened)) throw Refused{{*issue}};
    points = std::move(std::get<std::unique_ptr<PointsFile>>(opened));
    addRows(open.rows, points->rows());
  }
  StudyRows known = open.rows;
  if (failedAgain) known.removeFailed();
  StudyRows fresh;
  Attendance attendance(progress);
  StudyHooks hooks;
  hooks.row = [&](const StudyRow& row) {
    fresh.add(row);
    return !points || points->append(row);
  };
  hooks.progress = [&](const StudyProgress& now) { attendance.report(now.fraction); };
  py::object stopped = attendance.attend(
      [&] { runStudy(open.study(), known, jobs, {}, attendance.token(), hooks); });
  addRows(open.rows, fresh);
  if (points && !points->problem().empty()) {
    const std::string words = file + " cannot be written: " + points->problem();
    PyErr_SetString(PyExc_OSError, words.c_str());
    throw py::error_already_set();
  }
  return stopped;
}

py::dict counts(const OpenStudy& open) {
  StudyState state(open.study());
  state.add(open.rows);
  const StudyState::Counts all = state.counts();
  py::dict words;
  words["points"] = all.points;
  words["done"] = all.done;
  words["unfinished"] = all.unfinished;
  words["failed"] = all.failed;
  words["left_out"] = all.leftOut;
  words["open"] = all.points - all.done - all.failed - all.leftOut;
  words["runs"] = all.runs;
  return words;
}

/// Columns by name, the measured ones after the others.
py::dict table(const OpenStudy& open) {
  const Study& study = open.study();
  const StudyTable all = studyTable(study, open.rows);
  const std::size_t count = all.rows.size();
  py::dict columns;
  py::list designs;
  std::vector<py::list> settings(all.settings.size());
  py::list status, verdict, outcome, feasible, best, failure;
  for (const StudyTableRow& row : all.rows) {
    designs.append(baseOf(study, row.point).name);
    const std::vector<std::string> values = valuesOf(study, row.point);
    for (std::size_t i = 0; i < settings.size(); ++i) settings[i].append(values[i]);
    status.append(nameOf(row.status));
    verdict.append(row.runs > 0 && row.status != PointStatus::failed ? nameOf(row.verdict) : "");
    outcome.append(outcomeText(row.outcome));
    // Of a point of which nothing is known neither can be told.
    feasible.append(isJudged(row) ? py::object(py::bool_(row.feasible)) : py::none());
    best.append(isJudged(row) ? py::object(py::bool_(row.best)) : py::none());
    failure.append(row.failure);
  }
  py::dict varied;
  for (std::size_t i = 0; i < settings.size(); ++i) varied[py::str(all.settings[i])] = settings[i];
  columns["design"] = designs;
  columns["settings"] = varied;
  columns["status"] = status;
  columns["runs"] = arrayOf<std::int64_t>(count, [&](std::size_t i) { return all.rows[i].runs; });
  columns["verdict"] = verdict;
  columns["outcome"] = outcome;
  columns["feasible"] = feasible;
  columns["best"] = best;
  columns["failure"] = failure;
  py::dict values;
  for (std::size_t column = 0; column < all.columns.size(); ++column)
    values[py::str(all.columns[column])] =
        arrayOf<double>(count, [&](std::size_t i) { return all.rows[i].values[column]; });
  columns["values"] = values;
  return columns;
}

}  // namespace

void bindStudies(py::module_& module) {
  py::class_<OpenStudy, std::shared_ptr<OpenStudy>>(module, "Study")
      .def_static("read", &readStudy, py::arg("json"), py::arg("folder"))
      .def("name", [](const OpenStudy& open) { return open.study().name; })
      .def("document", [](const OpenStudy& open) { return open.parsed.document; })
      .def("issues", [](const OpenStudy& open) { return toPython(open.parsed.issues); })
      .def("run", &run, py::arg("file"), py::arg("failed_again"), py::arg("jobs"),
           py::arg("progress"))
      .def("counts", &counts)
      .def("table", &table)
      .def("csv", [](const OpenStudy& open) { return studyCsv(open.study(), open.rows); })
      .def("runs_csv", [](const OpenStudy& open) { return studyRunsCsv(open.study(), open.rows); })
      .def("json", [](const OpenStudy& open) {
        return studyJson(open.study(), open.parsed.document, open.rows);
      });
}

}  // namespace hopscope::python
