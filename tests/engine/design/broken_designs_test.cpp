// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTest>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "tests/support/test_main.h"

namespace hopscope {

namespace {

struct Broken {
  const char* file;
  const char* path;  ///< where the message must say the fault is
  const char* text;  ///< what the message or its remedy must contain
};

constexpr Broken kBroken[] = {
    {"empty-file", "", "The document is empty."},
    {"not-json", "line 1, column 1", "not JSON"},
    {"truncated", "line 2, column 37", "ends in the middle"},
    {"trailing-comma", "line 4, column 1", "not JSON"},
    {"not-utf8", "line 1, column 43", "not UTF-8"},
    {"duplicate-key", "traffic.load", "stands twice"},
    {"too-deep", "topology[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]",
     "nested more than 16 deep"},
    {"nan", "line 1, column 83", "not JSON"},
    {"number-beyond-reals", "line 1, column 83", "1e999 is too large"},
    {"array-document", "", "A design is an object, not a list."},
    {"no-schema", "schema", "does not say what it is"},
    {"foreign-schema", "schema", "org.example.graph/3"},
    {"newer-schema", "schema", "newer Hopscope"},
    {"schema-number", "schema", "The document's schema is a number."},
    {"no-topology", "topology", "has no topology"},
    {"no-kind", "topology.kind", "what kind it is"},
    {"unknown-section", "trafic", "Did you mean \"traffic\"?"},
    {"section-is-number", "switch", "is a section, not a setting"},
    {"name-is-list", "name", "Text is needed here"},
    {"phases", "phases", "A list is needed here"},
    {"phase-fails", "phases[0].fail", "no path from terminal 0 to terminal 1"},
    {"phase-fails-twice", "phases[1].fail.channels[0]", "Channel 20 has failed already"},
    {"phase-fails-terminal", "phases[0].fail.channels[1]", "leads to a terminal"},
    {"phase-fails-nothing", "phases[0].fail.routers[0]", "has no router 16"},
    {"phase-fails-key", "phases[0].fail.links", "links"},
    {"phase-fails-number", "phases[0].fail", "An object is needed here"},
    {"phase-fails-everybody", "phases[0].fail", "One of the terminals would be left"},
    {"phase-restores-alone", "phases[2].restore", "no path from terminal 0 to terminal 2"},
    {"phase-restores-live", "phases[0].restore.routers[0]", "Router 3 has not failed"},
    {"phase-without-time", "phases[0].at", "when it begins"},
    {"phases-out-of-order", "phases[1].at", "begins at cycle 2000, the one before at 3000"},
    {"phase-load-above-one", "phases[0].set.traffic.load", "Load cannot be 1.4"},
    {"phase-sets-packets", "phases[0].set.traffic.packet_flits", "cannot change during a run"},
    {"phase-sets-packet-sizes", "phases[0].set.traffic.packet_sizes", "cannot change during a run"},
    {"phase-fails-rank", "phases[1].fail.routers", "Rank 4 of halo is at terminal 4 of router 4"},
    {"phase-reroutes-ranks", "phases[0].set", "ranks keep this one busy"},
    {"phase-loads-unreachable", "switch.preload", "none leads from port"},
    {"phase-sets-switch", "phases[0].set.switch.latency", "cannot change during a run"},
    {"phase-pattern-misfits", "phases[0].set.traffic.pattern", ""},
    {"import-kind", "topology.text, line 1", "has no <graph>"},
    {"unknown-kind", "topology.kind", "Did you mean \"dragonfly\"?"},
    {"kind-is-number", "topology.kind", "Kind cannot be 7"},
    {"unknown-key", "switch.latencyy", "Did you mean \"switch.latency\"?"},
    {"unknown-topology-key", "topology.groups", "There is no setting"},
    {"load-is-text", "traffic.load", "Load cannot be written as text"},
    {"load-above-one", "traffic.load", "Load cannot be 1.5."},
    {"negative-size", "switch.buffers.local", "Local buffer cannot be -5."},
    {"null-value", "run.seed", "written as null"},
    {"fraction-of-a-cycle", "channels.local.latency", "cannot be 1.5"},
    {"bad-unit", "switch.latency", "cannot be \"90 nz\""},
    {"wrong-dimension", "switch.buffers.local", "cannot be \"90 ns\""},
    {"buffer-below-a-flit", "switch.buffers.local", "cannot be \"10 B\", which is 0 flits"},
    {"list-for-number", "run.measure", "written as a list"},
    {"object-for-number", "run.measure.cycles", "There is no setting"},
    {"empty-object-for-number", "run.measure", "written as an object"},
    {"text-in-list", "topology.dimensions", "written as a list"},
    {"huge-integer", "run.seed", "cannot be 18446744073709551615"},
    {"given-twice", "traffic.load", "given twice"},
    {"unknown-allocator", "switch.allocator", "Did you mean \"islip\"?"},
    {"radix-of-a-million", "topology.k", "cannot be 1000000"},
    {"dimension-overflow", "topology.dimensions", ""},
    {"negative-dimension", "topology.dimensions", "cannot be [4, -4]"},
    {"too-many-terminals", "topology.dimensions", "at most 1,000,000"},
    {"duplicate-router", "topology.routers[2].id", "Two routers have the id 1."},
    {"duplicate-terminal", "topology.terminals[1].id", "Two terminals have the id 4."},
    {"duplicate-channel", "topology.channels[1].id", "Two channels have the id 3."},
    {"dangling-channel", "topology.channels[0].to", "router 9, which does not exist"},
    {"dangling-terminal", "topology.terminals[1].router", "router 5, which does not exist"},
    {"self-loop", "topology.channels[1].to", "connects router 1 to itself"},
    {"disconnected", "topology.channels", "cannot be reached"},
    {"isolated-router", "topology.channels",
     "Router 7 has no link, so 12 terminals cannot be reached."},
    {"no-terminals", "topology.terminals", "has no terminals"},
    {"one-terminal", "topology.terminals", "only one terminal"},
    {"negative-id", "topology.routers[0]", "An id cannot be -1."},
    {"channel-without-end", "topology.channels[0]", "The \"to\" is missing."},
    {"unknown-channel-class", "topology.channels[0].class", "optical"},
    {"channel-latency-zero", "topology.channels[0].latency", "cannot be 0"},
    {"unknown-router-key", "topology.routers[0].lable", "Did you mean \"label\"?"},
    {"router-name-too-long", "topology.routers[1].label", "The name has 81 characters."},
    {"terminal-name-of-two-lines", "topology.terminals[0].label", "holds a control character"},
    {"routers-is-number", "topology.routers", "A list is needed here"},
    {"ways-not-dividing", "forwarding.cache.ways",
     "Ways must divide entries: 64 entries fit 1, 2, 4 … 64 ways."},
    {"buffer-below-a-packet", "switch.buffers.local", "holds 2 flits, less than a packet of 4"},
    {"packet-above-injection", "switch.buffers.injection", "less than a packet of 300"},
    {"xoff-without-headroom", "switch.pause.xoff", "stop with 20 flits free"},
    {"buffer-below-its-headroom", "switch.buffers.local", "A local buffer of 30 flits can't keep"},
    {"pause-in-a-wormhole-switch", "switch.flow_control",
     "Or choose the switch.model \"vct\", which has it."},
    {"more-hosts-than-global-ports", "routing.repeat", "has 3 terminals, but fewer global ports"},
    {"qcn-set-point-beyond-queue", "routing.setpoint", "cannot be 120"},
    {"qcn-notices-above-all", "routing.notices", "cannot be 130"},
    {"qcn-reduction-below-zero", "routing.reduction", "Set it to 1/63 = 0.01587 or less."},
    {"qcn-without-channels-for-notices", "switch.virtual_channels.global",
     "with virtual channels of their own for notices"},
    {"qcn-in-a-wormhole-switch", "routing.algorithm", "Use virtual cut-through switches."},
    {"qcn-without-output-queues", "routing.sampling", "switches that have none"},
    {"qcn-notices-longer-than-packets", "routing.notice_bytes", "longer than a packet"},
    {"phase-sets-notices", "phases[0].set", "can't change during a run"},
    {"phase-sets-thresholds-under-load", "phases[0].set.routing.increase",
     "Set traffic.load to 0 in a phase before it"},
    {"phase-sets-recomputation-under-load", "phases[1].set.routing.recompute",
     "can't change under load"},
    {"phase-sets-window-under-load", "phases[0].set.routing.window", "can't change under load"},
    {"phase-fails-under-notices", "phases[1]", "no detour round parts that fail"},
    {"phase-sets-pauses", "phases[0].set.switch.flow_control", "cannot change during a run"},
    {"acor-up-below-down", "routing.increase", "must be larger than that of decrease"},
    {"acor-more-thresholds-than-levels", "routing.increase",
     "3 thresholds do not fit a sequence of 2 levels."},
    {"lian-off-the-palmtree", "routing.algorithm", "the palmtree arrangement of a full Dragonfly"},
    {"tpr-benign-beyond-adverse", "routing.benign",
     "Set routing.benign to routing.adverse or less"},
    {"lian-window-of-nothing", "routing.window", "cannot be 0"},
    {"recomputation-in-a-wormhole-switch", "routing.algorithm", "Use virtual cut-through switches"},
    {"speedup-without-output", "switch.speedup", "no use for a speed-up of 2"},
    {"routing-of-another-family", "routing.algorithm", "Algorithm cannot be \"mikant\""},
    {"too-few-channels", "switch.virtual_channels.local", ""},
    {"pattern-of-another-family", "traffic.pattern", ""},
    {"mix-without-classes", "traffic.parts", "The mix has no classes."},
    {"mix-negative-share", "traffic.parts[1].share", "A share cannot be -0.3."},
    {"mix-nested", "traffic.parts[1].pattern", "cannot be a class of a mix"},
    {"mix-unknown-pattern", "traffic.parts[0].pattern", "Did you mean \"tornado\"?"},
    {"mix-17-classes", "traffic.parts", "has 17 classes; 16 are the most"},
    {"too-many-lengths", "traffic.packet_sizes", "have 65 lengths; 64 are the most"},
    {"mix-unknown-key", "traffic.parts[0].patern", "Did you mean \"pattern\"?"},
    {"mix-setting-out-of-range", "traffic.parts[0].pattern.share", "cannot be 1.5"},
    {"mix-setting-unknown", "traffic.parts[0].pattern.shares", "Did you mean \"share\"?"},
    {"mix-misfits", "traffic.parts[1].pattern", "needs the groups of a Dragonfly"},
    {"mix-share-of-text", "traffic.parts[0].share", "A number is needed here"},
    {"mix-class-of-text", "traffic.parts[0]", "An object is needed here"},
    {"mix-name-with-bracket", "traffic.parts[0].name", "none of them"},
    {"mix-name-twice", "traffic.parts[1].name", "Two classes are called"},
    {"phase-mix-misfits", "phases[0].set.traffic.parts[1].pattern", "the groups of a Dragonfly"},
    {"phases-with-17-classes", "phases", "there are 17 classes of traffic"},
    {"run-ends-too-early", "run.max_cycles", "ends at cycle 1500"},
    {"override-unknown-router", "overrides[0].routers[1]", "has no router 99"},
    {"override-unknown-channel", "overrides[0].channels[0]", "has no channel 5000"},
    {"override-of-nobody", "overrides[0]", "names no routers and no channels"},
    {"override-of-everybody", "overrides[0].switch.virtual_channels.local",
     "the same for all routers"},
    {"override-buffer-below-a-packet", "overrides[0].switch.buffers.local",
     "less than a packet of 4"},
    {"override-unknown-key", "overrides[0].switch.latncy", "Did you mean"},
    {"override-zero-latency", "overrides[0].latency", "cannot be 0"},
    {"overrides-is-object", "overrides", "A list is needed here"},
    {"layout-place-of-text", "layout.positions.0", "list of two numbers"},
    {"layout-bends-of-text", "layout.bends.3", "1 to 100 places"},
    {"layout-bends-twice", "layout.bends.link", "under the id of a link"},
    {"layout-note-without-place", "layout.notes[1]", "has a place"},
    {"layout-notes-of-text", "layout.notes", "a list of at most"},
    {"layout-key-of-text", "layout.positions.router", "under the id"},
};

QString folder() {
  return QStringLiteral(HOPSCOPE_SOURCE_DIR "/tests/data/designs/broken");
}

/// What a program says of a document: of its text, or else of the design.
Issues said(const std::string& json) {
  ParsedDesign parsed = parseDesign(json);
  if (hasErrors(parsed.issues)) return parsed.issues;
  return compile(parsed.design).issues;
}

}  // namespace

/// Every document in tests/data/designs/broken is refused with a message that names the place.
class BrokenDesignsTest : public QObject {
  Q_OBJECT

