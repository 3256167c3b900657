// SPDX-License-Identifier: GPL-3.0-or-later
// Studies in the window: a document made, edited, run, stopped, gone on with, read.
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <algorithm>

#include "engine/design/design_json.h"
#include "engine/study/study_documents.h"
#include "engine/study/study_table.h"
#include "tests/support/test_main.h"
#include "tests/ui/explore/studying.h"
#include "ui/drawing/plot_widget.h"
#include "ui/plots/scatter_plot.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/exact_rerun.h"
#include "ui/studies/study_editor.h"
#include "ui/studies/study_page.h"

using namespace hopscope;
using namespace hopscope::test;

class StudyPageTest : public QObject {
  Q_OBJECT

 private slots:
  void theOpenDesignOverLoad() {
    const Sandbox sandbox;
    Design design = meshDesign();
    design.settings["traffic.pattern"] = std::string("transpose");  // saturates below 0.5
    const auto window = windowWith(design);
    StudyPage& page = studiesOf(*window);
    auto* run = button(*window, QStringLiteral("studyRun"));
    QVERIFY(!run->isEnabled());
    QTest::mouseClick(button(*window, QStringLiteral("studyNew")), Qt::LeftButton);
    QVERIFY(labelText(page, "studyProblem").startsWith(QStringLiteral("9 points")));
    QVERIFY(window->session().studies().empty());  // looked at, and nothing run
    QTest::mouseClick(run, Qt::LeftButton);
    QVERIFY(page.running());
    QCOMPARE(run->text(), QStringLiteral("Stop"));
    QTRY_VERIFY_WITH_TIMEOUT(!page.running(), 120'000);
    QVERIFY(!run->isEnabled());  // nothing is missing
    // Beside others a load beyond saturation may have been run; what it comes to is the same.
    const Study study = parseStudy(page.document()).study;
    QCOMPARE(studyCsv(study, page.rows()), studyCsv(study, ranAlone(page.document())));
    auto* table = page.findChild<QTableView*>(QStringLiteral("studyTable"));
    QCOMPARE(table->model()->rowCount(), 9);
    auto* plot = page.findChild<PlotWidget*>(QStringLiteral("studyPlot"));
    QCOMPARE(plot->picture().curves.size(), std::size_t{1});
    QVERIFY(plot->picture().curves[0].x.size() >= 2);
    // Higher loads than the first saturated one are left out.
    QVERIFY(labelText(page, "studyState").contains(QStringLiteral("left out")));
    // Accepted over offered does not end there.
    page.drawCurves("traffic.load", "accepted_load");
    QVERIFY(plot->picture().curves[0].x.size() >= 3);
    page.drawPoints("accepted_load", "latency.mean");
    auto* scatter = page.findChild<ScatterPlot*>(QStringLiteral("studyScatter"));
    QVERIFY(!scatter->picture().front.empty());
    // A point chosen there is the row here.
    QTest::mouseClick(scatter, Qt::LeftButton, {},
                      scatter->placeOf(scatter->picture().front.front()).toPoint());
    QVERIFY(table->currentIndex().isValid());
    QTest::mouseClick(button(*window, QStringLiteral("studyPoint")), Qt::LeftButton);
    QCOMPARE(window->mode(), MainWindow::Mode::design);
    QCOMPARE(window->session().designs().size(), std::size_t{2});
    QVERIFY(window->session().document().design().name.rfind("Small mesh, 0.", 0) == 0);
  }

  void itGoesOnWhereItStopped() {
    const Sandbox sandbox;
    Design design = meshDesign();
    design.settings["run.measure"] = std::int64_t{150'000};
    auto window = windowWith(design);
    StudyPage& page = studiesOf(*window);
    QTest::mouseClick(button(*window, QStringLiteral("studyNew")), Qt::LeftButton);
    typeAxis(page, QStringLiteral("0.05, 0.1, 0.01"));
    QVERIFY2(labelText(page, "studyProblem").startsWith(QStringLiteral("6 points")),
             qPrintable(labelText(page, "studyProblem")));
    auto* seeds = page.findChild<QSpinBox*>(QStringLiteral("studySeeds"));
    seeds->setValue(2);
    QTest::qWait(400);
    QVERIFY(labelText(page, "studyProblem").contains(QStringLiteral("12 runs")));
    page.run();
    QTRY_VERIFY_WITH_TIMEOUT(page.rows().rows().size() >= 2, 60'000);
    page.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!page.running(), 10'000);
    const std::size_t before = page.rows().rows().size();
    QVERIFY(before < 12);
    QVERIFY(labelText(page, "studyState").contains(QStringLiteral("Stopped")));
    QCOMPARE(button(*window, QStringLiteral("studyRun"))->text(), QStringLiteral("Go on"));
    // In the project, saved and opened again.
    const QString file = sandbox.path(QStringLiteral("s.hopscope"));
    QVERIFY(!window->session().saveAs(file.toStdString()));
    window = openWindow();
    QVERIFY(window->openFile(file));
    StudyPage& again = studiesOf(*window);
    QCOMPARE(again.rows().rows().size(), before);
    QCOMPARE(again.findChild<QComboBox*>(QStringLiteral("studyChoice"))->count(), 1);
    again.run();
    QTRY_VERIFY_WITH_TIMEOUT(!again.running(), 120'000);
    QCOMPARE(again.rows().rows().size(), std::size_t{12});
    compareRows(again.rows(), ranAlone(again.document()));
    // Several seeds have intervals.
    again.drawCurves("traffic.load", "latency.mean");
    const auto& curve =
        again.findChild<PlotWidget*>(QStringLiteral("studyPlot"))->picture().curves.front();
    QVERIFY(!curve.errors.empty() && curve.errors.front() > 0);
  }

  void fieldsAndTextAreTheSameDocument() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    StudyPage& page = studiesOf(*window);
    QTest::mouseClick(button(*window, QStringLiteral("studyNew")), Qt::LeftButton);
    QTest::mouseClick(button(*window, QStringLiteral("studyAddAxis")), Qt::LeftButton);
    auto settings = page.findChildren<QComboBox*>(QStringLiteral("axisSetting"));
    QVERIFY(settings.size() >= 2);
    // What is not filled in yet is no mistake, and no matter of the text's words.
    QTest::qWait(400);
    QCOMPARE(labelText(page, "studyProblem"), QStringLiteral("Choose the setting that is varied."));
    settings.back()->setEditText(QStringLiteral("routing.algorithm"));
    QTest::qWait(400);
    QCOMPARE(labelText(page, "studyProblem"),
             QStringLiteral("routing.algorithm has no values yet."));
    QVERIFY(!button(*window, QStringLiteral("studyRun"))->isEnabled());
    auto values = page.findChildren<QLineEdit*>(QStringLiteral("axisValues"));
    values.back()->setText(QStringLiteral("dimension_order, valiant"));
    QTest::qWait(400);
    QVERIFY2(labelText(page, "studyProblem").startsWith(QStringLiteral("18 points")),
             qPrintable(labelText(page, "studyProblem")));
    QTest::mouseClick(button(*window, QStringLiteral("studyAsText")), Qt::LeftButton);
    auto* text = page.findChild<QPlainTextEdit*>(QStringLiteral("studyText"));
    QString words = text->toPlainText();
    QVERIFY(words.contains(QStringLiteral("\"valiant\"")));
    // What fields have no room for stays through them.
    words.replace(QStringLiteral("\"stop_rising\""),
                  QStringLiteral("\"objectives\": {\"accepted_load\": \"max\"},\n\"stop_rising\""));
    text->setPlainText(words);
    QTest::qWait(400);
    QTest::mouseClick(button(*window, QStringLiteral("studyAsText")), Qt::LeftButton);
    page.findChild<QSpinBox*>(QStringLiteral("studySeeds"))->setValue(3);
    QTest::qWait(400);
    QVERIFY(page.document().find("objectives") != std::string::npos);
    QVERIFY(parseStudy(page.document()).study.seeds.least == 3);
    // What is wrong is said, with its place, and is not run.
    QTest::mouseClick(button(*window, QStringLiteral("studyAsText")), Qt::LeftButton);
    text->setPlainText(
        text->toPlainText().replace(QStringLiteral("traffic.load"), QStringLiteral("traffic.lod")));
    QTest::qWait(400);
    QVERIFY2(labelText(page, "studyProblem").contains(QStringLiteral("traffic.lod")),
             qPrintable(labelText(page, "studyProblem")));
    QVERIFY(!button(*window, QStringLiteral("studyRun"))->isEnabled());
    text->setPlainText(QStringLiteral("{ nothing"));
    QTest::qWait(400);
    QVERIFY(!button(*window, QStringLiteral("studyRun"))->isEnabled());
    // Back in the fields there is what could be read last; the text is taken at once.
    text->setPlainText(words);
    QTest::mouseClick(button(*window, QStringLiteral("studyAsText")), Qt::LeftButton);
    QVERIFY(button(*window, QStringLiteral("studyRun"))->isEnabled());
    QVERIFY(page.document().find("objectives") != std::string::npos);
  }

  void aDocumentIsOpenedAndItsTableWritten() {
    const Sandbox sandbox;
    const auto window = openWindow();
    StudyPage& page = studiesOf(*window);
    const QString file = sandbox.path(QStringLiteral("study.json"));
    {
      QFile written(file);
      QVERIFY(written.open(QIODevice::WriteOnly));
      Design other = meshDesign();
      other.name = "Other mesh";
      other.settings["topology.dimensions"] = std::vector<std::int64_t>{3, 3};
      written.write(QByteArray::fromStdString(curveStudy("Two_meshes", {meshDesign(), other})));
    }
    answerModal([&](QWidget* dialog) { typeFile(dialog, file); });
    QTest::mouseClick(button(*window, QStringLiteral("studyOpen")), Qt::LeftButton);
    QCOMPARE(labelText(page, "studyTitle"), QStringLiteral("Two_meshes"));
    QCOMPARE(page.findChildren<QLabel*>(QStringLiteral("studyDesign")).size(), 2);
    // There is no project: one begins with it.
    page.run();
    QVERIFY(window->session().isOpen());
    QCOMPARE(window->mode(), MainWindow::Mode::explore);
    QTRY_VERIFY_WITH_TIMEOUT(!page.running(), 120'000);
    QCOMPARE(window->session().studies().size(), std::size_t{1});
    for (const auto& [name, words] : {std::pair{"t.csv", "Two_meshes"},
                                      {"t.tex", "\\toprule"},
                                      {"t.html", "data:image/svg+xml;base64,"},
                                      {"t.json", "hopscope.study/1"}}) {
      const QString table = sandbox.path(QLatin1String(name));
      QString problem;
      QVERIFY2(page.exportTo(table, &problem), qPrintable(problem));
      QFile written(table);
      QVERIFY(written.open(QIODevice::ReadOnly));
      const QByteArray all = written.readAll();
      if (QByteArray(name) == "t.csv")
        QCOMPARE(all.count('\n'), 19);
      else
        QVERIFY2(all.contains(words), name);
    }
    for (const char* name : {"p.svg", "p.pdf", "p.png"}) {
      QString problem;
      QVERIFY2(page.exportTo(sandbox.path(QLatin1String(name)), &problem), qPrintable(problem));
    }
    // Words leave the rows that have them.
    auto* filter = page.findChild<QLineEdit*>(QStringLiteral("studyFilter"));
    QTest::keyClicks(filter, QStringLiteral("other"));
    QCOMPARE(page.findChild<QTableView*>(QStringLiteral("studyTable"))->model()->rowCount(), 9);
    // Asked first; Enter keeps it.
    answerModal([](QWidget* dialog) { QTest::keyClick(dialog, Qt::Key_Return); });
    QTest::mouseClick(button(*window, QStringLiteral("studyDelete")), Qt::LeftButton);
    QCOMPARE(window->session().studies().size(), std::size_t{1});
    deleteStudy(*window);
    QVERIFY(window->session().studies().empty());
    QVERIFY(!button(*window, QStringLiteral("studyRun"))->isEnabled());
  }

  /// Nothing is promised of a study that is over.
  void nothingToDrawIsExplained() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    StudyPage& page = studiesOf(*window);
    QTest::mouseClick(button(*window, QStringLiteral("studyNew")), Qt::LeftButton);
    typeAxis(page, QStringLiteral("0.95, 1, 0.05"));
    page.drawCurves("traffic.load", "latency.mean");
    const auto says = [&page](const QString& text) {
      const auto* plot = page.findChild<PlotWidget*>(QStringLiteral("studyPlot"));
      const auto labels = plot->findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->isVisible() && label->text().startsWith(text);
      });
    };
    QVERIFY(says(QStringLiteral("Curves appear here")));
    page.run();
    QTRY_VERIFY_WITH_TIMEOUT(!page.running(), 60'000);
    QTRY_VERIFY(says(QStringLiteral("No point has a number of what is drawn")));
  }

  /// What was kept whole is there; another point is simulated again, to the same numbers.
  void pointsAreRuns() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    StudyPage& page = studiesOf(*window);
    QTest::mouseClick(button(*window, QStringLiteral("studyNew")), Qt::LeftButton);
    typeAxis(page, QStringLiteral("0.05, 0.15, 0.05"));
    auto* whole = page.findChild<QCheckBox*>(QStringLiteral("studyWhole"));
    whole->setChecked(true);
    page.run();
    QTRY_VERIFY_WITH_TIMEOUT(!page.running(), 60'000);
    const RunList& runs = window->session().runs();
    QTRY_COMPARE(runs.size(), std::size_t{3});
    QCOMPARE(runs.front().tags, std::vector<std::string>{"Small mesh over load"});
    auto* table = page.findChild<QTableView*>(QStringLiteral("studyTable"));
    auto* show = button(*window, QStringLiteral("studyPointRun"));
    auto* compare = button(*window, QStringLiteral("studyCompare"));
    QVERIFY(!show->isEnabled() && !compare->isEnabled());
    table->selectRow(1);
    QVERIFY(show->isEnabled() && !compare->isEnabled());
    QTest::mouseClick(show, Qt::LeftButton);
    QCOMPARE(window->mode(), MainWindow::Mode::run);
    QVERIFY(window->runMode().storedRun());
    const auto shown = runs.run(*window->runMode().storedRun());
    QCOMPARE(shown->design.settings.at("traffic.load"), Value{0.1});
    QCOMPARE(runs.size(), std::size_t{3});
    // The row and the run tell the same.
    for (const StudyRows::Row* row : page.rows().sorted())
      if (row->point == 1) {
        bool told = false;
        for (const auto& [name, value] : page.rows().named(*row).values)
          if (name == "latency.mean") told = value == shown->results.latency.mean;
        QVERIFY(told);
      }
    // Deleted, it is simulated again.
    const Results before = shown->results;
    window->session().removeRuns({runs[0].id, runs[1].id, runs[2].id});
    studiesOf(*window);
    table->selectAll();
    QVERIFY(!show->isEnabled() && compare->isEnabled());
    QTest::mouseClick(compare, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window->mode(), MainWindow::Mode::compare, 60'000);
    QCOMPARE(runs.size(), std::size_t{3});
    QCOMPARE(window->compareMode().chosen().size(), std::size_t{3});
    const auto again = runs.run(window->compareMode().chosen()[1]);
    QVERIFY(sameOutcome(again->results, before));
  }

  /// A program that ended between a run and its row left a run that no row tells of.
  void aWholeRunIsKeptOnce() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    StudyPage& page = studiesOf(*window);
    QTest::mouseClick(button(*window, QStringLiteral("studyNew")), Qt::LeftButton);
    typeAxis(page, QStringLiteral("0.05, 0.15, 0.05"));
    page.findChild<QCheckBox*>(QStringLiteral("studyWhole"))->setChecked(true);
    page.run();
    QTRY_VERIFY_WITH_TIMEOUT(!page.running(), 60'000);
    const RunList& runs = window->session().runs();
    QTRY_COMPARE(runs.size(), std::size_t{3});
    const std::string document = page.document();
    window->session().removeRuns({runs.front().id});
    deleteStudy(*window);
    page.openDocument(document);
    QVERIFY(page.rows().rows().empty());
    page.run();
    QTRY_VERIFY_WITH_TIMEOUT(!page.running(), 60'000);
    QCOMPARE(page.rows().rows().size(), std::size_t{3});
    QTRY_COMPARE(runs.size(), std::size_t{3});
  }

  void anotherProjectEndsIt() {
    const Sandbox sandbox;
    Design design = meshDesign(true);
    const auto window = windowWith(design);
    StudyPage& page = studiesOf(*window);
    QTest::mouseClick(button(*window, QStringLiteral("studyNew")), Qt::LeftButton);
    page.run();
    QVERIFY(page.running());
    QVERIFY(!window->session().saveAs(sandbox.path(QStringLiteral("a.hopscope")).toStdString()));
    const QString file = sandbox.path(QStringLiteral("d.json"));
    QFile written(file);
    QVERIFY(written.open(QIODevice::WriteOnly));
    written.write(QByteArray::fromStdString(writeDesign(meshDesign(true))));
    written.close();
    QVERIFY(window->openFile(file));
    QTRY_VERIFY_WITH_TIMEOUT(!page.running(), 10'000);
    QVERIFY(page.rows().rows().empty());
    // And the window closes while one runs.
    studiesOf(*window);
    QTest::mouseClick(button(*window, QStringLiteral("studyNew")), Qt::LeftButton);
    page.run();
    QVERIFY(page.running());
  }
};

HOPSCOPE_TEST(StudyPageTest)
#include "study_page_test.moc"
