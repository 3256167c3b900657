// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/design_classes.h"

#include <QTest>

#include "engine/design/compile.h"
#include "tests/support/test_main.h"

namespace hopscope {

namespace {

Phase phaseWith(std::int64_t at, Values set) {
  Phase phase;
  phase.at = at;
  phase.set = std::move(set);
  return phase;
}

Design mixed(const std::string& parts) {
  Design design;
  design.settings = {{"topology.kind", std::string("mesh")},
                     {"traffic.pattern", std::string("mix")},
                     {"traffic.parts", parts}};
  return design;
}

}  // namespace

/// The classes of a design have the numbers that their packets have in a run.
class DesignClassesTest : public QObject {
  Q_OBJECT

 private slots:
  void numberedAsInARun_data();
  void numberedAsInARun();
  void brokenDesignsHaveClassesToo();
};

void DesignClassesTest::numberedAsInARun_data() {
  QTest::addColumn<Design>("design");
  QTest::addColumn<QByteArrayList>("names");
  Design plain = mixed("1 uniform");
  plain.settings = {{"topology.kind", std::string("mesh")}};
  QTest::newRow("not mixed") << plain << QByteArrayList{};
  QTest::newRow("the usual mix") << [&plain] {
    Design design = plain;
    design.settings["traffic.pattern"] = std::string("mix");
    return design;
  }() << QByteArrayList{"class 1", "class 2"};
  Design phases = mixed("web = 1 uniform; bulk = 2 neighbour");
  phases.phases = {phaseWith(2000, {{"traffic.parts", std::string("new = 1 uniform; web = 1 "
                                                                  "uniform")}}),
                   phaseWith(3000, {{"traffic.load", 0.2}}),
                   phaseWith(4000, {{"traffic.pattern", std::string("uniform")}})};
  QTest::newRow("phases") << phases << QByteArrayList{"web", "bulk", "new", "no class"};
  plain.phases = {
      phaseWith(2000, {{"traffic.pattern", std::string("mix")},
                       {"traffic.parts", std::string("a = 1 uniform; b = 1 uniform")}})};
  QTest::newRow("mixed by a phase") << plain << QByteArrayList{"no class", "a", "b"};
}

void DesignClassesTest::numberedAsInARun() {
  QFETCH(Design, design);
  QFETCH(QByteArrayList, names);
  const ClassNames expected(names.begin(), names.end());
  QVERIFY(classNamesOf(design) == expected);
  const Compiled compiled = compile(design);
  QVERIFY(compiled.setup.has_value());
  ClassNames inRun;
  nameClasses(*compiled.setup, inRun);
  QVERIFY(inRun == expected);
}

void DesignClassesTest::brokenDesignsHaveClassesToo() {
  QVERIFY(classNamesOf(mixed("web = -1 uniform; bulk = 2 nonsense")) ==
          (ClassNames{"web", "bulk"}));
}

}  // namespace hopscope

using hopscope::DesignClassesTest;
HOPSCOPE_TEST(DesignClassesTest)
#include "design_classes_test.moc"
