// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/part_search.h"

#include <QLocale>
#include <QScopeGuard>
#include <QTest>

#include "tests/support/test_main.h"
#include "ui/document/design_document.h"

namespace hopscope {

namespace {

Design dragonfly() {
  Design design;
  design.settings["topology.kind"] = std::string("dragonfly");
  design.settings["topology.p"] = std::int64_t{2};
  design.settings["topology.a"] = std::int64_t{4};
  design.settings["topology.h"] = std::int64_t{2};
  return design;
}

std::vector<PartHit> find(const DesignDocument& document, const char* text) {
  return findParts(QString::fromUtf8(text), *document.topology(), *document.placement());
}

}  // namespace

class PartSearchTest : public QObject {
  Q_OBJECT

 private slots:
  void namesFindParts_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("first");
    QTest::newRow("number") << "21"
                            << "Router 21";
    QTest::newRow("router") << "router 21"
                            << "Router 21";
    QTest::newRow("initial") << "r21"
                             << "Router 21";
    QTest::newRow("terminal") << "Terminal 42"
                              << "Terminal 42";
    QTest::newRow("terminal, short") << "t 42"
                                     << "Terminal 42";
    QTest::newRow("link") << "link 80"
                          << "Link 80";
    QTest::newRow("pair") << "0 to 1"
                          << "Link router 0 to router 1";
    QTest::newRow("pair, dash") << "link 0-1"
                                << "Link router 0 to router 1";
    QTest::newRow("pair, words") << "router 0 to router 1"
                                 << "Link router 0 to router 1";
    QTest::newRow("group, as labelled") << "g5"
                                        << "G5";
    QTest::newRow("group") << "group 5"
                           << "G5";
  }
  void namesFindParts() {
    QFETCH(QString, text);
    QFETCH(QString, first);
    DesignDocument document;
    document.load(dragonfly());
    const auto hits = find(document, text.toUtf8().constData());
    QVERIFY(!hits.empty());
    QCOMPARE(hits[0].name, first);
  }

  void hitsAreTheParts() {
    DesignDocument document;
    document.load(dragonfly());
    QCOMPARE(find(document, "21")[0].parts.routers, std::set<RouterId>{21});
    QCOMPARE(find(document, "t42")[0].parts.terminals, std::set<TerminalId>{42});
    QCOMPARE(find(document, "G5")[0].parts.routers, (std::set<RouterId>{20, 21, 22, 23}));
    const std::set<LinkId> links = find(document, "0-1")[0].parts.links;
    QCOMPARE(links.size(), std::size_t{1});
    const Link& link = document.topology()->links[*links.begin()];
    QCOMPARE(link.a.node + link.b.node, 1U);
  }

  void groupsTellHowManyRoutersTheyHave() {
    const auto plain = qScopeGuard([] { QLocale::setDefault(QLocale::C); });
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    Design design = dragonfly();
    design.settings["topology.a"] = std::int64_t{1000};
    design.settings["topology.p"] = std::int64_t{1};
    design.settings["topology.h"] = std::int64_t{1};
    design.settings["topology.groups"] = std::int64_t{3};
    DesignDocument document;
    document.load(design);
    QVERIFY(document.topology() != nullptr);
    QCOMPARE(find(document, "G2")[0].place, QStringLiteral("1,000\u00a0routers"));
  }

  void aNumberMayBeSeveralThings() {
    DesignDocument document;
    document.load(dragonfly());
    const auto hits = find(document, "5");
    std::set<QString> names;
    for (const PartHit& hit : hits) names.insert(hit.name);
    for (const char* name : {"Router 5", "Terminal 5", "Link 5", "G5"})
      QVERIFY2(names.count(QString::fromLatin1(name)) == 1, name);
  }

  void nothingIsFoundForOtherWords() {
    DesignDocument document;
    document.load(dragonfly());
    for (const char* text : {"", "  ", "router 999", "nonsense", "0 to 20", "x7", "99999999999",
                             "router 99999999999", "99999999999 to 1", "1 to 4294967296"})
      QVERIFY2(find(document, text).empty(), text);
  }

  void drawnRoutersAreFoundByLabelAndOwnId() {
    Design design;
    design.settings["topology.kind"] = std::string("custom");
    design.drawn.routers = {{7, "spine east"}, {9, "spine west"}, {12, ""}, {3, "rack 12"}};
    DesignDocument document;
    document.load(design);
    QCOMPARE(find(document, "spine").size(), std::size_t{2});
    QCOMPARE(find(document, "WEST")[0].parts.routers, std::set<RouterId>{1});
    QCOMPARE(find(document, "router 12")[0].parts.routers, std::set<RouterId>{2});
    QVERIFY(find(document, "router 2").empty());
    QCOMPARE(find(document, "rack 12")[0].parts.routers, std::set<RouterId>{3});
    QCOMPARE(find(document, "rack 12")[0].name, QStringLiteral("Router 3 “rack 12”"));
  }

  void drawnTerminalsAreFoundByName() {
    Design design;
    design.settings["topology.kind"] = std::string("custom");
    design.drawn.routers = {{7, "spine"}};
    design.drawn.terminals = {{1, 7}, {4, 7, "db server"}};
    DesignDocument document;
    document.load(design);
    QCOMPARE(find(document, "db").size(), std::size_t{1});
    QCOMPARE(find(document, "db")[0].parts.terminals, std::set<TerminalId>{1});
    QCOMPARE(find(document, "db")[0].place, QStringLiteral("on router 7 “spine”"));
  }

  void tiersAreFoundByLevel() {
    Design design;
    design.settings["topology.kind"] = std::string("k_ary_n_tree");
    DesignDocument document;
    document.load(design);
    const auto hits = find(document, "level 1");
    QVERIFY(!hits.empty());
    for (const RouterId router : hits[0].parts.routers)
      QCOMPARE(document.topology()->group[router],
               document.topology()->group[*hits[0].parts.routers.begin()]);
  }
};

HOPSCOPE_TEST(PartSearchTest)

}  // namespace hopscope

#include "part_search_test.moc"
