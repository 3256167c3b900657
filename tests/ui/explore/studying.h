// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QLineEdit>
#include <QTest>
#include <string>

#include "engine/study/study.h"
#include "engine/study/study_rows.h"
#include "engine/study/study_run.h"
#include "tests/ui/explore/exploring.h"
#include "ui/studies/study_page.h"

namespace hopscope::test {

inline StudyPage& studiesOf(MainWindow& window) {
  window.setMode(MainWindow::Mode::explore);
  QTest::mouseClick(button(window, QStringLiteral("exploreStudies")), Qt::LeftButton);
  return *window.findChild<StudyPage*>();
}

/// Types other values into the first axis.
inline void typeAxis(StudyPage& page, const QString& values) {
  auto* edit = page.findChild<QLineEdit*>(QStringLiteral("axisValues"));
  edit->setFocus();
  edit->selectAll();
  QTest::keyClicks(edit, values);
  QTest::qWait(400);  // it is taken a moment later
}

/// Presses Delete where something was run, and means it when asked.
inline void deleteStudy(MainWindow& window) {
  answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Delete")); });
  QTest::mouseClick(button(window, QStringLiteral("studyDelete")), Qt::LeftButton);
}

/// All that there is of a study, by the engine alone.
inline StudyRows ranAlone(const std::string& document) {
  StudyRows rows;
  const ParsedStudy parsed = parseStudy(document);
  StudyHooks hooks;
  hooks.row = [&](const StudyRow& row) {
    rows.add(row);
    return true;
  };
  runStudy(parsed.study, {}, 1, {}, {}, hooks);
  return rows;
}

inline void compareRows(const StudyRows& left, const StudyRows& right) {
  QCOMPARE(left.rows().size(), right.rows().size());
  const auto one = left.sorted(), other = right.sorted();
  for (std::size_t i = 0; i < one.size(); ++i)
    QVERIFY(left.named(*one[i]) == right.named(*other[i]));
}

}  // namespace hopscope::test