 private slots:
  void isRefused_data();
  void isRefused();
  void everyFileIsInTheTable();
  void tooLargeIsRefused();
};

void BrokenDesignsTest::isRefused_data() {
  QTest::addColumn<QByteArray>("path");
  QTest::addColumn<QByteArray>("text");
  for (const Broken& broken : kBroken)
    QTest::newRow(broken.file) << QByteArray(broken.path) << QByteArray(broken.text);
}

void BrokenDesignsTest::isRefused() {
  QFETCH(QByteArray, path);
  QFETCH(QByteArray, text);
  QFile file(folder() + '/' + QTest::currentDataTag() + ".json");
  QVERIFY(file.open(QIODevice::ReadOnly));
  const Issues issues = said(file.readAll().toStdString());
  QVERIFY(hasErrors(issues));
  QByteArray all;
  bool found = false;
  for (const Issue& issue : issues) {
    all += QByteArray::fromStdString(describe(issue)) + '\n';
    QVERIFY2(!issue.text.empty() && issue.text.english().back() == '.', all);
    const bool names = (issue.text.english() + issue.remedy.english()).find(text.toStdString()) !=
                       std::string::npos;
    found =
        found || (issue.severity == Severity::error && names && issue.path == path.toStdString());
  }
  QVERIFY2(found, all);
  // One fault, one message: a user must not have to guess which of many is the cause.
  QVERIFY2(issues.size() == 1, all);
}

void BrokenDesignsTest::everyFileIsInTheTable() {
  const QStringList files = QDir(folder()).entryList({"*.json"});
  QStringList listed;
  for (const Broken& broken : kBroken) listed << QString(broken.file) + ".json";
  listed.sort();
  QCOMPARE(files, listed);
  QVERIFY(files.size() >= 30);
}

void BrokenDesignsTest::tooLargeIsRefused() {
  const Issues issues = said(std::string((64u << 20) + 1, ' '));
  QCOMPARE(issues.size(), std::size_t{1});
  QVERIFY(issues[0].text.english().find("larger than 64 MB") != std::string::npos);
}

}  // namespace hopscope

using hopscope::BrokenDesignsTest;
HOPSCOPE_TEST(BrokenDesignsTest)
#include "broken_designs_test.moc"
