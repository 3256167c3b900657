// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCommandLineParser>
#include <QLocale>
#include <QProcess>
#include <algorithm>
#include <exception>
#include <string_view>

#include "engine/core/version.h"
#include "ui/shell/end_signals.h"
#include "ui/shell/main_window.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/translations.h"

namespace {

/// A failure that no part of the window met ends in a message, not in the loss of the work.
class Application final : public QApplication {
 public:
  using QApplication::QApplication;

  void tell(hopscope::MainWindow* window) { window_ = window; }

  bool notify(QObject* receiver, QEvent* event) override {
    try {
      return QApplication::notify(receiver, event);
    } catch (const std::exception& failure) {
      if (window_ == nullptr) throw;
      window_->messages().post(
          QStringLiteral("failure"), hopscope::Severity::error,
          QObject::tr("That did not work: %1. Save the project under another name.")
              .arg(QString::fromUtf8(failure.what())));
      return false;
    }
  }

 private:
  hopscope::MainWindow* window_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  const bool inWords = std::any_of(argv + 1, argv + argc, [](const char* word) {
    return std::string_view(word) == "--help" || std::string_view(word) == "-h" ||
           std::string_view(word) == "--version" || std::string_view(word) == "-v";
  });
  if (inWords) qputenv("QT_QPA_PLATFORM", "offscreen");  // words need no display
  Application application(argc, argv);
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
  parser.addPositionalArgument("file", "A project (*.hopscope), a design or a lesson (*.json).",
                               "[file]");
  QCommandLineOption beside("beside", "The window stands a little aside of where it would.");
  beside.setFlags(QCommandLineOption::HiddenFromHelp);
  parser.addOption(beside);
  parser.process(application);

  hopscope::loadTranslation(QLocale::system(), hopscope::translationFolders());
  hopscope::MainWindow window;
  application.tell(&window);
  // A program of its own: what becomes of one is nothing to the other.
  QObject::connect(&window, &hopscope::MainWindow::newWindowRequested, &window, [&window] {
    if (QProcess::startDetached(QCoreApplication::applicationFilePath(), {"--beside"})) return;
    window.messages().post(QStringLiteral("window"), hopscope::Severity::error,
                           QObject::tr("Another window could not be opened."));
  });
  if (parser.isSet(beside)) window.move(window.pos() + QPoint(32, 32));
  const hopscope::EndSignals ends;
  QObject::connect(&ends, &hopscope::EndSignals::asked, &window, [&window] {
    window.endUnasked();
    QCoreApplication::exit();
  });
  window.show();
  const QStringList files = parser.positionalArguments();
  if (!files.isEmpty()) window.openFile(files.front());
  const int code = QApplication::exec();
  application.tell(nullptr);
  return code;
}
