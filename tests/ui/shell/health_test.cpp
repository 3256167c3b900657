// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QLabel>
#include <QTest>
#include <algorithm>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "projects/stored_run.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/document/design_document.h"
#include "ui/drawing/icons.h"
#include "ui/drawing/theme.h"
#include "ui/shell/design_mode.h"
#include "ui/shell/health_check.h"
#include "ui/shell/health_panel.h"
#include "ui/shell/project_session.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

HealthReport examine(const Design& design, std::optional<Results> lastRun = {}) {
  DesignDocument document;
  document.load(design);
  return examineHealth({document.design(), document.topology(), document.placement(),
                        document.issues(), std::move(lastRun)});
}

const Finding* findingAt(const std::vector<Finding>& findings, const std::string& path) {
  const auto found =
      std::find_if(findings.begin(), findings.end(), [&path](const Finding& finding) {
        return finding.severity != Severity::note && finding.path == path;
      });
  return found == findings.end() ? nullptr : &*found;
}

/// A ring in which packets can wait for each other once it has one virtual channel only.
Design ring(bool allowed) {
  Design design;
  design.settings["topology.kind"] = std::string("torus");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{6};
  design.settings["switch.virtual_channels.local"] = std::int64_t{1};
  design.settings["traffic.load"] = 0.1;
  if (allowed) design.settings["routing.allow_cycles"] = true;
  return design;
}

Design withRouter(bool connected) {
  Design design;
  design.settings["topology.kind"] = std::string("custom");
  for (std::uint32_t id = 0; id < 4; ++id) {
    design.drawn.routers.push_back({id, {}});
    design.drawn.terminals.push_back({id, id});
    design.layout.routers[id] = {100.0 * id, 0};
  }
  design.drawn.links = {{0, 0, 1, "local", {}}, {1, 1, 2, "local", {}}};
  if (connected) design.drawn.links.push_back({2, 2, 3, "local", {}});
  return design;
}

/// What those who hear labels are told of all that are shown.
QStringList shownLabels(QWidget& window) {
  QStringList names;
  for (const QLabel* label : window.findChildren<QLabel*>())
    if (label->isVisible()) names << label->accessibleName();
  return names;
}

}  // namespace

/// What the health panel says, and that its remedies do what they promise.
class HealthTest : public QObject {
  Q_OBJECT

 private slots:
  void tooFewVirtualChannels() {
    const Design design = ring(false);
    const HealthReport report = examine(design);
    const Finding* finding = findingAt(report.findings, "switch.virtual_channels.local");
    QVERIFY(finding != nullptr);
    QVERIFY(!finding->remedy.empty());
    const Design mended = remedied(design, finding->remedy);
    QCOMPARE(std::get<std::int64_t>(effectiveValue(mended, "switch.virtual_channels.local")),
             std::int64_t{2});
    QCOMPARE(examine(mended).problems(), 0);
  }

