// SPDX-License-Identifier: GPL-3.0-or-later
// Copy, paste and duplicate.
#include <QTest>
#include <set>

#include "tests/support/test_main.h"
#include "tests/ui/document/document_support.h"
#include "ui/document/network_fragment.h"

namespace hopscope {

using test::mesh;
using test::smallDrawing;

class FragmentTest : public QObject {
  Q_OBJECT

 private slots:
  void jsonRoundTrip();
  void duplicateBringsLinksTerminalsAndOverrides();
  void copiedLinksKeepTheirBandwidth();
  void pasteStandsWhereAsked();
  void furtherPastesStandBeside();
  void pasteIntoAnotherDocument();
  void namesAreCopied();
  void copiesHaveNamesOfTheirOwn();
  void terminalAloneGoesToItsRouter();
  void hostileClipboards_data();
  void hostileClipboards();
};

void FragmentTest::jsonRoundTrip() {
  NetworkFragment fragment;
  fragment.routers.push_back(
      {3, 0, "core “A”", {1.5, -2}, {{"switch.latency", std::string("9 ns")}}});
  fragment.routers.push_back({7, 0, {}, {0, 0}, {{"switch.buffers.local", std::int64_t{64}}}});
  fragment.terminals.push_back({1, 3, "db", {4, 5}, {}});
  DrawnLink link;
  link.from = 3;
  link.to = 7;
  link.linkClass = "global";
  link.latency = 30;
  link.bandwidth = 0.25;
  fragment.links.push_back(link);
  const auto read = fragmentFromJson(toJson(fragment));
  QVERIFY(read.has_value());
  QVERIFY(*read == fragment);
}

void FragmentTest::duplicateBringsLinksTerminalsAndOverrides() {
  const auto document = smallDrawing();
  document->setOverride({1}, "switch.buffers.local", std::int64_t{64});
  const Parts added = document->duplicate({{0, 1}, {}, {}}, {0, 320});
  QCOMPARE(added.routers, (std::set<RouterId>{2, 3}));
  QCOMPARE(added.terminals.size(), 2u);
  QCOMPARE(added.links.size(), 1u);
  const Link& link = document->topology()->links[*added.links.begin()];
  QCOMPARE(link.a.node, 2u);
  QCOMPARE(link.b.node, 3u);
  QCOMPARE(document->placement()->routers[3].x, 160.0);
  QCOMPARE(document->placement()->routers[3].y, 320.0);
  QCOMPARE(document->design().overrides.size(), 1u);
  QCOMPARE(document->design().overrides[0].routers, (std::vector<std::uint32_t>{1, 3}));
}

void FragmentTest::copiedLinksKeepTheirBandwidth() {
  const auto document = smallDrawing();
  document->setLinkBandwidth({2}, 0.25);
  document->paste(document->copy({{0, 1}, {}, {}}), {1000, 500});
  QCOMPARE(document->design().drawn.links.size(), 2u);
  QVERIFY(document->design().drawn.links.back().bandwidth == 0.25);
}

void FragmentTest::pasteStandsWhereAsked() {
  const auto document = smallDrawing();
  const Parts added = document->paste(document->copy({{0, 1}, {}, {}}), {1000, 500});
  QCOMPARE(document->placement()->routers[2].x, 920.0);  // the middle of both is at 1000
  QCOMPARE(document->placement()->routers[3].x, 1080.0);
  QCOMPARE(document->placement()->routers[2].y, 500.0);
  QCOMPARE(added.routers.size(), 2u);
}

void FragmentTest::furtherPastesStandBeside() {
  const auto document = smallDrawing();
  const QByteArray copied = document->copy({{0, 1}, {}, {}});
  const QPointF at(1000, 500);
  std::set<std::pair<double, double>> places;
  for (int paste = 0; paste < 4; ++paste) {
    document->paste(copied, at);
    const Point last = document->placement()->routers.back();
    QVERIFY2(places.emplace(last.x, last.y).second, qPrintable(QString::number(paste)));
    QCOMPARE(last.x, 1080.0 + 32 * paste);
    QCOMPARE(last.y, 500.0 + 32 * paste);
  }
  // Each is a step of its own, and where one was taken back there is room again.
  document->undoStack().undo();
  QCOMPARE(document->topology()->routerCount(), 8U);
  document->paste(copied, at);
  QCOMPARE(document->placement()->routers.back().x, 1080.0 + 32 * 3);
  // Over what was copied, too: its middle is the middle of both.
  const Point a = document->placement()->routers[0], b = document->placement()->routers[1];
  document->paste(copied, {(a.x + b.x) / 2, (a.y + b.y) / 2});
  QCOMPARE(document->placement()->routers.back().x, b.x + 32);
  // Nor on the routers there, nearly: it is 20 from one and 12 from another, then clear of both.
  document->paste(copied, {(a.x + b.x) / 2 + 12, (a.y + b.y) / 2 + 4});
  QCOMPARE(document->placement()->routers.back().x, b.x + 12 + 2 * 32);
  // A note has only its own place.
  const std::uint32_t note = document->addNote({40, 700}, QStringLiteral("here"));
  const QByteArray words = document->copy({{}, {}, {}, {note}});
  document->paste(words, {40, 700});
  QCOMPARE(document->placement()->notes.back().place.x, 72.0);
  // What is too far away to step aside from ends, too.
  document->paste(copied, {1e18, 1e18});
  document->paste(copied, {1e18, 1e18});
}

void FragmentTest::pasteIntoAnotherDocument() {
  DesignDocument source;
  source.load(mesh(3));
  Parts all;
  for (RouterId router = 0; router < 9; ++router) all.routers.insert(router);
  const auto target = smallDrawing();
  target->paste(source.copy(all), {0, 0});
  QCOMPARE(target->topology()->routerCount(), 11u);
  QCOMPARE(target->topology()->terminalCount(), 2 + source.topology()->terminalCount());
  QCOMPARE(target->topology()->linkCount(), 3 + source.topology()->linkCount());
  QVERIFY(source.topology()->kind == "mesh");  // copying converts nothing
}

void FragmentTest::namesAreCopied() {
  const auto source = smallDrawing();
  QVERIFY(source->callPart({{1}, {}, {}}, QStringLiteral("rack 12")).isEmpty());
  QVERIFY(source->callPart({{}, {1}, {}}, QStringLiteral("db")).isEmpty());
  const auto target = smallDrawing();
  target->paste(source->copy({{0, 1}, {}, {}}), {0, 300});
  QCOMPARE(target->topology()->routerNames[3], std::string("rack 12"));
  QCOMPARE(target->topology()->terminalNames[3], std::string("db"));
  QVERIFY(target->topology()->routerNames[0].empty());
}

void FragmentTest::copiesHaveNamesOfTheirOwn() {
  const auto document = smallDrawing();
  QVERIFY(document->callPart({{1}, {}, {}}, QStringLiteral("rack 12")).isEmpty());
  QVERIFY(document->callPart({{}, {1}, {}}, QStringLiteral("db")).isEmpty());
  document->duplicate({{1}, {}, {}}, {0, 300});
  document->duplicate({{1}, {}, {}}, {0, 600});
  const Topology& topology = *document->topology();
  QCOMPARE(topology.routerNames[1], std::string("rack 12"));
  QCOMPARE(topology.routerNames[2], std::string("rack 13"));
  QCOMPARE(topology.routerNames[3], std::string("rack 14"));
  QCOMPARE(topology.terminalNames[2], std::string("db 2"));
  QCOMPARE(topology.terminalNames[3], std::string("db 3"));
}

void FragmentTest::terminalAloneGoesToItsRouter() {
  const auto document = smallDrawing();
  const Parts added = document->duplicate({{}, {1}, {}}, {16, 16});
  QCOMPARE(added.terminals.size(), 1u);
  QCOMPARE(document->topology()->terminals[*added.terminals.begin()].router, 1u);
}

void FragmentTest::hostileClipboards_data() {
  QTest::addColumn<QByteArray>("text");
  const auto row = [](const char* name, const QByteArray& text) { QTest::newRow(name) << text; };
  const QByteArray head = "{\"schema\": \"hopscope.parts/1\", ";
  row("empty", "");
  row("a number", "12");
  row("an array", "[]");
  row("no parts", head + "\"routers\": 7}");
  row("a router without a place", head + "\"routers\": [{\"id\": 1}]}");
  row("a negative id", head + "\"routers\": [{\"id\": -1, \"x\": 0, \"y\": 0}]}");
  row("an id too large", head + "\"routers\": [{\"id\": 4294967295, \"x\": 0, \"y\": 0}]}");
  row("a place in words", head + "\"routers\": [{\"id\": 1, \"x\": \"left\", \"y\": 0}]}");
  row("a terminal on nothing",
      head + "\"terminals\": [{\"id\": 0, \"router\": 77, \"x\": 0, \"y\": 0}]}");
  row("cut off", head + "\"routers\": [{\"id\": 1, \"x\": 0,");
  row("not UTF-8", head + "\"routers\": [{\"id\": 1, \"label\": \"\xff\xfe\"}]}");
}

void FragmentTest::hostileClipboards() {
  QFETCH(QByteArray, text);
  const auto document = smallDrawing();
  const Design before = document->design();
  QVERIFY(document->paste(text, {0, 0}).empty());
  QVERIFY(document->design() == before);
}

HOPSCOPE_TEST(FragmentTest)

}  // namespace hopscope

#include "fragment_test.moc"
