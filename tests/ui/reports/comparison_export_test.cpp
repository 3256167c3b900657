// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/comparison_export.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "projects/stored_run.h"
#include "tests/support/test_main.h"
#include "tests/ui/reports/report_support.h"

using namespace hopscope;
using namespace hopscope::test;

/// Runs side by side as files.
class ComparisonExportTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  StoredRun slow_, fast_;

  ComparisonContent content() const {
    ComparisonContent made;
    for (const StoredRun* run : {&slow_, &fast_})
      made.runs.push_back({QString::fromStdString(run->name), &run->design, &run->results,
                           QString::fromStdString(run->started)});
    for (PlotPicture* plot : {&made.plots.latency, &made.plots.accepted}) {
      plot->title = QStringLiteral("Against load");
      plot->curves.resize(1);
      plot->curves[0].x = {0.1, 0.2};
      plot->curves[0].y = {20, 22};
    }
    return made;
  }

  QString path(const char* name) const { return folder_.filePath(QLatin1String(name)); }

  QByteArray written(const char* name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

 private slots:
  void initTestCase() {
    slow_ = keptRun(1, smallDragonfly(0.1));
    fast_ = keptRun(2, smallDragonfly(0.2));
  }

  void theEndingIsTheFormat() {
    QString error;
    for (const char* name : {"c.html", "c.htm", "c.PDF", "c.csv"})
      QVERIFY2(exportComparison(content(), path(name), &error), qPrintable(error));
    for (const char* name : {"c.html", "c.htm"})
      QVERIFY(written(name).startsWith("<!DOCTYPE html>"));
    QVERIFY(written("c.csv").startsWith("kind,name,unit,"));
    const QByteArray pdf = written("c.PDF");
    QVERIFY(pdf.startsWith("%PDF-"));
    QVERIFY(pdf.count("/Type /Page\n") >= 2);
  }

  void otherEndingsAreRefused() {
    for (const char* name : {"c.png", "c.hopscope", "c."}) {
      QString error;
      QVERIFY(!exportComparison(content(), path(name), &error));
      QVERIFY2(error.contains(QLatin1String(name)) &&
                   error.endsWith(QStringLiteral("It may end in .html, .pdf or .csv.")),
               qPrintable(error));
      QVERIFY(!QFile::exists(path(name)));
    }
  }
};

HOPSCOPE_TEST(ComparisonExportTest)
#include "comparison_export_test.moc"
