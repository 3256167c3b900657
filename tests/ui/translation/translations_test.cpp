// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/translations.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

#include "engine/core/parameter.h"
#include "tests/support/test_main.h"
#include "ui/words/engine_text.h"

using namespace hopscope;

/// A translation that lies in a folder is used; one that can't be read is none.
class TranslationsTest : public QObject {
  Q_OBJECT

 private slots:
  void isLoadedForItsLanguageOnly() {
    const QString folder = QStringLiteral(HOPSCOPE_SOURCE_DIR "/tests/data/translations");
    QCOMPARE(loadTranslation(QLocale(QLocale::Finnish), {folder}), QString());
    QCOMPARE(engineText("Traffic"), QStringLiteral("Traffic"));
    const QTemporaryDir broken;
    QFile file(broken.filePath(QStringLiteral("hopscope_de.qm")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no translation") > 0);
    file.close();
    QCOMPARE(loadTranslation(QLocale(QLocale::German), {broken.path()}), QString());
    // The next folder has one.
    QVERIFY(loadTranslation(QLocale(QLocale::German), {broken.path(), folder})
                .endsWith(QStringLiteral("hopscope_de.qm")));
    QCOMPARE(engineText("Traffic"), QStringLiteral("Verkehr"));
    QCOMPARE(engineText("Dragonfly"), QStringLiteral("Dragonfly"));
    Parameter load;
    load.label = "Traffic";
    load.maximum = 1;
    QCOMPARE(issueText(*check(load, std::int64_t{2}, "traffic.load")),
             QStringLiteral("2 geht nicht für Verkehr. Erlaubt: whole numbers from 0 bis 1."));
    QCOMPARE(engineText(sentence("There is no terminal {}.", 9)),
             QStringLiteral("There is no terminal 9."));
    QCOMPARE(QCoreApplication::translate("hopscope::ExportDialog", "Export"),
             QStringLiteral("Exportieren"));
  }
};

HOPSCOPE_TEST(TranslationsTest)
#include "translations_test.moc"
