// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

/// hopscope-cli model, figure and figures.
class FiguresCommandTest : public QObject {
  Q_OBJECT

  CommandResult command(const QStringList& arguments) const {
    return runCommand(folder_.path(), arguments);
  }
  static QJsonDocument json(const CommandResult& result) {
    return QJsonDocument::fromJson(result.out);
  }

  QTemporaryDir folder_;

 private slots:
  void modelsAreListed();
  void aModelTellsUnitsAndSource();
  void wrongArguments_data();
  void wrongArguments();
  void figuresAreListed();
  void aFigureIsWritten();
};

void FiguresCommandTest::modelsAreListed() {
  const CommandResult result = command({"model"});
  QCOMPARE(result.exitCode, 0);
  QVERIFY(result.out.contains("line_rate") && result.out.contains("tree_comparison"));
}

void FiguresCommandTest::aModelTellsUnitsAndSource() {
  const CommandResult text = command({"model", "line_rate", "lookup_ns=2"});
  QCOMPARE(text.exitCode, 0);
  QVERIFY2(text.out.contains("336 Gb/s") && text.out.contains("Source: "), text.out);
  const auto result = json(command({"model", "line_rate", "lookup_ns=2", "--json"})).object();
  const auto rate = result["results"].toObject()["line_rate"].toObject();
  QCOMPARE(rate["value"].toDouble(), 336.0);
  QCOMPARE(rate["unit"].toString(), QString("Gb/s"));
  QCOMPARE(result["parameters"].toObject()["packet_bytes"].toDouble(), 84.0);
}

void FiguresCommandTest::wrongArguments_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QByteArray>("said");
  const auto row = [](const char* name, const QStringList& arguments, const char* said) {
    QTest::newRow(name) << arguments << QByteArray(said);
  };
  row("model", {"model", "line_rat"}, "Did you mean \"line_rate\"?");
  row("value", {"model", "line_rate", "lookup=2"}, "There is no such value here.");
  row("range", {"model", "line_rate", "lookup_ns=0"}, "Allowed: 0.001");
  row("no number", {"model", "line_rate", "lookup_ns=fast"}, "Lookup cannot be \"fast\"");
  row("no equals", {"model", "line_rate", "2"}, "Write name=value");
  row("figure", {"figure", "000/R-500", "--out", "f"}, "Did you mean \"000/R-50\"?");
  row("parent", {"figure", "000/R-1", "--out", "none/f"}, "there is no folder");
  row("no folder", {"figure", "000/R-1"}, "--out");
  row("jobs", {"figures", "--verify", "--jobs", "0"}, "--jobs");
}

void FiguresCommandTest::wrongArguments() {
  QFETCH(QStringList, arguments);
  QFETCH(QByteArray, said);
  const CommandResult result = command(arguments);
  QCOMPARE(result.exitCode, 2);
  QVERIFY2(result.err.contains(said), result.err);
  QVERIFY(result.out.isEmpty());
  QVERIFY(QDir(folder_.path()).entryList({"f", "none"}, QDir::Dirs).isEmpty());
}

void FiguresCommandTest::figuresAreListed() {
  QVERIFY(command({"figures"}).out.contains("000/R-51"));
  const QJsonArray figures = json(command({"figures", "--json"})).array();
  QVERIFY(figures.size() > 30);
  for (const auto& figure : figures)
    for (const char* key : {"ids", "title", "source", "tag", "errata"})
      QVERIFY2(figure.toObject().contains(key), key);
}

void FiguresCommandTest::aFigureIsWritten() {
  const CommandResult result = command({"figure", "000/R-53", "--out", "r53", "--quick"});
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.out.contains("differs") && result.out.contains("source 13, ours 14.9"),
           result.out);
  QVERIFY(result.out.contains("Errata: "));
  const QJsonObject written =
      QJsonDocument::fromJson(readFile(folder_.filePath("r53/result.json"))).object();
  QVERIFY(written["as_expected"].toBool());
  QVERIFY(readFile(folder_.filePath("r53/table.csv")).startsWith("quantity,source,wanted,ours,"));
  QVERIFY(readFile(folder_.filePath("r53/series.csv")).count('\n') > 4);

  QCOMPARE(command({"figure", "000/R-20", "--out", "r20", "--quick"}).exitCode, 0);
  const QImage plot(folder_.filePath("r20/plot.png"));
  QVERIFY(plot.width() > 400 && plot.height() > 100);
  QVERIFY(readFile(folder_.filePath("r20/plot.svg")).contains("<svg"));
}

HOPSCOPE_TEST(FiguresCommandTest)
#include "figures_test.moc"
