// SPDX-License-Identifier: GPL-3.0-or-later
// Going through the time of a run: back a cycle, through what is recorded, to what has a name.
#include <QAction>
#include <QInputDialog>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <algorithm>
#include <optional>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "ui/plots/live_plots.h"
#include "ui/run/live_settings.h"
#include "ui/run/timeline_strip.h"
#include "ui/shell/actions.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/run_mode.h"
#include "ui/words/numbers.h"

namespace hopscope {

void RunMode::connectTime(Actions& actions) {
  connect(actions.at("run.stepBack"), &QAction::triggered, this, &RunMode::stepBack);
  connect(&run_, &RunSession::wentBack, this, &RunMode::onWentBack);
  connect(actions.at("run.play"), &QAction::triggered, this, &RunMode::togglePlaying);
  QAction* loop = actions.at("run.loop");
  loop->setCheckable(true);
  connect(loop, &QAction::triggered, &player_, &PastPlayer::setLooping);
  connect(actions.at("run.bookmark"), &QAction::triggered, this,
          [this] { askBookmark(shownCycle()); });
  connect(actions.at("run.nextBookmark"), &QAction::triggered, this, &RunMode::nextBookmark);
  connect(timeline_, &TimelineStrip::playToggled, this, &RunMode::togglePlaying);
  connect(timeline_, &TimelineStrip::loopToggled, &player_, &PastPlayer::setLooping);
  connect(timeline_, &TimelineStrip::stretchMarked, &player_, &PastPlayer::setStretch);
  connect(timeline_, &TimelineStrip::bookmarkWanted, this, &RunMode::askBookmark);
  connect(timeline_, &TimelineStrip::bookmarkRemoved, this, [this](Cycle at) {
    bookmarks_.remove(shownHash(), at);
    keepBookmarks();
  });
  connect(&player_, &PastPlayer::moved, this, &RunMode::showTime);
  connect(&player_, &PastPlayer::changed, this, [this, loop] {
    loop->setChecked(player_.looping());
    if (session_.isOpen()) showTimeline();
  });
}

void RunMode::stepBack() {
  if (!session_.isOpen() || stored_ || !fits_) return;
  leavePast();
  if (run_.stepBack(1)) emit enterRequested();
}

void RunMode::onWentBack(bool wasWhole) {
  if (!session_.isOpen()) return;
  // A whole run that is kept comes to the same again; one that was stopped may go further now.
  kept_ = kept_ && wasWhole && session_.runs().find(keptRun_) != nullptr;
  if (!kept_) keptRun_ = 0;
  messages_.clear(QLatin1String(kRunKey));
  if (!stored_) {
    waitCycle_.clear();
    waitCycleRouters_.clear();
    playback_.follow(run_.recorder());
  }
  plots_->clear();
  watchSelection();
  updateActions();
  showTimeline();
}

void RunMode::togglePlaying() {
  if (player_.playing())
    player_.pause();
  else if (session_.isOpen() && player_.play())
    emit enterRequested();
}

Cycle RunMode::shownCycle() const {
  if (playback_.inPast()) return playback_.span().end;
  return stored_ ? stored_->run.results.cycles : run_.snapshot().cycle;
}

std::string RunMode::shownHash() const {
  return stored_ ? stored_->run.designHash : run_.active() ? runHash_ : std::string();
}

void RunMode::askBookmark(Cycle at) {
  const std::string hash = shownHash();
  if (!session_.isOpen() || hash.empty()) return;
  player_.pause();
  QString name = tr("Cycle %1").arg(wholeText(at));
  for (const Bookmark& each : bookmarks())
    if (each.at == at) name = each.name;
  QInputDialog dialog(&window_);
  dialog.setObjectName(QStringLiteral("bookmarkDialog"));
  dialog.setWindowTitle(tr("Bookmark"));
  dialog.setLabelText(tr("Name of cycle %1").arg(wholeText(at)));
  dialog.setTextValue(name);
  dialog.setOkButtonText(tr("Keep it"));
  dialog.setCancelButtonText(tr("Cancel"));
  for (QPushButton* each : dialog.findChildren<QPushButton*>()) each->setIcon({});
  if (dialog.exec() != QDialog::Accepted || dialog.textValue().trimmed().isEmpty()) return;
  bookmarks_.add(hash, {at, dialog.textValue().trimmed()});
  keepBookmarks();
}

void RunMode::keepBookmarks() {
  session_.setViewValue(kBookmarksKey, bookmarks_.write());
  updateActions();
  showTimeline();
}

void RunMode::nextBookmark() {
  const std::vector<Bookmark>& all = bookmarks();
  if (all.empty()) return;
  const Cycle now = playback_.inPast() ? shownCycle() : -1;
  for (const Bookmark& each : all)
    if (each.at > now) {
      seek(each.at);
      // Windows end at other cycles: the same one again is the next one's turn.
      if (!playback_.inPast() || playback_.span().end != now) return;
    }
  seek(all.front().at);
}

/// What of the run can be changed at once, and why not.
void RunMode::showLive() {
  if (stored_) return live_->show(stored_->run.design, tr("A kept run is what it was."));
  if (!run_.active()) return live_->showNothing(tr("Start the run first."));
  const bool over = run_.state() == RunnerState::finished || run_.state() == RunnerState::failed;
  live_->show(run_.inForce(), over              ? tr("The run is over. Start it over to change it.")
                              : run_.stopping() ? tr("The run is being stopped.")
                              : !fits_ ? tr("The run is of another network than the one shown.")
                                       : QString());
}

void RunMode::restoreSettings(RowId id) {
  const auto kept = session_.runs().run(id);  // the list changes below
  if (!kept) return;
  if (kept->designId != 0 && kept->designId != session_.currentDesign())
    for (const StoredDesign& design : session_.designs())
      if (design.id == kept->designId) session_.show(design.id);
  Issues issues;
  const auto network = buildTopology(kept->design, issues);
  const auto shown = session_.topology();
  const bool fits = network && shown && network->links == shown->links &&
                    network->routerCount() == shown->routerCount();
  if (!fits) {
    session_.addDesign(kept->design);
    return;
  }
  // Names and places of parts are no settings: they stay as they are.
  Design restored = session_.document().design();
  restored.settings = kept->design.settings;
  restored.overrides = kept->design.overrides;
  restored.phases = kept->design.phases;
  session_.document().replaceDesign(restored, tr("Restore a run's settings"));
}

}  // namespace hopscope
