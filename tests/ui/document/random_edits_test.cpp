// SPDX-License-Identifier: GPL-3.0-or-later
// Random sequences of edits: undoing all of them gives the start, redoing all gives the end, ids
// stay unique, and the network is never broken.
#include <rapidcheck.h>
#include <QTest>
#include <set>

#include "engine/design/compile.h"
#include "tests/support/test_main.h"
#include "tests/ui/document/document_support.h"

namespace hopscope {

namespace {

std::uint32_t pick(std::uint32_t count) {
  return *rc::gen::inRange<std::uint32_t>(0, std::max(count, 1u));
}

Parts randomParts(const Topology& network) {
  Parts parts;
  const auto some = *rc::gen::inRange(1, 4);
  for (int i = 0; i < some; ++i) {
    if (network.routerCount() != 0) parts.routers.insert(pick(network.routerCount()));
    if (network.terminalCount() != 0 && *rc::gen::arbitrary<bool>())
      parts.terminals.insert(pick(network.terminalCount()));
    if (network.linkCount() != 0 && *rc::gen::arbitrary<bool>())
      parts.links.insert(pick(network.linkCount()));
  }
  return parts;
}

QPointF randomPlace() {
  return {static_cast<double>(*rc::gen::inRange(-500, 500)),
          static_cast<double>(*rc::gen::inRange(-500, 500))};
}

void randomEdit(DesignDocument& document) {
  const Topology network = *document.topology();
  switch (*rc::gen::inRange(0, 22)) {
    case 0:
    case 1:
      document.addRouter(randomPlace());
      return;
    case 2:
      document.addTerminal(pick(network.routerCount()));
      return;
    case 3:
    case 4:
      document.connectRouters(pick(network.routerCount()), pick(network.routerCount()));
      return;
    case 5:
      document.remove(randomParts(network));
      return;
    case 6:
      document.move(randomParts(network), randomPlace(), *rc::gen::arbitrary<bool>());
      return;
    case 7:
      document.duplicate(randomParts(network), randomPlace());
      return;
    case 8:
      document.paste(document.copy(randomParts(network)), randomPlace());
      return;
    case 9:
      document.setValue("switch.buffers.local", std::int64_t{*rc::gen::inRange(16, 64)});
      return;
    case 10:
      document.setOverride(randomParts(network).routers, "switch.buffers.local",
                           std::int64_t{*rc::gen::inRange(16, 64)});
      return;
    case 11:
      document.resetOverrides(randomParts(network).routers);
      return;
    case 12:
      document.setLinkLatency(randomParts(network).links, *rc::gen::inRange(1, 50));
      return;
    case 13:
      document.align(randomParts(network), static_cast<Alignment>(*rc::gen::inRange(0, 6)));
      return;
    case 14:
      document.spread(randomParts(network),
                      *rc::gen::arbitrary<bool>() ? Spread::across : Spread::down);
      return;
    case 15:
      document.connectAll(randomParts(network).routers,
                          static_cast<LinkPattern>(*rc::gen::inRange(0, 3)));
      return;
    case 16:
      document.duplicateArray(randomParts(network), *rc::gen::inRange(1, 4),
                              *rc::gen::inRange(1, 3), randomPlace());
      return;
    case 17:
      document.bend(pick(network.linkCount()),
                    std::vector<QPointF>(*rc::gen::inRange<std::size_t>(0, 3), randomPlace()),
                    *rc::gen::arbitrary<bool>());
      return;
    case 18:
      document.addNote(randomPlace(), QStringLiteral("note"));
      return;
    case 19:
      document.writeNote(pick(4),
                         *rc::gen::arbitrary<bool>() ? QStringLiteral("other") : QString());
      return;
    case 20:
      document.setLinkClass(randomParts(network).links,
                            *rc::gen::arbitrary<bool>() ? "global" : "local");
      return;
    default:
      if (*rc::gen::arbitrary<bool>())
        document.resetLayout();
      else
        document.tidyUp();
  }
}

template <typename Part>
bool idsAreUnique(const std::vector<Part>& parts) {
  std::set<std::uint32_t> ids;
  for (const Part& part : parts)
    if (!ids.insert(part.id).second) return false;
  return true;
}

/// The network is built again from the design and agrees with what the document holds.
void assertSound(const DesignDocument& document) {
  const Design& design = document.design();
  RC_ASSERT(idsAreUnique(design.drawn.routers));
  RC_ASSERT(idsAreUnique(design.drawn.terminals));
  RC_ASSERT(idsAreUnique(design.drawn.links));
  Issues issues;
  const std::shared_ptr<const Topology> built = buildTopology(design, issues);
  RC_ASSERT(built != nullptr);
  RC_ASSERT(built->links == document.topology()->links);
  RC_ASSERT(document.placement()->routers.size() == built->routerCount());
  RC_ASSERT(document.placement()->terminals.size() == built->terminalCount());
  for (const RouterId router : document.selection().routers)
    RC_ASSERT(router < built->routerCount());
  for (const LinkId link : document.selection().links) RC_ASSERT(link < built->linkCount());
  for (const std::uint32_t note : document.selection().notes)
    RC_ASSERT(note < design.layout.notes.size());
  RC_ASSERT(document.placement()->notes == design.layout.notes);
}

void assertUndoable(Design start) {
  DesignDocument document;
  document.load(std::move(start));
  const Design first = document.design();
  const int edits = *rc::gen::inRange(1, 15);
  for (int i = 0; i < edits; ++i) {
    randomEdit(document);
    document.select(randomParts(*document.topology()));
    assertSound(document);
  }
  const Design last = document.design();
  while (document.undoStack().canUndo()) {
    document.undoStack().undo();
    assertSound(document);
  }
  RC_ASSERT(document.design() == first);
  while (document.undoStack().canRedo()) document.undoStack().redo();
  RC_ASSERT(document.design() == last);
}

}  // namespace

class RandomEditsTest : public QObject {
  Q_OBJECT

 private slots:
  void drawnFromNothing();
  void generatedNetworks();
};

void RandomEditsTest::drawnFromNothing() {
  QVERIFY(rc::check("a drawing undoes to nothing and redoes to the end", [] {
    Design empty;
    empty.settings["topology.kind"] = std::string("custom");
    assertUndoable(empty);
  }));
}

void RandomEditsTest::generatedNetworks() {
  QVERIFY(rc::check("an edited Dragonfly undoes to the Dragonfly and redoes to the end",
                    [] { assertUndoable(test::smallDragonfly()); }));
}

HOPSCOPE_TEST(RandomEditsTest)

}  // namespace hopscope

#include "random_edits_test.moc"