  /// Errors are no mere warnings, beside the panel's name either.
  void whatIsWrongIsRed() {
    for (const bool wrong : {true, false}) {
      Design design = wrong ? ring(false) : meshDesign();
      if (!wrong) {  // slow, but sound
        design.settings["channels.local.latency"] = std::int64_t{100};
        design.settings["switch.buffers.local"] = std::int64_t{16};
      }
      const auto window = windowWith(design);
      QTRY_VERIFY(window->designMode().health().problems() > 0);
      QCOMPARE(window->designMode().health().hasErrors(), wrong);
      const auto labels =
          window->findChild<QWidget*>(QStringLiteral("dock.health"))->findChildren<QLabel*>();
      const auto chip = std::find_if(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->property("chip").isValid() && label->text().contains(u"finding");
      });
      QVERIFY(chip != labels.end());
      QCOMPARE((*chip)->property("chip").toString(), wrong ? u"bad" : u"warn");
    }
  }

  void deadlockThatWasAllowed() {
    const Design design = ring(true);
    const HealthReport report = examine(design);
    const auto cycle =
        std::find_if(report.findings.begin(), report.findings.end(), [](const Finding& finding) {
          return finding.path == "switch.virtual_channels" && !finding.parts.links.empty();
        });
    QVERIFY(cycle != report.findings.end());
    QVERIFY(!cycle->remedy.empty());
    for (const Finding& finding : examine(remedied(design, cycle->remedy)).findings)
      QVERIFY2(!finding.text.contains(QStringLiteral("in a cycle")), qPrintable(finding.text));
  }

  void bufferBelowTheRoundTrip_data() {
    QTest::addColumn<std::string>("model");
    QTest::addColumn<std::string>("path");
    QTest::addRow("virtual cut-through")
        << std::string("vct") << std::string("switch.buffers.local");
    QTest::addRow("wormhole") << std::string("wormhole") << std::string("switch.buffer_flits");
  }
  void bufferBelowTheRoundTrip() {
    QFETCH(std::string, model);
    QFETCH(std::string, path);
    Design design = meshDesign();
    design.settings["switch.model"] = model;
    design.settings["channels.local.latency"] = std::int64_t{100};
    design.settings[path] = std::int64_t{16};
    const HealthReport report = examine(design);
    const Finding* finding = findingAt(report.findings, path);
    QVERIFY(finding != nullptr);
    QVERIFY(!finding->remedy.empty());
    const Design mended = remedied(design, finding->remedy);
    QVERIFY(findingAt(examine(mended).findings, path) == nullptr);
    // No larger than it has to be: at most the rounding of large sizes more.
    Design smaller = mended;
    smaller.settings[path] = std::get<std::int64_t>(effectiveValue(mended, path)) - 8;
    QVERIFY(findingAt(examine(smaller).findings, path) != nullptr);
  }

  void routerWithoutALink() {
    const Design design = withRouter(false);
    const HealthReport report = examine(design);
    const Finding* finding = findingAt(report.findings, "topology.channels");
    QVERIFY(finding != nullptr);
    QCOMPARE(finding->remedy.links.size(), std::size_t{1});
    // The nearest of the others.
    QCOMPARE(finding->remedy.links.front(), (std::pair<std::uint32_t, std::uint32_t>{3, 2}));
    QVERIFY(findingAt(examine(remedied(design, finding->remedy)).findings, "topology.channels") ==
            nullptr);
    QVERIFY(findingAt(examine(withRouter(true)).findings, "topology.channels") == nullptr);
  }

  /// Two parts of two routers each: the pairs between them are unreachable, until a link joins
  /// them.
  void partsThatCannotReachEachOther() {
    Design design = withRouter(true);
    design.drawn.links.erase(design.drawn.links.begin() + 1);
    const HealthReport report = examine(design);
    const Finding* finding = findingAt(report.findings, "topology.channels");
    QVERIFY(finding != nullptr);
    QVERIFY2(finding->text.contains(QStringLiteral("2 terminals cannot be reached")),
             qPrintable(finding->text));
    QCOMPARE(finding->remedy.links.size(), std::size_t{1});
    const Design joined = remedied(design, finding->remedy);
    QVERIFY(findingAt(examine(joined).findings, "topology.channels") == nullptr);
    QVERIFY(!hasErrors(validate(joined)));
  }

  void routingThatDoesNotFit() {
    Design design = meshDesign();
    design.settings["routing.algorithm"] = std::string("mikant");
    const HealthReport report = examine(design);
    const Finding* finding = findingAt(report.findings, "routing.algorithm");
    QVERIFY(finding != nullptr);
    QVERIFY(!finding->remedy.empty());
    QVERIFY(!hasErrors(validate(remedied(design, finding->remedy))));
  }

  /// In a ring of six under dimension order no channel bears more than 1 / bound; above, the panel
  /// says so and lowers the load below it.
  void loadAboveTheBound() {
    Design design = meshDesign();
    design.settings["traffic.pattern"] = std::string("transpose");
    design.settings["traffic.load"] = 0.95;
    const HealthReport report = examine(design);
    const Finding* finding = findingAt(report.findings, "traffic.load");
    QVERIFY(finding != nullptr);
    QCOMPARE(finding->parts.links.size(), std::size_t{1});
    const Design mended = remedied(design, finding->remedy);
    QVERIFY(std::get<double>(effectiveValue(mended, "traffic.load")) < 0.95);
    QVERIFY(findingAt(examine(mended).findings, "traffic.load") == nullptr);
  }

  /// A CAM for each switch bears far less than its channels; the panel names it.
  void loadAboveWhatTheCamBears() {
    Design design = meshDesign();
    design.settings["forwarding.lookup"] = std::string("bcam");
    design.settings["traffic.load"] = 0.3;
    const HealthReport report = examine(design);
    const Finding* finding = findingAt(report.findings, "traffic.load");
    QVERIFY(finding != nullptr);
    QVERIFY2(finding->reason.contains(QStringLiteral("The CAM of router ")),
             qPrintable(finding->reason));
    QCOMPARE(finding->parts.routers.size(), std::size_t{1});
    const Design mended = remedied(design, finding->remedy);
    QVERIFY(std::get<double>(effectiveValue(mended, "traffic.load")) < 0.1);
    QVERIFY(findingAt(examine(mended).findings, "traffic.load") == nullptr);
  }

  /// What the last run showed, with the busiest link to look at and a load that it did accept.
  void saturatedInTheLastRun() {
    const Design design = meshDesign();
    Results results;
    results.complete = true;
    results.offeredLoad = 0.2;
    results.acceptedLoad = 0.1;
    results.channelUtilization.assign(80, 0.1);  // of 16 cables and 24 links, both ways
    results.channelUtilization[41] = 0.97;
    QVERIFY(findingAt(examine(design, results).findings, "traffic.load") == nullptr);
    results.verdict = Verdict::saturated;
    const HealthReport report = examine(design, results);
    const Finding* finding = findingAt(report.findings, "traffic.load");
    QVERIFY(finding != nullptr);
    QCOMPARE(finding->parts.links, std::set<LinkId>{20});
    const Design mended = remedied(design, finding->remedy);
    QVERIFY(std::get<double>(effectiveValue(mended, "traffic.load")) <= results.acceptedLoad);

    // No load is raised, and where phases change it there is not one number to lower.
    results.acceptedLoad = 0.19;
    Design less = design;
    less.settings["traffic.load"] = 0.17;
    QVERIFY(findingAt(examine(less, results).findings, "traffic.load")->remedy.empty());
    Design rising = design;
    rising.settings["traffic.load"] = 0.3;
    QVERIFY(!findingAt(examine(rising, results).findings, "traffic.load")->remedy.empty());
    Phase more;
    more.at = std::int64_t{100};
    more.set["traffic.load"] = 0.31;
    rising.phases = {more};
    QVERIFY(findingAt(examine(rising, results).findings, "traffic.load")->remedy.empty());
  }

  void whatIsRefusedDoesNotGrow() {
    const Design design = meshDesign();
    Results results;
    results.complete = true;
    results.offeredLoad = 0.2;
    results.acceptedLoad = 0.1;
    results.verdict = Verdict::saturated;
    const auto words = [&] {
      return findingAt(examine(design, results).findings, "traffic.load")->text;
    };
    QVERIFY(words().contains(QStringLiteral("queues grow without end")));
    results.packetsRefused = 1000;
    QVERIFY(words().contains(QStringLiteral("refused")));
    QVERIFY(!words().contains(QStringLiteral("without end")));
  }

  /// At once after another network came, nothing is said that was true of the one before.
  void anotherNetworkIsNotToldByTheLastOne() {
    const Sandbox sandbox;
    const auto window = windowWith(ring(false));
    QTRY_VERIFY(!window->designMode().health().findings.empty());
    Design mesh = meshDesign();
    mesh.settings["topology.dimensions"] = std::vector<std::int64_t>{30, 30};
    window->session().document().replaceDesign(mesh, QStringLiteral("Generate"));
    QVERIFY(window->designMode().health().findings.empty());
    const auto shown = [&](const QString& text) {
      const auto labels = window->findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->isVisible() && label->text() == text;
      });
    };
    QVERIFY(shown(QStringLiteral("900")));  // routers, counted
    QVERIFY(shown(QStringLiteral("checking")));
    QTRY_VERIFY_WITH_TIMEOUT(!window->designMode().health().findings.empty(), 20'000);
    QVERIFY(shown(QStringLiteral("no problems")));
  }

  void whatWasNotProvedIsNotCalledSound() {
    HealthReport small = examine(meshDesign());
    QVERIFY(small.proved);
    QCOMPARE(small.problems(), 0);
    Design large = meshDesign();
    large.settings["topology.dimensions"] = std::vector<std::int64_t>{110, 110};
    HealthReport report = examine(large);
    QVERIFY(!report.proved);
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    QTRY_VERIFY(window->designMode().health().proved);
    // Nor has it the sign of what is.
    QCOMPARE(std::count_if(report.findings.begin(), report.findings.end(),
                           [](const Finding& each) { return each.open; }),
             std::ptrdiff_t{1});
    QVERIFY(std::none_of(small.findings.begin(), small.findings.end(),
                         [](const Finding& each) { return each.open; }));
    emit window->findChild<HealthWatcher*>()->checked(report);
    QTRY_VERIFY(shownLabels(*window).contains(QStringLiteral("not known")));
    report.findings.clear();
    emit window->findChild<HealthWatcher*>()->checked(report);
    for (const QLabel* label : window->findChildren<QLabel*>())
      QVERIFY(!label->isVisible() || label->text() != QStringLiteral("no problems"));
    QCOMPARE(button(*window, QStringLiteral("statusFinding"))->accessibleName(),
             QStringLiteral("Not proved to be sound"));
  }

  void starvingTerminals() {
    const Design design = meshDesign();
    Results results;
    results.complete = true;
    results.verdict = Verdict::saturated;
    results.packetsMeasured = 16 * 200;
    results.packetsRefused = 100;
    results.routers.resize(16);
    for (RouterResult& router : results.routers) router.acceptedLoad = 0.2;
    results.routers[5].acceptedLoad = 0.05;
    const HealthReport report = examine(design, results);
    const Finding* finding = findingAt(report.findings, "switch.allocator.arbiter");
    QVERIFY(finding != nullptr);
    QCOMPARE(finding->parts.routers, std::set<RouterId>{5});
    QCOMPARE(std::get<std::string>(
                 effectiveValue(remedied(design, finding->remedy), "switch.allocator.arbiter")),
             std::string("age"));
    results.routers[5].acceptedLoad = 0.15;
    QVERIFY(findingAt(examine(design, results).findings, "switch.allocator.arbiter") == nullptr);
  }

  /// That the network bears less is said of the load; who gets in least, and why, beside it.
  void whoStarvesBehindItsOwnLinkIsTold() {
    const Design design = parseDesign(R"({"schema": "hopscope.design/1",
      "topology": {"kind": "ring", "routers": 12},
      "overrides": [{"channels": [15], "bandwidth": 0.1}],
      "traffic": {"pattern": "neighbour", "load": 0.9, "packet_flits": 4}})")
                              .design;
    Issues issues;
    const auto topology = buildTopology(design, issues);
    Results results;
    results.complete = true;
    results.verdict = Verdict::saturated;
    results.packetsMeasured = 12 * 1000;
    results.packetsRefused = 100;
    results.offeredLoad = results.generatedOverAll = 0.9;
    results.acceptedLoad = 0.83;
    results.routers.resize(12);
    for (RouterResult& router : results.routers) router.acceptedLoad = 0.9;
    results.routers[3].acceptedLoad = 0.1;
    results.channelUtilization.assign(topology->channelCount(), 0.9);
    results.channelUtilization[30] = 1;
    const HealthReport report = examine(design, results);
    QVERIFY(findingAt(report.findings, "traffic.load") != nullptr);
    const auto starve =
        std::find_if(report.findings.begin(), report.findings.end(), [](const Finding& each) {
          return each.text.startsWith(QStringLiteral("Terminals of router 3 starve"));
        });
    QVERIFY(starve != report.findings.end());
    QVERIFY2(starve->reason.endsWith(
                 QStringLiteral("is full of what terminals of router 3 send themselves.")),
             qPrintable(starve->reason));
    QCOMPARE(starve->parts.links, std::set<LinkId>{15});
  }

  /// The diagonal of a transpose has nothing to send.
  void whoHasNothingToSendDoesNotStarve() {
    Design design = meshDesign();
    design.settings["traffic.pattern"] = std::string("transpose");
    Results results;
    results.complete = true;
    results.verdict = Verdict::saturated;
    results.packetsMeasured = 16 * 200;
    results.packetsRefused = 100;
    results.routers.resize(16);
    for (RouterResult& router : results.routers) router.acceptedLoad = 0.2;
    for (const std::size_t diagonal : {0, 5, 10, 15}) results.routers[diagonal].acceptedLoad = 0;
    QVERIFY(findingAt(examine(design, results).findings, "switch.allocator.arbiter") == nullptr);
    results.routers[1].acceptedLoad = 0;
    const HealthReport report = examine(design, results);
    const Finding* finding = findingAt(report.findings, "switch.allocator.arbiter");
    QVERIFY(finding != nullptr);
    QCOMPARE(finding->parts.routers, std::set<RouterId>{1});
  }

  void thrashingCaches() {
    Design design = meshDesign();
    design.settings["forwarding.lookup"] = std::string("cache");
    design.settings["forwarding.cache.entries"] = std::int64_t{8};
    design.settings["forwarding.cache.ways"] = std::int64_t{2};
    Results results;
    results.cache.lookups = 1000;
    results.cache.hits = 500;
    results.cache.capacity = 400;
    results.cache.conflict = 50;
    const HealthReport tooSmall = examine(design, results);
    const Finding* entries = findingAt(tooSmall.findings, "forwarding.cache.entries");
    QVERIFY(entries != nullptr);
    // Sixteen terminals: no more entries than they need.
    QCOMPARE(std::get<std::int64_t>(
                 effectiveValue(remedied(design, entries->remedy), "forwarding.cache.entries")),
             std::int64_t{16});
    results.cache.capacity = 0;
    results.cache.conflict = 400;
    const HealthReport conflicts = examine(design, results);
    const Finding* ways = findingAt(conflicts.findings, "forwarding.cache.ways");
    QVERIFY(ways != nullptr);
    QCOMPARE(std::get<std::int64_t>(
                 effectiveValue(remedied(design, ways->remedy), "forwarding.cache.ways")),
             std::int64_t{4});
    results.cache.conflict = 20;
    QVERIFY(findingAt(examine(design, results).findings, "forwarding.cache.ways") == nullptr);
  }

  /// A run stopped on the way says nothing of where it was going; the one before it still does.
  void stoppedRunsAreNoVerdict() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    ProjectSession& session = window->session();
    const auto keep = [&](bool complete, double accepted) {
      Results results;
      results.complete = complete;
      results.offeredLoad = 0.2;
      results.acceptedLoad = accepted;
      results.verdict = Verdict::saturated;
      StoredRun run = makeRun(session.document().design(), results, 0);
      run.designHash = designHash(run.design);
      session.addRun(run);
      QTest::qWait(600);  // checked soon, not at once
    };
    keep(false, 0.01);
    QCOMPARE(window->designMode().health().problems(), 0);
    keep(true, 0.1);
    QTRY_COMPARE(window->designMode().health().problems(), 1);
    const QString text = window->designMode().health().findings.front().text;
    keep(false, 0.01);
    QCOMPARE(window->designMode().health().problems(), 1);
    QCOMPARE(window->designMode().health().findings.front().text, text);
  }

  /// The button in the panel: mended, and back with one undo.
  void fixAndUndo() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(ring(false));
    QTRY_VERIFY(window->designMode().health().problems() > 0);
    const Design before = window->session().document().design();
    QTRY_VERIFY(window->findChild<QAbstractButton*>(QStringLiteral("healthFix")) != nullptr);
    QTest::mouseClick(button(*window, QStringLiteral("healthFix")), Qt::LeftButton);
    QTRY_COMPARE(window->designMode().health().problems(), 0);
    pressKeys(*window, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(window->session().document().design() == before);
  }

  /// What makes the design wrong has the sign of an error in the status bar, as in the panel.
  void theStatusBarTellsErrorsFromWarnings() {
    const Sandbox sandbox;
    const auto window = windowWith(ring(false));
    const auto* finding = window->findChild<QAbstractButton*>(QStringLiteral("statusFinding"));
    const auto shows = [&](const char* name, Tone tone) {
      const QIcon wanted = icon(QLatin1String(name), Theme::light(), tone);
      return finding->icon().pixmap(16, 16).toImage() == wanted.pixmap(16, 16).toImage();
    };
    QTRY_VERIFY(shows("error", Tone::bad));
    window->session().document().setValue("channels.local.latency", std::int64_t{100});
    window->session().document().setValue("switch.virtual_channels.local", std::int64_t{2});
    QTRY_VERIFY(shows("warn", Tone::warn));
  }
};

HOPSCOPE_TEST(HealthTest)
#include "health_test.moc"
