// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine finds wrong, in another language: every sentence of it is marked.
#include <QAbstractButton>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/routing/dependency_graph.h"
#include "engine/simulation/simulation.h"
#include "engine/study/verdict_names.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "tests/ui/translation/marked_walk.h"
#include "ui/drawing/theme.h"
#include "ui/generate/generate_dialog.h"
#include "ui/inspectors/run_summary.h"
#include "ui/shell/design_mode.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/widgets/value_field.h"
#include "ui/words/engine_text.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

constexpr QChar kOpen(0x27E6), kClose(0x27E7);

QString brokenFolder() {
  return QStringLiteral(HOPSCOPE_SOURCE_DIR "/tests/data/designs/broken");
}

/// Is all of it within brackets?
bool isMarked(const QString& text) {
  int depth = 0;
  for (const QChar c : text) {
    if (c == kClose) --depth;
    if (depth == 0 && c.isLetter()) return false;
    if (c == kOpen) ++depth;
  }
  return depth == 0 && text.contains(kOpen);
}

/// A line of drawn routers, the last of which has no link.
Design withoutLink() {
  Design design = meshDesign();
  design.settings = {{"topology.kind", std::string("custom")}};
  for (std::uint32_t id = 0; id < 3; ++id) {
    design.drawn.routers.push_back({id, {}});
    design.drawn.terminals.push_back({id, id, {}});
  }
  design.drawn.links.push_back({0, 0, 1, "local", {}});
  return design;
}

}  // namespace

class MarkedFindingsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyBrokenDesignIsToldOf() {
    const Brackets brackets;
    int seen = 0;
    for (const QString& name : QDir(brokenFolder()).entryList({QStringLiteral("*.json")})) {
      QFile file(QDir(brokenFolder()).filePath(name));
      QVERIFY(file.open(QIODevice::ReadOnly));
      const ParsedDesign parsed = parseDesign(file.readAll().toStdString());
      const Issues issues = hasErrors(parsed.issues) ? parsed.issues : validate(parsed.design);
      for (const Issue& issue : issues) {
        ++seen;
        QVERIFY2(isMarked(issueText(issue)), describe(issue).c_str());
      }
    }
    QVERIFY(seen > 80);
    const std::set<std::string> known = knownWords();
    for (const std::string& words : brackets.engine)
      QVERIFY2(known.count(words) != 0, words.c_str());
  }

  void theHealthPanelAndTheFieldsAreMarked_data() {
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("text");
    QTest::newRow("end") << QStringLiteral("run.max_cycles") << QStringLiteral("5");
    QTest::newRow("buffer") << QStringLiteral("switch.buffers.local") << QStringLiteral("3");
    QTest::newRow("traffic") << QStringLiteral("traffic.pattern") << QStringLiteral("adversarial");
  }

  void theHealthPanelAndTheFieldsAreMarked() {
    QFETCH(const QString, setting);
    QFETCH(const QString, text);
    const Brackets brackets;
    const Sandbox sandbox;
    Design design = meshDesign();
    QVERIFY(setFromText(design, setting.toStdString(), text.toStdString()).empty());
    const auto window = windowWith(design);
    QTRY_VERIFY(window->designMode().health().problems() > 0);
    for (const Finding& finding : window->designMode().health().findings)
      QVERIFY2(finding.severity == Severity::note || isMarked(finding.text),
               qPrintable(finding.text));
    QTest::qWait(100);
    Walk walk;
    walk.all(*window, QStringLiteral("broken design"));
    QVERIFY2(walk.found().isEmpty(), qPrintable(walk.found().join(QLatin1Char('\n'))));
    auto* field = window->findChild<ValueField*>(QStringLiteral("traffic.load"));
    QVERIFY(field != nullptr);
    QTest::keyClicks(field->findChild<QLineEdit*>(), QStringLiteral("many"));
    QVERIFY2(isMarked(field->error()), qPrintable(field->error()));
  }

  /// What is shown is not read: the parts a finding names are still found.
  void partsOfAFindingAreFound() {
    const Brackets brackets;
    const Sandbox sandbox;
    const auto window = windowWith(withoutLink());
    QTRY_VERIFY(window->designMode().health().problems() > 0);
    const Finding& finding = window->designMode().health().findings.front();
    QVERIFY2(isMarked(finding.text), qPrintable(finding.text));
    QCOMPARE(finding.parts.routers, (std::set<RouterId>{2}));
    QVERIFY(!finding.remedy.empty());
  }

  void theGenerateDialogIsMarked() {
    const Brackets brackets;
    GenerateDialog dialog{Design{}, Theme::light()};
    dialog.show();
    auto* families = dialog.findChild<QListWidget*>();
    for (int i = 0; i < families->count(); ++i)
      if (families->item(i)->data(Qt::UserRole).toString() == QStringLiteral("mikant"))
        families->setCurrentRow(i);
    for (const auto& [name, text] : {std::pair("n", "16"), std::pair("k", "512")}) {
      auto* edit = dialog.findChild<ValueField*>(QLatin1String(name))->findChild<QLineEdit*>();
      edit->selectAll();
      QTest::keyClicks(edit, QLatin1String(text));
    }
    QVERIFY(brackets.engine.count("Choose a smaller n or k.") != 0);
    Walk walk;
    walk.all(dialog, QStringLiteral("generate, too large"));
    QVERIFY2(walk.found().isEmpty(), qPrintable(walk.found().join(QLatin1Char('\n'))));
  }

  void outcomesOfRunsAreMarked_data() {
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<QString>("verdict");
    QTest::newRow("a cycle") << QByteArray(R"("topology": {"kind": "ring", "routers": 6},
             "switch": {"virtual_channels": {"local": 1},
                        "buffers": {"local": 10, "injection": 50}},
             "routing": {"algorithm": "shortest_path", "allow_cycles": true},
             "traffic": {"load": 0.9, "packet_flits": 5},
             "run": {"warmup": 1000, "measure": 20000})")
                             << QStringLiteral("deadlocked");
    QTest::newRow("more than is carried")
        << QByteArray(R"("topology": {"kind": "mesh", "dimensions": [4, 4]},
             "traffic": {"load": 1.0}, "run": {"warmup": 500, "measure": 2000})")
        << QStringLiteral("saturated");
    QTest::newRow("never precise enough")
        << QByteArray(R"("topology": {"kind": "mesh", "dimensions": [4, 4]},
             "traffic": {"load": 0.1},
             "run": {"measure": 500, "until_ci": 0.001, "max_cycles": 4000})")
        << QStringLiteral("stable");
  }

  void outcomesOfRunsAreMarked() {
    QFETCH(const QByteArray, settings);
    QFETCH(const QString, verdict);
    const ParsedDesign parsed =
        parseDesign("{\"schema\": \"hopscope.design/1\", " + settings.toStdString() + "}");
    Compiled compiled = compile(parsed.design);
    QVERIFY(compiled.setup.has_value());
    const std::shared_ptr<const Topology> topology = compiled.setup->topology;
    const DependencyReport proof =
        examineDependencies(*topology, *compiled.setup->routing, reuseOf(*compiled.setup));
    Simulation simulation(std::move(*compiled.setup));
    while (!simulation.done()) simulation.advance(1000);
    const Results results = simulation.results();
    QCOMPARE(QString::fromStdString(std::string(nameOf(results.verdict))), verdict);
    const Brackets brackets;
    const QString explained = verdictSentence(*topology, results);
    QVERIFY2(explained.isEmpty() == (results.verdict == Verdict::stable) &&
                 (explained.isEmpty() || isMarked(explained)),
             qPrintable(explained));
    QCOMPARE(results.warnings.empty(), results.verdict == Verdict::saturated);
    for (const Sentence& warning : results.warnings)
      QVERIFY2(isMarked(engineText(warning)), warning.english().c_str());
    const QString proved = engineText(describe(*topology, proof));
    QVERIFY2(isMarked(proved), qPrintable(proved));
    const std::set<std::string> known = knownWords();
    for (const std::string& words : brackets.engine)
      QVERIFY2(known.count(words) != 0, words.c_str());
  }

  void filesThatCannotBeOpenedAreMarked_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("another file") << QStringLiteral("list.hopscope") << QByteArray("bread, milk");
    QTest::newRow("an empty file") << QStringLiteral("none.hopscope") << QByteArray();
    QTest::newRow("a broken design")
        << QStringLiteral("broken.json") << QByteArray("{\"schema\": \"hopscope.design/1\"}");
  }

  void filesThatCannotBeOpenedAreMarked() {
    QFETCH(const QString, name);
    QFETCH(const QByteArray, content);
    const Brackets brackets;
    const Sandbox sandbox;
    QFile file(sandbox.path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    const auto window = openWindow();
    QVERIFY(!window->openFile(file.fileName()));
    const QString text = window->messages().textOf(QStringLiteral("open"));
    QVERIFY2(isMarked(text), qPrintable(text));
    const std::set<std::string> known = knownWords();
    for (const std::string& words : brackets.engine)
      QVERIFY2(known.count(words) != 0, words.c_str());
  }
};

HOPSCOPE_TEST(MarkedFindingsTest)
#include "marked_findings_test.moc"
