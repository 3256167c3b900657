// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/kept_runs.h"

#include <QMainWindow>
#include <string>

#include "projects/stored_run.h"
#include "ui/shell/dock.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/studies/difference_dialog.h"
#include "ui/studies/run_labels.h"
#include "ui/studies/runs_table.h"
#include "ui/words/numbers.h"

namespace hopscope {

KeptRuns::KeptRuns(ProjectSession& session, MessageBar& messages, QMainWindow& window)
    : QObject(&window),
      session_(session),
      messages_(messages),
      window_(window),
      theme_(&Theme::light()) {
  table_ = new RunsTable(&window);
  dock_ = new Dock(tr("Kept runs"), "dock.runs", table_, &window);
  connect(dock_, &QDockWidget::visibilityChanged, this, [this](bool visible) {
    if (visible) refresh();
  });
  connect(&session_, &ProjectSession::contentsChanged, this, &KeptRuns::refresh);
  connect(&session_, &ProjectSession::designEdited, this, &KeptRuns::refreshDesign);
  connect(table_, &RunsTable::opened, this, &KeptRuns::runChosen);
  connect(table_, &RunsTable::compared, this, &KeptRuns::compareRequested);
  connect(table_, &RunsTable::runAgain, this, &KeptRuns::runAgain);
  connect(table_, &RunsTable::settingsRequested, this, &KeptRuns::showDifferences);
  connect(table_, &RunsTable::removed, this, &KeptRuns::remove);
  connect(
      table_, &RunsTable::labelled, this,
      [this](RowId run, const QString& name, const QStringList& tags) {
        std::vector<std::string> words;
        for (const QString& tag : tags) words.push_back(tag.toStdString());
        session_.labelRun(run, name.toStdString(), words);
      },
      // The table is filled anew by the change; not from within its own editor.
      Qt::QueuedConnection);
  connect(&rerun_, &ExactRerun::progressed, this, [this](double fraction) {
    messages_.post(QLatin1String(kAgainKey), Severity::note,
                   tr("Running “%1” again: %2.")
                       .arg(session_.nameOf(rerun_.original()), percentText(fraction)),
                   {{tr("Stop"), [this] { rerun_.cancel(); }}});
  });
  connect(&rerun_, &ExactRerun::finished, this, &KeptRuns::keepRepeated);
  connect(&rerun_, &ExactRerun::cancelled, this,
          [this] { messages_.clear(QLatin1String(kAgainKey)); });
  connect(&rerun_, &ExactRerun::failed, this, [this](const QString& reason) {
    messages_.post(
        QLatin1String(kAgainKey), Severity::error,
        tr("“%1” could not be run again: %2").arg(session_.nameOf(rerun_.original()), reason));
  });
}

void KeptRuns::setTheme(const Theme& theme) {
  theme_ = &theme;
  table_->setTheme(theme);
  dock_->setTheme(theme);
}

void KeptRuns::documentShown() {
  refreshDesign();
  refresh();
}

void KeptRuns::forget() {
  forgetting_ = rerun_.running();
  rerun_.cancel();
  messages_.clear(QLatin1String(kAgainKey));
}

void KeptRuns::refresh() {
  if (!session_.isOpen() || !dock_->isVisible()) return;
  table_->setRuns(session_.runs(), session_.runNames());
  refreshDesign();
}

void KeptRuns::refreshDesign() {
  if (session_.isOpen() && dock_->isVisible()) table_->setDesign(session_.document().design());
}

void KeptRuns::remove(const std::vector<RowId>& runs) {
  std::vector<StoredRun> gone;  // those that can be read come back when that is wanted
  QString name;
  for (const RowId id : runs) {
    if (const RunHead* head = session_.runs().find(id)) name = session_.runNames().of(*head);
    if (const auto run = session_.runs().run(id)) gone.push_back(*run);
  }
  if (name.isNull()) return;
  session_.removeRuns(runs);
  QString text =
      runs.size() == 1
          ? tr("Deleted “%1”.").arg(name)
          : tr("Deleted %1.").arg(plural(static_cast<qint64>(runs.size()), "run", "runs"));
  if (const std::size_t damaged = runs.size() - gone.size(); damaged > 0)
    text += QLatin1Char(' ') + tr("Damaged, and gone for good: %1.")
                                   .arg(plural(static_cast<qint64>(damaged), "run", "runs"));
  if (gone.empty())
    messages_.post(QStringLiteral("removed"), Severity::note, text);
  else
    emit removed(text, [this, gone] { session_.addRuns(gone); });
}

void KeptRuns::showDifferences(RowId id) {
  const auto run = session_.runs().run(id);
  if (!run) return;
  const Design& now = session_.document().design();
  DifferenceDialog dialog(tr("The run “%1” of “%2”")
                              .arg(session_.nameOf(*run), QString::fromStdString(run->design.name)),
                          run->design,
                          tr("“%1” on the canvas").arg(QString::fromStdString(now.name)), now,
                          *theme_, &window_);
  dialog.exec();
}

void KeptRuns::runAgain(RowId id) {
  const auto run = session_.runs().run(id);
  if (!run) return;
  if (rerun_.running()) {
    messages_.post(
        QStringLiteral("again.busy"), Severity::note,
        tr("“%1” is being run again; one at a time.").arg(session_.nameOf(rerun_.original())));
    return;
  }
  messages_.clear(QStringLiteral("again.busy"));
  forgetting_ = false;
  rerun_.start(*run);
}

void KeptRuns::keepRepeated(const Results& results) {
  messages_.clear(QLatin1String(kAgainKey));
  if (forgetting_ || !session_.isOpen()) return;
  const StoredRun kept = rerun_.original();
  StoredRun again = makeRun(repeatable(kept), results, kept.designId);
  again.name = kept.name;
  again.tags = kept.tags;
  const RowId id = session_.addRun(again);
  const bool equal = sameOutcome(kept.results, results);
  messages_.post(QLatin1String(kAgainKey),
                 equal || !kept.results.complete ? Severity::note : Severity::warning,
                 repeatedWords(session_.nameOf(kept), kept, results),
                 {{tr("Compare"), [this, first = kept.id, id] {
                     emit compareRequested({first, id});
                   }}});
}

QString repeatedWords(const QString& name, const StoredRun& kept, const Results& again) {
  if (!kept.results.complete)
    return QObject::tr("“%1” was run again to its end; the kept one was stopped by hand.")
        .arg(name);
  if (sameOutcome(kept.results, again))
    return QObject::tr("“%1” was run again: the result is identical.").arg(name);
  QString text = QObject::tr("“%1” was run again: the result differs.").arg(name);
  if (kept.results.engineVersion != again.engineVersion)
    text += QObject::tr(" It was made by engine %1, this is %2.")
                .arg(QString::fromStdString(kept.results.engineVersion),
                     QString::fromStdString(again.engineVersion));
  return text;
}

}  // namespace hopscope
