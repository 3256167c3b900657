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
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/plots/live_plots.h"
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

/// Whether two pictures differ by more than the rounding of a pixel or two.
bool differ(const QImage& a, const QImage& b) {
  if (a.size() != b.size()) return true;
  int pixels = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) pixels += a.pixel(x, y) != b.pixel(x, y);
  return pixels > 20;
}

/// How long the frames of a WebP file are shown altogether.
int millisecondsOf(const QByteArray& webp) {
  int sum = 0;
  for (auto at = webp.indexOf("ANMF"); at >= 0; at = webp.indexOf("ANMF", at + 4)) {
    const auto byte = [&](int i) { return static_cast<unsigned char>(webp.at(at + 20 + i)); };
    sum += byte(0) | byte(1) << 8 | byte(2) << 16;
  }
  return sum;
}

}  // namespace

/// Everything that leaves the program, through the one dialog.
class ExportTest : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> ranWindow(const Design& design = meshDesign()) {
    auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(design);
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
    const std::size_t moments = std::min(wholeRun(*window).recording->spans.size(), kMostFrames);
    QVERIFY(moments > 2);
    QVERIFY(animation.startsWith("RIFF"));
    // The cycles below make each moment another picture; each is shown for a tenth of a second.
    QCOMPARE(static_cast<std::size_t>(animation.count("ANMF")), moments);
    QCOMPARE(millisecondsOf(animation), 100 * static_cast<int>(moments));
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
    const Results& results = wholeRun(*window).results;
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
      const QRect place = button(*dialog, QStringLiteral("exportButton"))->geometry();
      QVERIFY(!split->isEnabled());
      QTest::mouseClick(plots, Qt::LeftButton, {}, QPoint(8, plots->height() / 2));
      QTRY_VERIFY(split->isEnabled());
      QCOMPARE(button(*dialog, QStringLiteral("exportButton"))->geometry(), place);
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

