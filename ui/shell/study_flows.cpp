// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/study_flows.h"

#include <QAction>

#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"
#include "ui/shell/status_line.h"
#include "ui/studies/messages_dialog.h"
#include "ui/studies/shares_dialog.h"
#include "ui/studies/transient_dialog.h"

namespace hopscope {

StudyFlows::StudyFlows(ProjectSession& session, Actions& actions, StatusLine& status,
                       QWidget* window)
    : QObject(window),
      session_(session),
      status_(status),
      window_(window),
      theme_(&Theme::light()) {
  connect(actions.at("study.transient"), &QAction::triggered, this, [this] { open(transient_); });
  connect(actions.at("study.shares"), &QAction::triggered, this, [this] { open(shares_); });
  connect(actions.at("study.messages"), &QAction::triggered, this, &StudyFlows::openMessages);
  connect(&session, &ProjectSession::designEdited, this, &StudyFlows::designShown);
}

template <typename Dialog>
void StudyFlows::open(Dialog*& dialog) {
  if (!session_.isOpen() || (gate_ && !gate_())) return;
  if (dialog == nullptr) {
    dialog = new Dialog(window_);
    dialog->setTheme(*theme_);
    dialog->setGate([this] { return !gate_ || gate_(); });
    connect(dialog, &SeedStudyDialog::progressChanged, &status_,
            [this, study = dialog](const QString& text) {
              status_.setStudy(study, text, [study] {
                study->show();
                study->raise();
                study->activateWindow();
              });
            });
  }
  dialog->setDesign(session_.document().design(), session_.currentDesign());
  dialog->show();
  dialog->raise();
  dialog->activateWindow();
}

void StudyFlows::openMessages() {
  if (!session_.isOpen() || (gate_ && !gate_())) return;
  if (messages_ == nullptr) {
    messages_ = new MessagesDialog(window_);
    messages_->setTheme(*theme_);
  }
  messages_->setDesign(session_.document().design(), session_.topology());
  messages_->show();
  messages_->raise();
  messages_->activateWindow();
}

template <typename Each>
void StudyFlows::forEach(Each each) {
  if (transient_ != nullptr) each(*transient_);
  if (shares_ != nullptr) each(*shares_);
}

void StudyFlows::setTheme(const Theme& theme) {
  theme_ = &theme;
  forEach([&](SeedStudyDialog& dialog) { dialog.setTheme(theme); });
  if (messages_ != nullptr) messages_->setTheme(theme);
}

void StudyFlows::designShown() {
  forEach([&](SeedStudyDialog& dialog) {
    dialog.setDesign(session_.document().design(), session_.currentDesign());
  });
  if (messages_ != nullptr) messages_->setDesign(session_.document().design(), session_.topology());
}

void StudyFlows::forget() {
  forEach([](SeedStudyDialog& dialog) { dialog.forget(); });
  if (messages_ != nullptr) messages_->forget();
}

void StudyFlows::cancel() {
  forEach([](SeedStudyDialog& dialog) { dialog.cancel(); });
}

}  // namespace hopscope
