// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>

#include "engine/design/design.h"

class QWidget;

namespace hopscope {

class MessageBar;
class ProjectSession;

/// A design with one application more, as files have it: commands, or a trace (of SimGrid, GOAL or
/// Chakra), which may have several files.
struct ApplicationImport {
  std::optional<Design> design;  ///< nothing where the files can't be read
  QString message;               ///< why not; or what runs otherwise than they say; or empty
  QString added = {};            ///< what was read, as a sentence
};
/// On any thread.
ApplicationImport readApplicationFiles(const QStringList& files, Design onto);

/// Asks for the files, reads them beside the window, and adds them to the design shown, as a step
/// that can be undone.
void importApplication(ProjectSession& session, MessageBar& messages, QWidget* window);

}  // namespace hopscope
