// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCommandLineParser>

#include "engine/core/version.h"
#include "ui/shell/main_window.h"

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setApplicationName("hopscope");
  QApplication::setApplicationDisplayName("Hopscope");
  QApplication::setOrganizationName("hopscope");
  QApplication::setApplicationVersion(
      QString::fromUtf8(hopscope::kEngineVersion.data(), hopscope::kEngineVersion.size()));

  QCommandLineParser parser;
  parser.setApplicationDescription(
      "Draw or generate an interconnection network, run it, and watch it.");
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument("file", "A project (*.hopscope) or a design (*.json).", "[file]");
  parser.process(application);

  hopscope::MainWindow window;
  window.show();
  const QStringList files = parser.positionalArguments();
  if (!files.isEmpty()) window.openFile(files.front());
  return QApplication::exec();
}
