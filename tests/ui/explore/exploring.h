// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <memory>

#include "tests/ui/shell/window_support.h"
#include "ui/explore/design_space_page.h"
#include "ui/shell/explore_mode.h"
#include "ui/widgets/value_field.h"

namespace hopscope::test {

/// Types into the field of that name and hands it in.
inline void typeInto(QWidget& page, const char* field, const QString& text) {
  auto* edit = page.findChild<ValueField*>(QLatin1String(field))->findChild<QLineEdit*>();
  edit->setFocus();
  edit->selectAll();
  QTest::keyClicks(edit, text);
}

/// What a label says, with plain spaces.
inline QString labelText(QWidget& page, const char* label) {
  return page.findChild<QLabel*>(QLatin1String(label))
      ->text()
      .replace(QChar(0x00a0), QLatin1Char(' '));
}

/// The page of the design space, asked for small networks of some families, and answered.
inline DesignSpacePage& spacePage(MainWindow& window) {
  window.setMode(MainWindow::Mode::explore);
  QTest::mouseClick(button(window, QStringLiteral("exploreSpace")), Qt::LeftButton);
  auto* page = window.findChild<DesignSpacePage*>();
  if (!QTest::qWaitFor([&] { return !page->busy(); }, 60'000)) qFatal("the search does not end");
  return *page;
}

inline DesignSpacePage& smallSpace(MainWindow& window) {
  DesignSpacePage& page = spacePage(window);
  typeInto(page, "terminals.least", QStringLiteral("16"));
  typeInto(page, "terminals.most", QStringLiteral("20"));
  typeInto(page, "radix", QStringLiteral("8"));
  QTest::mouseClick(button(window, QStringLiteral("spaceSearch")), Qt::LeftButton);
  if (!QTest::qWaitFor([&] { return !page.busy(); }, 60'000)) qFatal("the search does not end");
  return page;
}

}  // namespace hopscope::test
