// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/wait.h>
#include <unistd.h>

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/drawing/theme.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

QByteArray bytesOf(const QString& file) {
  QFile source(file);
  return source.open(QIODevice::ReadOnly) ? source.readAll() : QByteArray();
}

/// Another process that ends without closing anything.
void crashWithUnsavedWork() {
  const pid_t child = ::fork();
  if (child == 0) {
    auto made = Project::create();
    auto project = std::move(std::get<std::unique_ptr<Project>>(made));
    project->addDesign(meshDesign());
    project->checkpoint();
    static_cast<void>(project.release());
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
}

}  // namespace

/// What the window says before something is lost, replaced or changed behind one's back.
class NoticesTest : public QObject {
  Q_OBJECT

 private slots:
  void theKeyboardGoesBackToTheCanvas() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    auto* bar = window->findChild<MessageBar*>();
    bool done = false;
    bar->post(QStringLiteral("first"), Severity::note, QStringLiteral("A"),
              {{QStringLiteral("Do it"), [&done] { done = true; }}});
    bar->post(QStringLiteral("second"), Severity::note, QStringLiteral("B"));
    auto* button = bar->findChild<QPushButton*>();
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(done);
    QVERIFY(bar->textOf(QStringLiteral("first")).isEmpty());
    QVERIFY(window->focusWidget() == &window->canvasPane().canvas());
    // A message that goes by itself takes nothing from whoever has the keyboard.
    auto* find = window->findChild<QLineEdit*>(QStringLiteral("projectFilter"));
    find->setFocus();
    bar->clear(QStringLiteral("second"));
    QVERIFY(window->focusWidget() == find);
  }

  /// Over a small drawing little is covered: the newest, in two lines; one press shows the rest.
  void noticesOverTheDrawingAreFolded() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    auto* bar = window->findChild<MessageBar*>();
    const QString words = QStringLiteral("Queues grow without end. ").repeated(12);
    bar->post(QStringLiteral("first"), Severity::note, QStringLiteral("A"));
    bar->post(QStringLiteral("second"), Severity::warning, words,
              {{QStringLiteral("Show me"), {}},
               {QStringLiteral("Try Valiant routing"), {}},
               {QStringLiteral("Try half of the load"), {}},
               {QStringLiteral("Set the load to 0.05"), {}}});
    bar->resize(350, bar->height());
    const auto frame = [&](const char* key) {
      return bar->findChild<QFrame*>(QStringLiteral("message:") + QLatin1String(key));
    };
    QVERIFY(!frame("first")->isVisible());
    QCOMPARE(bar->textOf(QStringLiteral("second")), words);
    const int folded = bar->layout()->totalHeightForWidth(350);
    QVERIFY2(folded <= 110, qPrintable(QString::number(folded)));
    // What is to be pressed is whole, in as many rows as that takes.
    bar->resize(350, folded);
    bar->layout()->activate();
    QCoreApplication::processEvents();
    for (const QPushButton* each : frame("second")->findChildren<QPushButton*>())
      QCOMPARE(each->text(), each->accessibleName());
    auto* rest = frame("second")->findChild<QToolButton*>(QStringLiteral("messageRest"));
    QVERIFY(rest->isVisible());
    QCOMPARE(rest->text(), QStringLiteral("1 more"));
    QTest::mouseClick(rest, Qt::LeftButton);
    QVERIFY(frame("first")->isVisible());
    QVERIFY(bar->layout()->totalHeightForWidth(350) > folded);
    // Without it, the one before is seen again.
    bar->clear(QStringLiteral("second"));
    bar->post(QStringLiteral("third"), Severity::note, QStringLiteral("B"));
    QVERIFY(!frame("first")->isVisible());
    bar->clear(QStringLiteral("third"));
    QVERIFY(frame("first")->isVisible());
  }

  void routingThatChangedWithTheNetwork() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    DesignDocument& document = window->session().document();
    const Design before = document.design();
    const QString key = QStringLiteral("routing");
    document.setValue("traffic.load", 0.2);
    QVERIFY(window->messages().textOf(key).isEmpty());
    Parts link;
    const auto& links = document.topology()->links;
    for (LinkId id = 0; id < links.size() && link.links.empty(); ++id)
      if (!links[id].a.isTerminal && !links[id].b.isTerminal) link.links.insert(id);
    document.select(link);
    window->canvasPane().canvas().setFocus();
    QTest::keyClick(&window->canvasPane().canvas(), Qt::Key_Delete);
    const QString text = window->messages().textOf(key);
    QVERIFY2(text.contains(QStringLiteral("Dragonfly minimal")), qPrintable(text));
    pressMessage(*window, key, QStringLiteral("Undo"));
    QVERIFY(window->messages().textOf(key).isEmpty());
    document.undoStack().undo();
    QVERIFY(document.design() == before);
  }

  void recoveryIsDiscardedOnlyOnceAsked() {
    const Sandbox sandbox;
    crashWithUnsavedWork();
    QCOMPARE(findRecoveries().size(), std::size_t{1});
    const auto window = openWindow();
    const QString key = QStringLiteral("recovery1");
    QVERIFY(!window->messages().textOf(key).isEmpty());
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Keep it")); });
    press(window.get(), QStringLiteral("Discard…"));
    QCOMPARE(findRecoveries().size(), std::size_t{1});
    QVERIFY(!window->messages().textOf(key).isEmpty());
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard for good")); });
    press(window.get(), QStringLiteral("Discard…"));
    QVERIFY(findRecoveries().empty());
  }

  void exportAsksBeforeItReplaces() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    const QString folder = sandbox.path(QStringLiteral("out"));
    QVERIFY(QDir().mkpath(folder));
    const QString file = folder + QStringLiteral("/mesh-network.png");
    QFile old(file);
    QVERIFY(old.open(QIODevice::WriteOnly));
    old.write("mine");
    old.close();
    const auto exportOnce = [&](const QString& answer) {
      answerModal([&](QWidget* dialog) {
        dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(folder);
        dialog->findChild<QLineEdit*>(QStringLiteral("exportName"))
            ->setText(QStringLiteral("mesh"));
        QTimer::singleShot(0, dialog, [answer] {
          answerModal([answer](QWidget* question) { press(question, answer); });
        });
        QTest::mouseClick(button(*dialog, QStringLiteral("exportButton")), Qt::LeftButton);
        dialog->close();
      });
      pressKeys(*window, Qt::Key_E, Qt::ControlModifier);
    };
    exportOnce(QStringLiteral("Keep them"));
    QCOMPARE(bytesOf(file), QByteArray("mine"));
    exportOnce(QStringLiteral("Replace"));
    QVERIFY(bytesOf(file).startsWith("\x89PNG"));
  }

  void picturesInTheColoursChosen() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    const QString folder = sandbox.path(QStringLiteral("out"));
    QVERIFY(QDir().mkpath(folder));
    const auto pictureIn = [&](int theme, bool legend, const QString& name) {
      answerModal([&](QWidget* dialog) {
        dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(folder);
        dialog->findChild<QLineEdit*>(QStringLiteral("exportName"))->setText(name);
        dialog->findChild<QComboBox*>(QStringLiteral("exportTheme"))->setCurrentIndex(theme);
        dialog->findChild<QCheckBox*>(QStringLiteral("exportPart:legend"))->setChecked(legend);
        QTest::mouseClick(button(*dialog, QStringLiteral("exportButton")), Qt::LeftButton);
        dialog->close();
      });
      pressKeys(*window, Qt::Key_E, Qt::ControlModifier);
      return QImage(folder + QLatin1Char('/') + name + QStringLiteral("-network.png"));
    };
    const QImage dark = pictureIn(2, true, QStringLiteral("dark"));
    QCOMPARE(dark.pixelColor(2, 2), Theme::dark().color(Tone::canvas));
    const QImage light = pictureIn(1, false, QStringLiteral("light"));
    QCOMPARE(light.pixelColor(2, 2), Theme::light().color(Tone::canvas));
    QVERIFY(light.height() < dark.height());
  }

  void windowFitsSmallScreens() {
    const Sandbox sandbox;
    const MainWindow window;
    const QSize room = window.screen()->availableSize();
    QVERIFY(window.height() < room.height() || window.height() <= 640);
  }
};

HOPSCOPE_TEST(NoticesTest)
#include "notices_test.moc"
