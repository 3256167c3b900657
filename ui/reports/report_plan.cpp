// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_plan.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <algorithm>
#include <utility>

#include "ui/plots/run_plots.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

struct SectionWords {
  ReportSection section;
  const char* id;
  const char* title;
  const char* hint;
};

constexpr SectionWords kSections[] = {
    {ReportSection::summary, "summary", QT_TRANSLATE_NOOP("QObject", "Summary"),
     QT_TRANSLATE_NOOP("QObject", "How the run ended, key figures, facts of the network.")},
    {ReportSection::notes, "notes", QT_TRANSLATE_NOOP("QObject", "Notes"),
     QT_TRANSLATE_NOOP("QObject", "Your own words, then the project's notes that are ticked.")},
    {ReportSection::network, "network", QT_TRANSLATE_NOOP("QObject", "Network"),
     QT_TRANSLATE_NOOP("QObject", "The drawing, coloured by what its links carried.")},
    {ReportSection::applications, "applications", QT_TRANSLATE_NOOP("QObject", "Applications"),
     QT_TRANSLATE_NOOP("QObject", "Completion, critical path and time of ranks, where any run.")},
    {ReportSection::circuits, "circuits", QT_TRANSLATE_NOOP("QObject", "Circuits"),
     QT_TRANSLATE_NOOP("QObject", "Hit rate and latency, best effort beside them, if there are.")},
    {ReportSection::results, "results", QT_TRANSLATE_NOOP("QObject", "Results"),
     QT_TRANSLATE_NOOP("QObject", "All figures, where the latency goes, replications.")},
    {ReportSection::plots, "plots", QT_TRANSLATE_NOOP("QObject", "Plots"),
     QT_TRANSLATE_NOOP("QObject", "Those ticked here, where the run has them.")},
    {ReportSection::curve, "curve", QT_TRANSLATE_NOOP("QObject", "Latency curve"),
     QT_TRANSLATE_NOOP("QObject", "The newest latency curve of the design, with its table.")},
    {ReportSection::comparison, "comparison", QT_TRANSLATE_NOOP("QObject", "Comparison"),
     QT_TRANSLATE_NOOP("QObject",
                       "Settings and results of the runs ticked here, beside this one.")},
    {ReportSection::channels, "channels", QT_TRANSLATE_NOOP("QObject", "Hottest channels"),
     QT_TRANSLATE_NOOP("QObject", "The ten busiest, with their utilisation.")},
    {ReportSection::settings, "settings", QT_TRANSLATE_NOOP("QObject", "Settings"),
     QT_TRANSLATE_NOOP("QObject", "What was changed, then every setting in force.")},
    {ReportSection::provenance, "provenance", QT_TRANSLATE_NOOP("QObject", "Provenance"),
     QT_TRANSLATE_NOOP("QObject", "Versions, seed and command to repeat it, on its own page.")},
};

const SectionWords& wordsOf(ReportSection section) {
  return *std::find_if(std::begin(kSections), std::end(kSections),
                       [&](const SectionWords& each) { return each.section == section; });
}

}  // namespace

const std::vector<ReportSection>& reportSections() {
  static const std::vector<ReportSection> kAll = [] {
    std::vector<ReportSection> all;
    for (const SectionWords& each : kSections) all.push_back(each.section);
    return all;
  }();
  return kAll;
}

const char* reportSectionId(ReportSection section) {
  return wordsOf(section).id;
}

QString reportSectionTitle(ReportSection section) {
  return QObject::tr(wordsOf(section).title);
}

QString reportSectionHint(ReportSection section) {
  return QObject::tr(wordsOf(section).hint);
}

const std::vector<std::pair<QString, QString>>& reportPlotNames() {
  static const std::vector<std::pair<QString, QString>> kNames = [] {
    std::vector<std::pair<QString, QString>> names;
    for (const PlotOverTime* plot : usualFirst(&PlotOverTime::usualInReport))
      names.emplace_back(QLatin1String(plot->key), engineText(plot->inReport));
    names.insert(
        names.end(),
        {{QStringLiteral("histogram"), QObject::tr("Histogram of latencies")},
         {QStringLiteral("cumulative"), QObject::tr("Cumulative distribution of latencies")},
         {QStringLiteral("fairness"), QObject::tr("Load sent by each router's terminals")}});
    return names;
  }();
  return kNames;
}

