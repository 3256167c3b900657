// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/shell/actions.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

QByteArray head(const QString& path, qint64 bytes) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.read(bytes) : QByteArray();
}

}  // namespace

/// Everything that leaves the program, through the one dialog.
class ExportTest : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> ranWindow() {
    auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign());
    pressKeys(*window, Qt::Key_F5);
    for (int i = 0; i < 400 && window->session().runs().empty(); ++i) QTest::qWait(50);
    return window;
  }

  static void exportAs(MainWindow& window, const QString& folder, const QString& kind,
                       const QString& format) {
    answerModal([=](QWidget* dialog) {
      auto* made = qobject_cast<ExportDialog*>(dialog);
      QVERIFY(made != nullptr);
      for (const char* part : {"picture", "animation", "plots", "data", "report"})
        dialog->findChild<QCheckBox*>(QStringLiteral("export:") + QLatin1String(part))
            ->setChecked(kind == QLatin1String(part));
      dialog->findChild<QComboBox*>(QStringLiteral("exportFormat:") + kind)->setCurrentText(format);
      dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(folder);
      dialog->findChild<QLineEdit*>(QStringLiteral("exportName"))->setText(QStringLiteral("x"));
      QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("exportButton")),
                        Qt::LeftButton);
      QVERIFY2(made->outcome().error.isEmpty(), qPrintable(made->outcome().error));
      QVERIFY(!made->outcome().files.isEmpty());
      dialog->close();
    });
    window.actions().at("file.export")->trigger();
  }

 private slots:
  void everyKindAndFormat() {
    const Sandbox sandbox;
    const auto window = ranWindow();
    QCOMPARE(window->session().runs().size(), std::size_t{1});
    const QString folder = sandbox.path(QStringLiteral("out"));
    QVERIFY(QDir().mkpath(folder));
    const QDir out(folder);

    exportAs(*window, folder, QStringLiteral("picture"), QStringLiteral("PNG"));
    const QImage image(out.filePath(QStringLiteral("x-network.png")));
    QVERIFY(image.width() > 100 && image.height() > 100);
    exportAs(*window, folder, QStringLiteral("picture"), QStringLiteral("SVG"));
    QVERIFY(head(out.filePath(QStringLiteral("x-network.svg")), 400).contains("<svg"));
    exportAs(*window, folder, QStringLiteral("animation"), QStringLiteral("WebP"));
    const QByteArray animation = head(out.filePath(QStringLiteral("x-animation.webp")), 1 << 26);
    const std::size_t moments =
        std::min(window->session().runs().front().recording->spans.size(), kMostFrames);
    QVERIFY(moments > 2);
    QVERIFY(animation.startsWith("RIFF"));
    QVERIFY(static_cast<std::size_t>(animation.count("ANMF")) > moments / 2);
    exportAs(*window, folder, QStringLiteral("animation"), QStringLiteral("PNG"));
    const QStringList pictures = out.entryList({QStringLiteral("x-moment-*.png")});
    QCOMPARE(static_cast<std::size_t>(pictures.size()), moments);
    QVERIFY(!QImage(out.filePath(pictures.constFirst())).isNull());
    exportAs(*window, folder, QStringLiteral("plots"), QStringLiteral("PDF"));
    QVERIFY(head(out.filePath(QStringLiteral("x-latency.pdf")), 5) == "%PDF-");
    exportAs(*window, folder, QStringLiteral("plots"), QStringLiteral("SVG"));
    QVERIFY(head(out.filePath(QStringLiteral("x-accepted-load.svg")), 400).contains("<svg"));
    exportAs(*window, folder, QStringLiteral("plots"), QStringLiteral("PNG"));
    QVERIFY(!QImage(out.filePath(QStringLiteral("x-latency.png"))).isNull());

    exportAs(*window, folder, QStringLiteral("data"), QStringLiteral("CSV"));
    const QByteArray csv = head(out.filePath(QStringLiteral("x-windows.csv")), 1 << 20);
    const Results& results = window->session().runs().front().results;
    QCOMPARE(csv.trimmed().count('\n'), static_cast<int>(results.windows.size()));
    exportAs(*window, folder, QStringLiteral("data"), QStringLiteral("JSON"));
    const QJsonObject json =
        QJsonDocument::fromJson(head(out.filePath(QStringLiteral("x-results.json")), 1 << 24))
            .object();
    QCOMPARE(json.value(QStringLiteral("accepted_load")).toDouble(), results.acceptedLoad);

    exportAs(*window, folder, QStringLiteral("report"), QStringLiteral("HTML"));
    QVERIFY(head(out.filePath(QStringLiteral("x-report.html")), 1 << 24).contains("Small mesh"));
    exportAs(*window, folder, QStringLiteral("report"), QStringLiteral("PDF"));
    QVERIFY(head(out.filePath(QStringLiteral("x-report.pdf")), 5) == "%PDF-");
  }

  void sizeAndContentsAsChosen() {
    const Sandbox sandbox;
    const auto window = ranWindow();
    const QString folder = sandbox.path(QStringLiteral("out"));
    QVERIFY(QDir().mkpath(folder));
    const QDir out(folder);
    const auto picture = [&](const QStringList& without) {
      answerModal([=](QWidget* dialog) {
        auto* scale = dialog->findChild<QComboBox*>(QStringLiteral("exportScale"));
        auto* width = dialog->findChild<QSpinBox*>(QStringLiteral("exportWidth"));
        QVERIFY(!width->isVisible());
        scale->setFocus();
        QTest::keyClick(scale, Qt::Key_End);
        QVERIFY(width->isVisible());
        width->setFocus();
        width->selectAll();
        QTest::keyClicks(width, QStringLiteral("777"));
        for (const QString& part : without) {
          auto* box = dialog->findChild<QCheckBox*>(QStringLiteral("exportPart:") + part);
          QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
          QVERIFY(!box->isChecked());
        }
        dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(folder);
        dialog->findChild<QLineEdit*>(QStringLiteral("exportName"))
            ->setText(QStringLiteral("y") + without.join(QString()));
        QTest::mouseClick(button(*dialog, QStringLiteral("exportButton")), Qt::LeftButton);
        dialog->close();
      });
      window->actions().at("file.export")->trigger();
      return QImage(out.filePath(QStringLiteral("y%1-network.png").arg(without.join(QString()))));
    };
    const QImage all = picture({});
    QCOMPARE(all.width(), 777);
    const QImage bare = picture({QStringLiteral("legend")});
    QVERIFY(bare.height() < all.height());
    const QImage grey = picture({QStringLiteral("run")});
    QCOMPARE(grey.size(), all.size());
    QVERIFY(grey != all);

    answerModal([=](QWidget* dialog) {
      auto* plots = dialog->findChild<QCheckBox*>(QStringLiteral("export:plots"));
      auto* split = dialog->findChild<QCheckBox*>(QStringLiteral("exportPlot:where-cycles-go"));
      auto* latency = dialog->findChild<QCheckBox*>(QStringLiteral("exportPlot:latency"));
      QVERIFY(!split->isVisible());
      QTest::mouseClick(plots, Qt::LeftButton, {}, QPoint(8, plots->height() / 2));
      QTRY_VERIFY(split->isVisible());
      QVERIFY(latency->isChecked() && !split->isChecked());
      latency->setFocus();
      QTest::keyClick(latency, Qt::Key_Space);
      split->setFocus();
      QTest::keyClick(split, Qt::Key_Space);
      dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(folder);
      dialog->findChild<QLineEdit*>(QStringLiteral("exportName"))->setText(QStringLiteral("z"));
      QTest::mouseClick(button(*dialog, QStringLiteral("exportButton")), Qt::LeftButton);
      dialog->close();
    });
    window->actions().at("file.export")->trigger();
    QVERIFY(!out.exists(QStringLiteral("z-latency.pdf")));
    QVERIFY(out.exists(QStringLiteral("z-where-cycles-go.pdf")));
    QVERIFY(out.exists(QStringLiteral("z-accepted-load.pdf")));
  }

  void anAnimationCanBeCalledOff() {
    const Sandbox sandbox;
    const auto window = ranWindow();
    const QString folder = sandbox.path(QStringLiteral("out"));
    QVERIFY(QDir().mkpath(folder));
    ExportContent content;
    content.picture = window->canvasPane().canvas().picture();
    content.theme = &Theme::light();
    content.recording = window->session().runs().front().recording;
    ExportChoice choice;
    choice.folder = folder;
    choice.baseName = QStringLiteral("x");
    choice.animation = QStringLiteral("webp");
    const ExportOutcome outcome =
        exportFiles(content, choice, [](std::size_t done, std::size_t) { return done < 2; });
    QVERIFY(outcome.files.isEmpty());
    QVERIFY(outcome.error.contains(QStringLiteral("called off")));
    QVERIFY(QDir(folder).isEmpty());
  }

  void whatIsNotThereCannotBeChosen() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    answerModal([](QWidget* dialog) {
      QVERIFY(dialog->findChild<QCheckBox*>(QStringLiteral("export:picture"))->isEnabled());
      QVERIFY(!dialog->findChild<QCheckBox*>(QStringLiteral("export:report"))->isEnabled());
      dialog->close();
    });
    pressKeys(*window, Qt::Key_E, Qt::ControlModifier);
  }

  void aMissingFolderIsSaidInWords() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    ExportContent content;
    content.picture = window->canvasPane().canvas().picture();
    content.theme = &Theme::light();
    ExportChoice choice;
    choice.folder = sandbox.path(QStringLiteral("nowhere"));
    choice.baseName = QStringLiteral("x");
    choice.picture = QStringLiteral("png");
    const ExportOutcome outcome = exportFiles(content, choice);
    QVERIFY(outcome.files.isEmpty());
    QVERIFY(outcome.error.contains(QStringLiteral("nowhere")));
  }

  void namesSuitEveryFileSystem() {
    QCOMPARE(fileNameFor(QStringLiteral("Dragonfly h=2, adversarial")),
             QStringLiteral("Dragonfly-h-2-adversarial"));
    QCOMPARE(fileNameFor(QStringLiteral("../a/b")), QStringLiteral("a-b"));
    QCOMPARE(fileNameFor(QString()), QStringLiteral("network"));
  }
};

HOPSCOPE_TEST(ExportTest)
#include "export_test.moc"
