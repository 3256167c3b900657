// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/menus.h"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <algorithm>
#include <initializer_list>

#include "ui/drawing/icons.h"
#include "ui/shell/actions.h"
#include "ui/shell/appearance.h"
#include "ui/shell/arrange_flows.h"
#include "ui/widgets/labels.h"

namespace hopscope {

MenuStrip::MenuStrip(Actions& actions, Appearance& appearance, QWidget* parent) : QWidget(parent) {
  setFixedHeight(28);
  setProperty("surface", "chrome");
  setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 0, 12, 0);
  row->setSpacing(8);
  logo_ = new QLabel(this);
  logo_->setFixedSize(18, 18);
  row->addWidget(logo_);
  bar_ = new QMenuBar(this);
  bar_->setNativeMenuBar(false);
  bar_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  row->addWidget(bar_);
  row->addStretch();
  find_ = new QPushButton(this);
  find_->setObjectName(QStringLiteral("findButton"));
  find_->setProperty("quietSearch", true);
  find_->setFocusPolicy(Qt::NoFocus);
  find_->setFixedHeight(22);
  QAction* finding = actions.at("palette.open");
  connect(find_, &QPushButton::clicked, finding, &QAction::trigger);
  const auto showKeys = [this, finding] {
    find_->setText(tr("Find    %1").arg(finding->shortcut().toString(QKeySequence::NativeText)));
    find_->setToolTip(finding->text());
  };
  connect(finding, &QAction::changed, find_, showKeys);
  showKeys();
  row->addWidget(find_);
  title_ = makeLabel(TextRole::label, {}, this);
  title_->setObjectName(QStringLiteral("documentTitle"));
  title_->setAttribute(Qt::WA_TransparentForMouseEvents);

  const auto fill = [&](QMenu* menu, std::initializer_list<const char*> ids) {
    for (const char* id : ids) {
      if (*id == '-')
        menu->addSeparator();
      else
        menu->addAction(actions.at(id));
    }
  };
  QMenu* file = bar_->addMenu(tr("File"));
  fill(file, {"file.new", "file.open"});
  recent_ = file->addMenu(tr("Open recent"));
  fill(file, {"-", "file.save", "file.saveAs", "-", "file.importNetwork", "file.importApplication",
              "file.exportNetwork", "file.export", "file.report", "-", "file.note", "-",
              "lesson.open", "lesson.write", "lesson.copy", "-", "file.start", "file.quit"});
  fill(bar_->addMenu(tr("Edit")),
       {"edit.undo", "edit.redo", "-", "edit.cut", "edit.copy", "edit.paste", "edit.duplicate",
        "edit.array", "edit.delete", "-", "edit.name", "edit.selectAll", "edit.find", "-",
        "edit.settings"});
  QMenu* view = bar_->addMenu(tr("View"));
  fill(view, {"mode.design",
              "mode.run",
              "mode.compare",
              "mode.learn",
              "mode.explore",
              "-",
              "view.fit",
              "view.fitSelection",
              "view.groups",
              "view.zoomIn",
              "view.zoomOut",
              "view.actualSize",
              "-",
              "view.matrix",
              "view.colours",
              "view.focus",
              "-",
              "view.present",
              "view.spotlight",
              "-"});
  addThemes(view->addMenu(tr("Theme")), actions, appearance);
  QMenu* insert = bar_->addMenu(tr("Insert"));
  fill(insert, {"insert.generate", "-", "insert.router", "insert.terminal", "insert.link",
                "insert.note", "-"});
  ArrangeFlows::addArrangeMenus(insert, actions);
  fill(insert, {"edit.bend", "edit.straighten", "-", "layout.family", "layout.tidy"});
  fill(bar_->addMenu(tr("Run")), {"run.toggle",       "run.stop",         "-",
                                  "run.step",         "run.stepBack",     "run.stepMany",
                                  "run.until",        "run.whatIf",       "run.follow",
                                  "run.fail",         "run.restore",      "-",
                                  "run.windowBefore", "run.windowAfter",  "run.live",
                                  "run.play",         "run.loop",         "-",
                                  "run.bookmark",     "run.nextBookmark", "-",
                                  "run.restart"});
  fill(bar_->addMenu(tr("Study")),
       {"study.curve", "study.transient", "study.shares", "study.messages", "study.studies",
        "study.cluster", "study.space", "study.runs", "-", "design.check", "health.next"});
  window_ = bar_->addMenu(tr("Window"));
  fill(window_, {"window.new", "window.resetLayout", "-", "panel.next", "panel.previous", "-"});
  fill(bar_->addMenu(tr("Help")),
       {"palette.open", "help.guide", "help.shortcuts", "help.hint", "-", "help.about"});
}

void MenuStrip::addThemes(QMenu* menu, Actions& actions, Appearance& appearance) {
  auto* group = new QActionGroup(this);
  const auto add = [&](const char* id, Appearance::Choice choice) {
    QAction* action = actions.at(id);
    menu->addAction(action);
    action->setCheckable(true);
    group->addAction(action);
    const auto mark = [&appearance, action, choice] {
      action->setChecked(appearance.choice() == choice);
    };
    mark();
    connect(&appearance, &Appearance::changed, action, mark);
    connect(action, &QAction::triggered, &appearance,
            [&appearance, choice] { appearance.choose(choice); });
  };
  add("view.light", Appearance::Choice::light);
  add("view.dark", Appearance::Choice::dark);
  add("view.system", Appearance::Choice::system);
}

void MenuStrip::setTheme(const Theme& theme) {
  find_->setIcon(icon(QStringLiteral("search"), theme));
  logo_->setPixmap(icon(QStringLiteral("logo"), theme, Tone::accent).pixmap(18, 18));
}

void MenuStrip::setTitle(const QString& title) {
  fullTitle_ = title;
  placeTitle();
}

void MenuStrip::placeTitle() {
  // It stands in the middle of the window, and never under the menus.
  const int free = bar_->geometry().right() + 12;
  const int room = std::max(0, find_->x() - free - 12);
  title_->setText(title_->fontMetrics().elidedText(fullTitle_, Qt::ElideMiddle, room));
  title_->adjustSize();
  const int x =
      std::max(free, std::min((width() - title_->width()) / 2, find_->x() - 12 - title_->width()));
  title_->move(x, (height() - title_->height()) / 2);
}

void MenuStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeTitle();
}

}  // namespace hopscope