ReportPlan::ReportPlan() {
  for (const PlotOverTime& plot : plotsOverTime())
    if (plot.usualInReport) plots << QLatin1String(plot.key);
  for (const ReportSection section : reportSections()) parts.push_back({section, true, {}});
}

ReportPlan shortForm(ReportPlan plan) {
  constexpr qsizetype kPlots = 2;
  for (ReportPlan::Part& part : plan.parts)
    part.wanted = part.section == ReportSection::summary || part.section == ReportSection::notes ||
                  part.section == ReportSection::network || part.section == ReportSection::plots ||
                  part.section == ReportSection::applications ||
                  part.section == ReportSection::comparison;
  plan.plots = ReportPlan().plots.mid(0, kPlots);
  return plan;
}

ReportPlan longForm(ReportPlan plan) {
  for (ReportPlan::Part& part : plan.parts) part.wanted = true;
  plan.plots = ReportPlan().plots;
  return plan;
}

ReportPlan comparing(ReportPlan plan, std::vector<std::int64_t> runs) {
  plan.compare = std::move(runs);
  for (ReportPlan::Part& part : plan.parts)
    if (part.section == ReportSection::comparison) part.wanted = true;
  return plan;
}

QByteArray writePlan(const ReportPlan& plan) {
  QJsonArray parts;
  for (const ReportPlan::Part& part : plan.parts) {
    QJsonObject object{{QStringLiteral("section"), QLatin1String(reportSectionId(part.section))},
                       {QStringLiteral("wanted"), part.wanted}};
    if (!part.caption.isEmpty()) object.insert(QStringLiteral("caption"), part.caption);
    parts.append(object);
  }
  QJsonArray compare;
  for (const std::int64_t run : plan.compare) compare.append(static_cast<qint64>(run));
  QJsonArray leftOut;
  for (const std::int64_t note : plan.notesLeftOut) leftOut.append(static_cast<qint64>(note));
  return QJsonDocument(
             QJsonObject{{QStringLiteral("title"), plan.title},
                         {QStringLiteral("notes"), plan.notes},
                         {QStringLiteral("notes_left_out"), leftOut},
                         {QStringLiteral("parts"), parts},
                         {QStringLiteral("plots"), QJsonArray::fromStringList(plan.plots)},
                         {QStringLiteral("compare"), compare}})
      .toJson(QJsonDocument::Compact);
}

ReportPlan readPlan(const QByteArray& text) {
  ReportPlan plan;
  const QJsonObject object = QJsonDocument::fromJson(text).object();
  if (object.isEmpty()) return plan;
  plan.title = object.value(QStringLiteral("title")).toString();
  plan.notes = object.value(QStringLiteral("notes")).toString();
  for (const QJsonValue& note : object.value(QStringLiteral("notes_left_out")).toArray())
    plan.notesLeftOut.push_back(note.toInteger());
  std::vector<ReportPlan::Part> parts;
  const auto isThere = [&parts](ReportSection section) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const ReportPlan::Part& part) { return part.section == section; });
  };
  for (const QJsonValue& value : object.value(QStringLiteral("parts")).toArray()) {
    const QJsonObject part = value.toObject();
    for (const ReportSection section : reportSections())
      if (part.value(QStringLiteral("section")).toString() ==
              QLatin1String(reportSectionId(section)) &&
          !isThere(section))
        parts.push_back({section, part.value(QStringLiteral("wanted")).toBool(true),
                         part.value(QStringLiteral("caption")).toString()});
  }
  for (const ReportPlan::Part& part : plan.parts)
    if (!isThere(part.section)) parts.push_back(part);
  plan.parts = std::move(parts);
  if (object.contains(QStringLiteral("plots"))) {
    plan.plots.clear();
    for (const QJsonValue& id : object.value(QStringLiteral("plots")).toArray())
      plan.plots << id.toString();
  }
  for (const QJsonValue& run : object.value(QStringLiteral("compare")).toArray())
    if (plan.compare.size() < kMostCompared) plan.compare.push_back(run.toInteger());
  return plan;
}

}  // namespace hopscope