  void eachPartOfAPictureIsAChoice() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    Design design = meshDesign(true);
    design.layout.notes = {{{0, -60}, "A note"}};
    window->session().document().load(design);
    window->runMode().step(500);
    const NetworkCanvas& canvas = window->canvasPane().canvas();
    QTRY_COMPARE(window->runMode().run().snapshot().cycle, Cycle{500});
    QTRY_COMPARE(window->runMode().run().state(), RunnerState::paused);
    QTRY_VERIFY(!canvas.picture().heat.packets.empty());
    Parts parts;
    parts.routers = {5};
    window->session().document().select(parts);
    const QString folder = sandbox.path(QStringLiteral("out"));
    QVERIFY(QDir().mkpath(folder));
    int made = 0;
    const auto pictureWithout = [&](const QString& part) {
      const QString name = QStringLiteral("x%1").arg(++made);
      answerModal([=](QWidget* dialog) {
        if (!part.isEmpty())
          dialog->findChild<QCheckBox*>(QStringLiteral("exportPart:") + part)->click();
        dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(folder);
        dialog->findChild<QLineEdit*>(QStringLiteral("exportName"))->setText(name);
        QTest::mouseClick(button(*dialog, QStringLiteral("exportButton")), Qt::LeftButton);
        dialog->close();
      });
      window->actions().at("file.export")->trigger();
      return QImage(QDir(folder).filePath(name + QStringLiteral("-network.png")));
    };
    const QImage all = pictureWithout({});
    QVERIFY(!all.isNull() && !differ(pictureWithout({}), all));
    std::vector<QImage> less;
    for (const char* part : {"legend", "names", "notes", "run", "packets", "selection"}) {
      less.push_back(pictureWithout(QLatin1String(part)));
      QVERIFY2(!less.back().isNull() && differ(less.back(), all), part);
    }
    for (std::size_t i = 0; i < less.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) QVERIFY(differ(less[i], less[j]));
  }

  void anAnimationCanBeCalledOff() {
    const Sandbox sandbox;
    const auto window = ranWindow();
    const QString folder = sandbox.path(QStringLiteral("out"));
    QVERIFY(QDir().mkpath(folder));
    ExportContent content;
    content.picture = window->canvasPane().canvas().picture();
    content.theme = &Theme::light();
    content.recording = wholeRun(*window).recording;
    ExportChoice choice;
    choice.folder = folder;
    choice.baseName = QStringLiteral("x");
    const auto upToTwo = [](std::size_t done, std::size_t) { return done < 2; };
    for (const char* format : {"webp", "png"}) {
      choice.animation = QLatin1String(format);
      choice.picture.clear();
      choice.data.clear();
      const ExportOutcome nothing = exportFiles(content, choice, upToTwo);
      QVERIFY(nothing.calledOff && nothing.error.isEmpty() && nothing.files.isEmpty());
      QVERIFY(QDir(folder).isEmpty());
      QCOMPARE(outcomeWords(nothing, folder),
               QStringLiteral("The animation was called off, and nothing is left of it."));
      // What else was wanted is written all the same, and said to be.
      choice.picture = QStringLiteral("svg");
      choice.data = QStringLiteral("json");
      const ExportOutcome rest = exportFiles(content, choice, upToTwo);
      QVERIFY(rest.calledOff);
      QCOMPARE(QDir(folder).entryList(QDir::Files),
               (QStringList{QStringLiteral("x-design.json"), QStringLiteral("x-network.svg")}));
      QCOMPARE(rest.files.size(), 2);
      QVERIFY(outcomeWords(rest, folder).contains(QStringLiteral("files written to")));
      for (const QString& file : rest.files) QVERIFY(QFile::remove(file));
    }
  }

  void anAnimationShowsWhatHasFailed() {
    const Sandbox sandbox;
    const auto window = ranWindow();
    ExportContent content;
    content.picture = window->canvasPane().canvas().picture();
    content.theme = &Theme::light();
    content.recording = wholeRun(*window).recording;
    content.design = meshDesign();
    const QString folder = sandbox.path(QStringLiteral("out"));
    QVERIFY(QDir().mkpath(folder));
    const auto moments = [&](const QString& name) {
      ExportChoice choice;
      choice.folder = folder;
      choice.baseName = name;
      choice.animation = QStringLiteral("png");
      std::vector<QImage> images;
      for (const QString& file : exportFiles(content, choice).files) images.emplace_back(file);
      return images;
    };
    const std::vector<QImage> whole = moments(QStringLiteral("whole"));
    const Topology& topology = *content.picture.topology;
    LinkId link = 0;
    while (topology.kindOf(link) == LinkKind::terminal) ++link;
    Phase phase;
    phase.at = std::int64_t{3000};
    phase.fail.channels = {topology.linkIds[link]};
    content.design.phases = {phase};
    const std::vector<QImage> broken = moments(QStringLiteral("broken"));
    QCOMPARE(broken.size(), whole.size());
    QVERIFY(whole.size() > 2 && !whole.front().isNull());
    QVERIFY(!differ(broken.front(), whole.front()));
    QVERIFY(differ(broken.back(), whole.back()));
  }

  void anAnimationNeedsTheColoursOfTheRun() {
    const Sandbox sandbox;
    const auto window = ranWindow();
    answerModal([](QWidget* dialog) {
      auto* animation = dialog->findChild<QCheckBox*>(QStringLiteral("export:animation"));
      auto* colours = dialog->findChild<QCheckBox*>(QStringLiteral("exportPart:run"));
      const auto says = [&] {
        for (const auto* label : dialog->findChildren<QLabel*>())
          if (label->text().contains(QStringLiteral("nothing but the colours"))) return true;
        return false;
      };
      animation->setChecked(true);
      QVERIFY(animation->isEnabled() && !says());
      QVERIFY(!qobject_cast<ExportDialog*>(dialog)->choice().animation.isEmpty());
      colours->setFocus();
      QTest::keyClick(colours, Qt::Key_Space);
      QVERIFY(!animation->isEnabled() && says());
      QVERIFY(qobject_cast<ExportDialog*>(dialog)->choice().animation.isEmpty());
      QTest::keyClick(colours, Qt::Key_Space);
      QVERIFY(animation->isEnabled() && !says());
      dialog->close();
    });
    window->actions().at("file.export")->trigger();
  }

  void plotsHaveNamesOfTheirOwn() {
    const Sandbox sandbox;
    const auto window = ranWindow();
    ExportContent content;
    content.picture = window->canvasPane().canvas().picture();
    content.theme = &Theme::light();
    content.run = window->runMode().plots().plots();
    content.results = wholeRun(*window).results;
    CurvePoint point;
    point.offered = 0.2;
    content.curve = {point};
    const ExportDialog dialog(std::move(content));
    QStringList names;
    for (const auto* box : dialog.findChildren<QCheckBox*>())
      if (box->objectName().startsWith(QStringLiteral("exportPlot:"))) names << box->text();
    QVERIFY(names.contains(QStringLiteral("Latency")));
    QVERIFY(names.contains(QStringLiteral("Latency curve")));
    QCOMPARE(names.removeDuplicates(), 0);
  }

  void manyFilesToReplaceAreCounted() {
    const Sandbox sandbox;
    Design design = meshDesign();
    design.settings["run.window"] = std::int64_t{100};
    const auto window = ranWindow(design);
    const QString folder = sandbox.path(QStringLiteral("out"));
    QVERIFY(QDir().mkpath(folder));
    exportAs(*window, folder, QStringLiteral("animation"), QStringLiteral("PNG"));
    const auto moments = QDir(folder).entryList(QDir::Files).size();
    QVERIFY(moments > 12);
    QString listed;
    answerModal([&](QWidget* dialog) {
      dialog->findChild<QCheckBox*>(QStringLiteral("export:picture"))->setChecked(false);
      dialog->findChild<QCheckBox*>(QStringLiteral("export:animation"))->setChecked(true);
      dialog->findChild<QComboBox*>(QStringLiteral("exportFormat:animation"))
          ->setCurrentText(QStringLiteral("PNG"));
      dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(folder);
      dialog->findChild<QLineEdit*>(QStringLiteral("exportName"))->setText(QStringLiteral("x"));
      answerModal([&](QWidget* question) {
        listed = qobject_cast<QMessageBox*>(question)->informativeText();
        press(question, QStringLiteral("Back"));
      });
      QTest::mouseClick(button(*dialog, QStringLiteral("exportButton")), Qt::LeftButton);
      QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("exportMessage"))
                  ->text()
                  .startsWith(QStringLiteral("Nothing was written.")));
      dialog->close();
    });
    window->actions().at("file.export")->trigger();
    const QStringList lines = listed.split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 11);
    QCOMPARE(lines.constFirst(), QStringLiteral("x-moment-001.png"));
    QCOMPARE(lines.constLast(), QStringLiteral("and %1 more").arg(moments - 10));
  }

  /// Keeping what is there keeps nothing else from being written.
  void keptFilesStayAndOthersAreWritten() {
    const Sandbox sandbox;
    const auto window = ranWindow();
    const QString folder = sandbox.path(QStringLiteral("out"));
    QVERIFY(QDir().mkpath(folder));
    QFile old(folder + QStringLiteral("/x-network.png"));
    QVERIFY(old.open(QIODevice::WriteOnly) && old.write("mine") == 4);
    old.close();
    answerModal([&](QWidget* dialog) {
      dialog->findChild<QCheckBox*>(QStringLiteral("export:picture"))->setChecked(true);
      dialog->findChild<QCheckBox*>(QStringLiteral("export:data"))->setChecked(true);
      dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(folder);
      dialog->findChild<QLineEdit*>(QStringLiteral("exportName"))->setText(QStringLiteral("x"));
      answerModal([&](QWidget* question) { press(question, QStringLiteral("Keep them")); });
      QTest::mouseClick(button(*dialog, QStringLiteral("exportButton")), Qt::LeftButton);
      QCOMPARE(
          dialog->findChild<QLabel*>(QStringLiteral("exportMessage"))->text(),
          QStringLiteral("2\u00a0files written to %1. 1\u00a0file kept as before.").arg(folder));
      dialog->close();
    });
    window->actions().at("file.export")->trigger();
    QCOMPARE(head(folder + QStringLiteral("/x-network.png"), 10), QByteArray("mine"));
    QVERIFY(QFileInfo::exists(folder + QStringLiteral("/x-windows.csv")));
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
