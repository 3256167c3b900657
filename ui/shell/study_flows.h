// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>

#include "ui/drawing/theme.h"

class QWidget;

namespace hopscope {

class Actions;
class MessagesDialog;
class ProjectSession;
class SeedStudyDialog;
class SharesDialog;
class StatusLine;
class TransientDialog;

/// The studies of several seeds of the design shown, and what its applications are going to send:
/// their actions, and their dialogs, made when they are first asked for.
class StudyFlows : public QObject {
  Q_OBJECT

 public:
  StudyFlows(ProjectSession& session, Actions& actions, StatusLine& status, QWidget* window);

  /// Asked before a dialog opens or a study begins: false keeps it from that, and has said why.
  void setGate(std::function<bool()> gate) { gate_ = std::move(gate); }
  void setTheme(const Theme& theme);
  /// Another design is shown; that it has changed is heard.
  void designShown();
  /// Another project is coming.
  void forget();
  void cancel();
  TransientDialog* transientDialog() const { return transient_; }
  SharesDialog* sharesDialog() const { return shares_; }
  MessagesDialog* messagesDialog() const { return messages_; }

 private:
  void openMessages();
  template <typename Dialog>
  void open(Dialog*& dialog);
  template <typename Each>
  void forEach(Each each);

  ProjectSession& session_;
  StatusLine& status_;
  QWidget* window_;
  const Theme* theme_;
  std::function<bool()> gate_;
  TransientDialog* transient_ = nullptr;
  SharesDialog* shares_ = nullptr;
  MessagesDialog* messages_ = nullptr;
};

}  // namespace hopscope
